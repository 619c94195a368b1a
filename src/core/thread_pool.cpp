// SPDX-License-Identifier: Apache-2.0
#include "elto/core/thread_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "elto/core/error.hpp"

namespace elto {

struct ThreadPool::Workers {
  std::mutex mutex;
  std::condition_variable work_arrived, work_done;
  const std::function<void(Index)>* task = nullptr;
  Index count = 0, next = 0, unfinished = 0;
  std::vector<std::exception_ptr> failures;
  bool closing = false;
  std::vector<std::jthread> threads;

  ~Workers() {  // the threads join after this, also when the pool could start only some of them
    {
      const std::lock_guard lock(mutex);
      closing = true;
    }
    work_arrived.notify_all();
  }

  // Runs tasks until none is left to start; the lock is held on entry and on return.
  void drain(std::unique_lock<std::mutex>& lock) {
    while (next < count) {
      const Index index = next++;
      const auto& run_task = *task;
      lock.unlock();
      std::exception_ptr failure;
      try {
        run_task(index);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      failures[static_cast<std::size_t>(index)] = failure;
      if (--unfinished == 0) work_done.notify_all();
    }
  }

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      work_arrived.wait(lock, [this] { return closing || next < count; });
      if (closing) return;
      drain(lock);
    }
  }
};

ThreadPool::ThreadPool(Index threads) : workers_(std::make_unique<Workers>()) {
  require(threads >= 0, "threads", "at least 0", threads);
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  for (Index i = 1; i < threads; ++i)
    workers_->threads.emplace_back([workers = workers_.get()] { workers->work(); });
}

ThreadPool::~ThreadPool() = default;

Index ThreadPool::threads() const {
  return static_cast<Index>(workers_->threads.size()) + 1;
}

void ThreadPool::run(Index count, const std::function<void(Index)>& task) {
  Workers& w = *workers_;
  std::unique_lock lock(w.mutex);
  w.task = &task;
  w.count = w.unfinished = count;
  w.next = 0;
  w.failures.assign(static_cast<std::size_t>(count), nullptr);
  w.work_arrived.notify_all();
  w.drain(lock);
  w.work_done.wait(lock, [&w] { return w.unfinished == 0; });
  w.count = w.next = 0;
  for (const auto& failure : w.failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace elto
