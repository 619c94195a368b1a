// SPDX-License-Identifier: Apache-2.0
#include "shell_completion.hpp"

#include "elto/core/text.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

Verb completion_sample() {
  Verb verb;
  verb.name = "sample";
  verb.summary = "The user's \\ try";
  verb.positionals = {{.name = "KIND",
                       .description = "Kind",
                       .assign = {},
                       .required = true,
                       .words = {"old", "new"}}};
  verb.options = {{.name = "output",
                   .value = "FILE",
                   .description = "Where it goes",
                   .group = "Output",
                   .assign = {},
                   .letter = 'o'},
                  {.name = "rule",
                   .value = "RULE",
                   .description = "How",
                   .group = "Model",
                   .assign = {},
                   .words = {"one", "two"}},
                  {.name = "quiet", .value = "", .description = "Hush", .group = "", .assign = {}}};
  return verb;
}

TEST(ShellCompletion, KnowsEveryVerbAndOptionInEachShell) {
  const std::vector<Verb> verbs = all_verbs();
  for (const std::string& shell : kShells) {
    const std::string script = completion_script(verbs, shell);
    for (const Verb& verb : verbs) {
      EXPECT_SAYS(script, verb.name);
      for (const Option& option : verb.options)
        EXPECT_SAYS(script, concat(shell == "fish" ? "-l " : "--", option.name));
    }
  }
}

TEST(ShellCompletion, OffersTheWordsThereAre) {
  const std::string bash = completion_script({completion_sample()}, "bash");
  EXPECT_SAYS(bash, "sample) options='--help --config --output --rule --quiet' words='old new' ;;");
  EXPECT_SAYS(bash, "'sample --rule') COMPREPLY=($(compgen -W 'one two' -- \"$word\")); return ;;");
}

TEST(ShellCompletion, TellsFishWhatTakesAValue) {
  const std::string fish = completion_script({completion_sample()}, "fish");
  EXPECT_SAYS(fish, "-a sample -d 'The user\\'s \\\\ try'\n");
  EXPECT_SAYS(fish, " -l output -r -s o -d 'Where it goes'\n");
  EXPECT_SAYS(fish, " -l rule -r -f -a 'one two' -d 'How'\n");
  EXPECT_SAYS(fish, " -l quiet -d 'Hush'\n");
}

TEST(ShellCompletion, OffersTheSecondWordOfAFamily) {
  Verb first = completion_sample(), second = completion_sample();
  first.name = "discover pde";
  second.name = "discover ode";
  const std::string bash = completion_script({first, second}, "bash");
  EXPECT_SAYS(bash, "compgen -W 'discover --help --version'");
  EXPECT_SAYS(bash, "compgen -W 'pde ode --help'");
  EXPECT_SAYS(bash, "'discover pde') options='--help --config --output");
  EXPECT_SAYS(bash, "'discover ode --rule') COMPREPLY");
  const std::string fish = completion_script({first, second}, "fish");
  EXPECT_SAYS(fish, "-n __fish_use_subcommand -f -a discover -d 'pde ode'\n");
  EXPECT_SAYS(fish,
              "-n '__fish_seen_subcommand_from discover; and not __fish_seen_subcommand_from pde "
              "ode' -f -a pde -d");
  EXPECT_SAYS(fish, "-n 'string match -q \"elto discover ode *\" -- (commandline -p)' -l output");
}

TEST(ShellCompletion, LetsZshUseTheScriptForBash) {
  const std::string zsh = completion_script({completion_sample()}, "zsh");
  EXPECT_TRUE(zsh.starts_with("#compdef elto\n"));
  EXPECT_SAYS(zsh, completion_script({completion_sample()}, "bash"));
}

TEST(ShellCompletion, NamesTheShellsItKnows) {
  EXPECT_EQ(testing::message_of<UsageError>([] { completion_script({}, "tcsh"); }),
            "no completion for 'tcsh'; there is one for bash zsh fish");
}

}  // namespace
}  // namespace elto::command
