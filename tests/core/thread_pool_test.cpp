// SPDX-License-Identifier: Apache-2.0
#include "elto/core/thread_pool.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "elto/core/error.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

class ThreadPoolOf : public ::testing::TestWithParam<int> {
 protected:
  ThreadPool pool{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolOf, ::testing::Values(1, 2, 3, 4));

TEST_P(ThreadPoolOf, HasThatManyThreads) {
  EXPECT_EQ(pool.threads(), GetParam());
}

TEST_P(ThreadPoolOf, CallsEachIndexOnce) {
  for (const Index count : {0, 1, 2, 3, 4, 5, 17, 100, 1000}) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
    pool.run(count, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
    for (const auto& times : calls) ASSERT_EQ(times, 1) << "of " << count;
  }
}

TEST_P(ThreadPoolOf, ManySmallRunsDoNotMixUp) {
  for (Index round = 0; round < 2000; ++round) {
    std::atomic<Index> sum = 0;
    const Index count = round % 5;
    pool.run(count, [&](Index i) { sum += round + i; });
    ASSERT_EQ(sum, count * round + count * (count - 1) / 2);
  }
}

TEST_P(ThreadPoolOf, ThrowsTheExceptionOfTheLowestIndexAfterAllTasksEnded) {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ended = 0;
    const auto task = [&](Index i) {
      ++ended;
      // The later one is likely to be thrown first.
      if (i == 3) std::this_thread::yield();
      if (i == 3 || i == 4 || i == 19) throw std::runtime_error(std::to_string(i));
    };
    try {
      pool.run(20, task);
      FAIL() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
    EXPECT_EQ(ended, 20);
  }
}

TEST_P(ThreadPoolOf, IsUsableAfterAnException) {
  EXPECT_THROW(pool.run(8, [](Index) { throw Error("no"); }), Error);
  std::atomic<int> calls = 0;
  EXPECT_NO_THROW(pool.run(100, [&](Index) { ++calls; }));
  EXPECT_EQ(calls, 100);
}

TEST(ThreadPool, OneThreadIsTheCallersOwn) {
  ThreadPool pool(1);
  pool.run(5, [caller = std::this_thread::get_id()](Index) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST(ThreadPool, TasksRunAtTheSameTime) {
  ThreadPool pool(2);
  std::atomic<int> arrived = 0;
  pool.run(2, [&](Index) {
    ++arrived;
    while (arrived < 2) std::this_thread::yield();  // ends only if the other one runs too
  });
  EXPECT_EQ(arrived, 2);
}

TEST(ThreadPool, TakesTheMachinesCoresByDefault) {
  EXPECT_GE(ThreadPool().threads(), 1);
}

TEST(ThreadPool, ComesAndGoesWithoutWork) {
  for (int round = 0; round < 50; ++round) EXPECT_EQ(ThreadPool(4).threads(), 4);
}

TEST(ThreadPool, RefusesANegativeNumberOfThreads) {
  EXPECT_REFUSED(ThreadPool(-1), "threads: must be at least 0, got -1");
}

}  // namespace
}  // namespace elto
