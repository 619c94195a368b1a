// SPDX-License-Identifier: Apache-2.0
// Options bound to the fields they set: the type of the field says how its text is read, and what
// is wrong with it otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "elto/core/text.hpp"
#include "elto/core/types.hpp"
#include "elto/features/kernel.hpp"

#include "verb.hpp"

namespace elto::command {

/// The names of an enumeration's values; each specialisation has a constant
///   std::array<std::pair<std::string_view, Enum>, N> names
template <class Enum>
struct EnumNames;

void read_value(const std::string& text, double& field);
void read_value(const std::string& text, Index& field);
void read_value(const std::string& text, std::uint32_t& field);
void read_value(const std::string& text, bool& field);
void read_value(const std::string& text, std::string& field);
void read_value(const std::string& text, std::vector<std::string>& field);  ///< a,"b, c"
void read_value(const std::string& text, Kernel& field);

std::string value_text(double field);
std::string value_text(Index field);
std::string value_text(std::uint32_t field);
std::string value_text(bool field);
std::string value_text(const std::string& field);
std::string value_text(const std::vector<std::string>& field);
std::string value_text(const Kernel& field);

template <class Enum>
requires std::is_enum_v<Enum>
void read_value(const std::string& text, Enum& field) {
  std::string known;
  for (const auto& [name, value] : EnumNames<Enum>::names) {
    if (name == text) {
      field = value;
      return;
    }
    known.append(known.empty() ? "" : ", ").append(name);
  }
  throw UsageError(concat("'", text, "' is none of ", known));
}

template <class Enum>
requires std::is_enum_v<Enum> std::string value_text(Enum field) {
  for (const auto& [name, value] : EnumNames<Enum>::names)
    if (value == field) return std::string(name);
  return {};
}

template <class Field>
std::vector<std::string> words_of(const Field&) {
  std::vector<std::string> words;
  if constexpr (std::is_enum_v<Field>)
    for (const auto& [name, value] : EnumNames<Field>::names) words.emplace_back(name);
  return words;
}

/// The field must outlive the option.
template <class Field>
Option option(std::string name, std::string value, Field& field, std::string description,
              std::string group) {
  return {.name = name,
          .value = std::move(value),
          .description = std::move(description),
          .group = std::move(group),
          .assign =
              [name, &field](const std::string& text) {
                try {
                  read_value(text, field);
                } catch (const std::exception& problem) {
                  throw UsageError(concat("--", name, ": ", std::string_view(problem.what())));
                }
              },
          .initial = value_text(field),
          .words = words_of(field)};
}

/// Set by its presence.
Option flag(std::string name, bool& field, std::string description, std::string group);

}  // namespace elto::command
