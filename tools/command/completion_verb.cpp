// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "output_file.hpp"
#include "shell_completion.hpp"
#include "verbs.hpp"

namespace elto::command {

Verb completion_verb() {
  const auto shell = std::make_shared<std::string>();
  return {.name = "completion",
          .summary = "Completion for bash, zsh or fish",
          .description = "Prints a script that makes the shell complete verbs, options and files.",
          .positionals = {{"SHELL", "bash, zsh or fish",
                           [shell](const std::string& value) { *shell = value; }, true, kShells}},
          .options = {},
          .examples = {{"source <(elto completion bash)", "for this shell"},
                       {"elto completion fish > ~/.config/fish/completions/elto.fish",
                        "for every fish"}},
          .run = [shell] { write_text("-", completion_script(all_verbs(), *shell), {}); }};
}

}  // namespace elto::command
