// SPDX-License-Identifier: Apache-2.0
// A verb of the command line, `elto denoise`, as data: parsing, the configuration file, help, the
// manual and shell completion are all made from this one description.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace elto::command {

/// Wrong usage: the message names the option, what is wrong with it and what would be right.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The computation failed on these data.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Ctrl-C; the message says what was kept.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Option {
  std::string name;         ///< long name without dashes: "noise.blocks"
  std::string value;        ///< what stands for its value in help: "N"; empty: a flag
  std::string description;  ///< one sentence, without a full stop
  std::string group;        ///< heading in help
  /// Takes the value as text ("true" for a flag). Throws UsageError.
  std::function<void(const std::string&)> assign;
  std::string initial = {};             ///< default, for help; empty: none worth showing
  std::vector<std::string> words = {};  ///< all values possible, if they are words
  char letter = '\0';                   ///< short form, -o

  bool is_flag() const { return value.empty(); }
};

struct Positional {
  std::string name;  ///< "DATA"
  std::string description;
  std::function<void(const std::string&)> assign;
  bool required = true;
  std::vector<std::string> words = {};  ///< all values possible, if they are words
  bool repeated = false;                ///< may stand several times; each is assigned
  /// The words, if finding them takes longer than a start of the program should.
  std::function<std::vector<std::string>()> find_words = {};

  std::vector<std::string> all_words() const;
};

struct Example {
  std::string command;  ///< "elto denoise noisy.csv -o clean.csv"
  std::string comment;
};

struct Verb {
  std::string name;         ///< a word; or a family and a word, "discover pde"
  std::string summary;      ///< a few words, for the list of verbs
  std::string description;  ///< a paragraph or two
  std::vector<Positional> positionals;
  std::vector<Option> options;
  std::vector<Example> examples;
  std::function<void()> run;
  /// Lines "\n- ..." below the description, if making them takes longer than a start should.
  std::function<std::string()> list = {};

  /// Description and list.
  std::string explanation() const;
  /// nullptr if there is none of that name.
  const Option* find_option(std::string_view name) const;

  std::string_view family() const;  ///< the first of two words; empty if there is one only
  std::string_view word() const;    ///< the last word
};

/// First words of the names, each once.
std::vector<std::string> first_words(const std::vector<Verb>& verbs);
/// In their order.
std::vector<Verb> family_of(const std::vector<Verb>& verbs, std::string_view family);

/// All of them, in the order of the help page.
std::vector<Verb> all_verbs();

}  // namespace elto::command
