// SPDX-License-Identifier: Apache-2.0
// A fixed set of workers for independent tasks. Which worker runs a task is left open; where its
// result goes is fixed by the task's index, so the outcome does not depend on the number of
// threads.
#pragma once

#include <functional>
#include <memory>

#include "elto/core/types.hpp"

namespace elto {

class ThreadPool {
 public:
  /// threads = 0: as many as the machine has cores. One thread means the caller's own.
  explicit ThreadPool(Index threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  Index threads() const;

  /// Calls task(0) ... task(count - 1), each once, and waits. The exception of the lowest index
  /// that threw is thrown again here, after all tasks have ended.
  void run(Index count, const std::function<void(Index)>& task);

 private:
  struct Workers;
  std::unique_ptr<Workers> workers_;
};

}  // namespace elto
