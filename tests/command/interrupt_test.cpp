// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace elto::command {
namespace {

void (*handler_of(int signal))(int) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

TEST(Interrupt, IsNotedAndNothingElseHappens) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const InterruptListener listener;
    EXPECT_FALSE(interrupted());
    std::raise(signal);
    EXPECT_TRUE(interrupted());
  }
}

TEST(Interrupt, IsForgottenByTheNextListener) {
  {
    const InterruptListener listener;
    std::raise(SIGINT);
  }
  const InterruptListener listener;
  EXPECT_FALSE(interrupted());
}

TEST(Interrupt, EndsTheProgramTheSecondTime) {
  const InterruptListener listener;
  std::raise(SIGINT);
  EXPECT_EQ(handler_of(SIGINT), SIG_DFL);
}

TEST(Interrupt, IsSeenFromEveryThread) {
  const InterruptListener listener;
  std::thread([] { std::raise(SIGINT); }).join();
  EXPECT_TRUE(interrupted());
}

TEST(Interrupt, LeavesSignalsAsTheyWere) {
  const auto before = handler_of(SIGINT);
  { const InterruptListener listener; }
  EXPECT_EQ(handler_of(SIGINT), before);
}

TEST(Interrupt, StaysIgnoredWhereItWasIgnored) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  {
    const InterruptListener listener;
    std::raise(SIGINT);
    EXPECT_FALSE(interrupted());
  }
  EXPECT_EQ(handler_of(SIGINT), SIG_IGN);
  std::signal(SIGINT, before);
}

}  // namespace
}  // namespace elto::command
