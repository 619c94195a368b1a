// SPDX-License-Identifier: Apache-2.0
// Ctrl-C as a flag: long work asks for it and ends in order. A second Ctrl-C ends the program at
// once.
#pragma once

#include <csignal>

namespace elto::command {

/// Listens as long as it lives. A signal that is ignored stays so: somebody wanted the program to
/// go on without a terminal.
class InterruptListener {
 public:
  InterruptListener();
  ~InterruptListener();
  InterruptListener(const InterruptListener&) = delete;
  InterruptListener& operator=(const InterruptListener&) = delete;

 private:
  struct sigaction before_int_ = {}, before_term_ = {};
};

/// Whether there was a Ctrl-C (or a polite kill, SIGTERM) since the listener was made.
bool interrupted();

}  // namespace elto::command
