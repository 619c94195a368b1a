// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <atomic>

namespace elto::command {
namespace {

// The signal may come to any thread.
std::atomic<bool> signalled = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use nothing else");

void note(int) {
  signalled = true;
}

void listen(int signal, struct sigaction& before) {
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = note;
  // Without SA_RESTART a read that waits for input returns, and the stream can end.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptListener::InterruptListener() {
  signalled = false;
  listen(SIGINT, before_int_);
  listen(SIGTERM, before_term_);
}

InterruptListener::~InterruptListener() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

bool interrupted() {
  return signalled;
}

}  // namespace elto::command
