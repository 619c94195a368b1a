// SPDX-License-Identifier: Apache-2.0
#include "shell_completion.hpp"

#include "elto/core/text.hpp"

namespace elto::command {
namespace {

std::string options_of(const Verb& verb) {
  std::string names = "--help --config";
  for (const Option& option : verb.options) names += concat(" --", option.name);
  return names;
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list.append(list.empty() ? "" : " ").append(word);
  return list;
}

/// The last words of the verbs of a family; empty for a word that is a verb itself.
std::string members_of(const std::vector<Verb>& verbs, std::string_view family) {
  std::vector<std::string> words;
  for (const Verb& verb : family_of(verbs, family)) words.emplace_back(verb.word());
  return listed(words);
}

std::string words_of(const Verb& verb) {
  std::string words;
  for (const Positional& positional : verb.positionals)
    if (const auto found = positional.all_words(); !found.empty())
      words.append(words.empty() ? "" : " ").append(listed(found));
  return words;
}

std::string bash_pattern(const Verb& verb) {
  return verb.family().empty() ? verb.name : concat("'", verb.name, "'");
}

// Words where there are words, file names otherwise.
std::string bash(const std::vector<Verb>& verbs) {
  std::string script = concat(
      "_elto() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '",
      listed(first_words(verbs)),
      " --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  local options= words= verb=${COMP_WORDS[1]}\n");
  for (const std::string& word : first_words(verbs))
    if (const std::string members = members_of(verbs, word); !members.empty())
      script += concat("  if [ \"$verb\" = ", word,
                       " ]; then\n"
                       "    if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
                       "      COMPREPLY=($(compgen -W '",
                       members,
                       " --help' -- \"$word\"))\n"
                       "      return\n"
                       "    fi\n"
                       "    verb=\"$verb ${COMP_WORDS[2]}\"\n"
                       "  fi\n");
  script += "  case \"$verb\" in\n";
  for (const Verb& verb : verbs)
    script += concat("    ", bash_pattern(verb), ") options='", options_of(verb), "' words='",
                     words_of(verb), "' ;;\n");
  script +=
      "  esac\n"
      "  case \"$verb $before\" in\n";
  for (const Verb& verb : verbs)
    for (const Option& option : verb.options)
      if (!option.words.empty())
        script += concat("    '", verb.name, " --", option.name, "') COMPREPLY=($(compgen -W '",
                         listed(option.words), "' -- \"$word\")); return ;;\n");
  return script +
         "  esac\n"
         "  case \"$word\" in\n"
         "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$word\") $(compgen -f -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _elto elto\n";
}

std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted.push_back('\\');
    quoted.push_back(c);
  }
  return quoted + "'";
}

/// Whether the last word of the verb comes next.
std::string fish_place(const Verb& verb, const std::vector<Verb>& verbs) {
  if (verb.family().empty()) return "__fish_use_subcommand";
  return concat("'__fish_seen_subcommand_from ", verb.family(),
                "; and not __fish_seen_subcommand_from ", members_of(verbs, verb.family()), "'");
}

/// Whether the verb is there.
std::string fish_seen(const Verb& verb) {
  if (verb.family().empty()) return concat("'__fish_seen_subcommand_from ", verb.name, "'");
  return concat("'string match -q \"elto ", verb.name, " *\" -- (commandline -p)'");
}

std::string fish(const std::vector<Verb>& verbs) {
  std::string script;
  for (const std::string& word : first_words(verbs))
    if (const std::string members = members_of(verbs, word); !members.empty())
      script += concat("complete -c elto -n __fish_use_subcommand -f -a ", word, " -d ",
                       fish_quoted(members), "\n");
  for (const Verb& verb : verbs) {
    script += concat("complete -c elto -n ", fish_place(verb, verbs), " -f -a ", verb.word(),
                     " -d ", fish_quoted(verb.summary), "\n");
    const std::string seen = concat("complete -c elto -n ", fish_seen(verb));
    if (const std::string words = words_of(verb); !words.empty())
      script += concat(seen, " -a ", fish_quoted(words), "\n");
    script += concat(seen, " -l config -r -d 'TOML file with options'\n");
    for (const Option& option : verb.options) {
      script += concat(seen, " -l ", option.name, option.is_flag() ? "" : " -r");
      if (option.letter != '\0') script += concat(" -s ", std::string(1, option.letter));
      if (!option.words.empty()) script += concat(" -f -a ", fish_quoted(listed(option.words)));
      script += concat(" -d ", fish_quoted(option.description), "\n");
    }
  }
  return script;
}

}  // namespace

std::string completion_script(const std::vector<Verb>& verbs, const std::string& shell) {
  if (shell == "bash") return bash(verbs);
  if (shell == "fish") return fish(verbs);
  if (shell == "zsh")  // understands completion for bash
    return concat("#compdef elto\nautoload -Uz bashcompinit && bashcompinit\n", bash(verbs));
  throw UsageError(concat("no completion for '", shell, "'; there is one for ", listed(kShells)));
}

}  // namespace elto::command
