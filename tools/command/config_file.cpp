// SPDX-License-Identifier: Apache-2.0
#include "config_file.hpp"

#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/whole_file.hpp"

#include "csv_field.hpp"

#include <toml++/toml.h>

namespace elto::command {
namespace {

// toml++ recurses into tables within tables; ours are two deep.
constexpr int kDeepest = 8;
// It bounds lists and tables in braces, but not the tables that a.b.c makes: one for each dot.
// Words have dots too, hence more of them than tables.
constexpr int kMostDots = 32;

void refuse_long_paths(std::string_view toml, std::string_view file) {
  constexpr std::string_view kEnds = "=,[{\n";
  int dots = 0;
  long line = 1;
  for (const char c : toml) {
    if (kEnds.find(c) != std::string_view::npos) dots = 0;
    if (c == '\n') ++line;
    if (c == '.' && ++dots > kMostDots)
      throw IoError(file, concat("line ", line, ": is nested too deeply"));
  }
}

class Flattened {
 public:
  explicit Flattened(std::string_view file) : file_(file) {}

  void add(const toml::table& table, const std::string& prefix, int depth) {
    for (const auto& [key, node] : table) {
      const std::string name = prefix + std::string(key.str());
      if (const toml::table* const inner = node.as_table()) {
        if (depth == kDeepest) refuse(node, name, "is nested too deeply");
        add(*inner, name + ".", depth + 1);
      } else {
        settings.push_back({name, value_of(node, name), line_of(node)});
      }
    }
  }

  std::vector<Setting> settings = {};

 private:
  static long line_of(const toml::node& node) {
    return static_cast<long>(node.source().begin.line);
  }

  [[noreturn]] void refuse(const toml::node& node, std::string_view name,
                           std::string_view problem) const {
    throw IoError(file_, concat("line ", line_of(node), ": '", name, "' ", problem));
  }

  std::string value_of(const toml::node& node, std::string_view name) const {
    if (const auto* const word = node.as_string()) return word->get();
    if (const auto* const whole = node.as_integer()) return text(whole->get());
    if (const auto* const number = node.as_floating_point()) return text(number->get());
    if (const auto* const truth = node.as_boolean()) return truth->get() ? "true" : "false";
    const toml::array* const list = node.as_array();
    if (list == nullptr) refuse(node, name, "is neither text, number, true, false nor a list");
    std::string joined;
    for (const toml::node& item : *list) {
      if (item.is_array() || item.is_table()) refuse(node, name, "is a list of lists");
      if (!joined.empty()) joined.push_back(',');
      joined.append(csv_field(value_of(item, name)));
    }
    return joined;
  }

  std::string_view file_;
};

}  // namespace

std::vector<Setting> parse_config(std::string_view toml, std::string_view name_for_messages) {
  refuse_long_paths(toml, name_for_messages);
  Flattened flattened(name_for_messages);
  try {
    flattened.add(toml::parse(toml), "", 0);
  } catch (const toml::parse_error& problem) {
    throw IoError(name_for_messages,
                  concat("line ", problem.source().begin.line, ", column ",
                         problem.source().begin.column, ": ", problem.description()));
  }
  return std::move(flattened.settings);
}

std::vector<Setting> read_config(const std::filesystem::path& path) {
  return parse_config(read_whole_file(path), path.string());
}

}  // namespace elto::command
