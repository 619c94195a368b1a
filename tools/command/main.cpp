// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "program.hpp"

int main(int argc, char** argv) {
  // A reader that went away shows as a failed write, which is reported like any other.
  std::signal(SIGPIPE, SIG_IGN);
  return elto::command::run_program({argv + 1, argv + argc});
}
