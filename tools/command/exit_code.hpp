// SPDX-License-Identifier: Apache-2.0
// What the program returns to the shell.
#pragma once

namespace elto::command {

enum ExitCode {
  kDone = 0,
  kUsage = 2,          // the command line or the configuration asks for something impossible
  kFile = 3,           // a file cannot be read, written or understood
  kNumerical = 4,      // the computation failed on these data
  kInterrupted = 130,  // Ctrl-C; 128 + SIGINT as in a shell
};

}  // namespace elto::command
