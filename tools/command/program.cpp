// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/version.hpp"

#include "config_file.hpp"
#include "exit_code.hpp"
#include "manual.hpp"
#include "output_file.hpp"
#include "verb.hpp"

#include <CLI/CLI.hpp>

namespace elto::command {
namespace {

/// What the command line says about one verb, not yet assigned.
struct Given {
  std::vector<std::pair<const Option*, std::string>> options;
  std::vector<std::pair<const Positional*, std::string>> positionals;
  std::string config;
};

constexpr const char* kHelpFlags = "-h,--help";

/// What a verb is a subcommand of: the program, or its family.
CLI::App& home_of(const Verb& verb, CLI::App& app) {
  if (verb.family().empty()) return app;
  const std::string family(verb.family());
  const auto known =
      app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == family; });
  if (!known.empty()) return *known.front();
  CLI::App* const made = app.add_subcommand(family);
  made->set_help_flag(kHelpFlags);
  made->require_subcommand(0, 1);
  return *made;
}

// CLI11 cuts the command line into options and words; what they mean is the table's business.
CLI::App* add_subcommand(CLI::App& app, const Verb& verb, Given& given) {
  CLI::App* const sub = home_of(verb, app).add_subcommand(std::string(verb.word()), verb.summary);
  sub->set_help_flag(kHelpFlags, "Show this page");
  sub->add_option("--config", given.config, "TOML file with options")->type_name("FILE");
  for (const Positional& positional : verb.positionals) {
    const auto note = [&given, &positional](const std::string& value) {
      given.positionals.emplace_back(&positional, value);
    };
    const auto note_all = [note](const std::vector<std::string>& values) {
      for (const std::string& value : values) note(value);
    };
    CLI::Option* const added =
        positional.repeated
            ? sub->add_option_function<std::vector<std::string>>(positional.name, note_all)
            : sub->add_option_function<std::string>(positional.name, note);
    added->required(positional.required);
  }
  for (const Option& option : verb.options) {
    const std::string names =
        (option.letter == '\0' ? "" : concat("-", std::string(1, option.letter), ",")) + "--" +
        option.name;
    const auto note = [&given, &option](const std::string& value) {
      given.options.emplace_back(&option, value);
    };
    if (option.is_flag())
      sub->add_flag_callback(
          names, [note] { note("true"); }, option.description);
    else
      sub->add_option_function<std::string>(names, note, option.description)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  return sub;
}

bool known_to_any(const std::vector<Verb>& verbs, std::string_view name) {
  return std::any_of(verbs.begin(), verbs.end(),
                     [&](const Verb& verb) { return verb.find_option(name) != nullptr; });
}

// One file may serve several verbs: what another verb knows is passed over.
void assign_config(const std::vector<Verb>& verbs, const Verb& verb, const Given& given) {
  if (given.config.empty()) return;
  for (const Setting& setting : read_config(given.config)) {
    const auto fail = [&](std::string_view problem) {
      throw UsageError(concat(given.config, ": line ", setting.line, ": ", problem));
    };
    const Option* const option = verb.find_option(setting.name);
    if (option == nullptr) {
      if (!known_to_any(verbs, setting.name))
        fail(concat("no option is called '", setting.name, "'; see elto ", verb.name, " --help"));
      continue;
    }
    try {
      option->assign(setting.value);
    } catch (const UsageError& problem) {
      fail(problem.what());
    }
  }
}

void run_verb(const std::vector<Verb>& verbs, const Verb& verb, const Given& given) {
  assign_config(verbs, verb, given);
  for (const auto& [option, value] : given.options) option->assign(value);
  for (const auto& [positional, value] : given.positionals) positional->assign(value);
  verb.run();
}

// One line, whatever is in it.
int fail(ExitCode code, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::fprintf(stderr, "elto: %s\n", message.c_str());
  return code;
}

void print(const std::string& page) {
  write_text("-", page, {});
}

int parse_and_run(const std::vector<std::string>& arguments) {
  const std::vector<Verb> verbs = all_verbs();
  CLI::App app;
  app.set_help_flag(kHelpFlags, "Show this page");
  app.set_version_flag("--version", concat("elto ", std::string_view(version)));
  std::vector<Given> given(verbs.size());
  std::vector<CLI::App*> subcommands;
  for (std::size_t i = 0; i < verbs.size(); ++i)
    subcommands.push_back(add_subcommand(app, verbs[i], given[i]));
  app.require_subcommand(0, 1);

  const auto parsed = [&]() -> const Verb* {
    for (std::size_t i = 0; i < verbs.size(); ++i)
      if (subcommands[i]->parsed()) return &verbs[i];
    return nullptr;
  };
  const auto parsed_family = [&]() -> std::string {
    const std::vector<CLI::App*> first = app.get_subcommands();
    return first.empty() ? "" : first.front()->get_name();
  };
  const auto page = [&] {
    const Verb* const verb = parsed();
    if (verb != nullptr) return help_page(*verb);
    const std::string family = parsed_family();
    return family.empty() ? help_page(verbs) : family_page(family_of(verbs, family));
  };
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    print(page());
    return kDone;
  } catch (const CLI::CallForVersion& call) {
    print(concat(std::string_view(call.what()), "\n"));
    return kDone;
  } catch (const CLI::ParseError& problem) {
    const Verb* const verb = parsed();
    const std::string name = verb == nullptr ? parsed_family() : verb->name;
    throw UsageError(concat(std::string_view(problem.what()), "; see elto ",
                            name.empty() ? "" : name + " ", "--help"));
  }
  const Verb* const verb = parsed();
  if (verb == nullptr) {
    print(page());
    return kUsage;
  }
  run_verb(verbs, *verb, given[static_cast<std::size_t>(verb - verbs.data())]);
  return kDone;
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  try {
    return parse_and_run(arguments);
  } catch (const UsageError& problem) {
    return fail(kUsage, problem.what());
  } catch (const InvalidArgument& problem) {
    return fail(kUsage, problem.what());
  } catch (const IoError& problem) {
    return fail(kFile, problem.what());
  } catch (const std::filesystem::filesystem_error& problem) {
    return fail(kFile, problem.what());
  } catch (const Interrupted& notice) {
    return fail(kInterrupted, notice.what());
  } catch (const std::bad_alloc&) {
    return fail(kNumerical, "out of memory; read fewer columns or rows");
  } catch (const std::exception& problem) {  // NumericalError, and whatever nobody thought of
    return fail(kNumerical, problem.what());
  }
}

}  // namespace elto::command
