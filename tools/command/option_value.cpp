// SPDX-License-Identifier: Apache-2.0
#include "option_value.hpp"

#include <charconv>
#include <system_error>
#include <utility>

#include "csv_field.hpp"
#include "io/csv_scanner.hpp"

namespace elto::command {
namespace {

template <class Number>
void read_number(const std::string& text, Number& field, std::string_view kind) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range)
    throw UsageError(concat("'", text, "' is out of range"));
  if (error != std::errc{} || stop != end) throw UsageError(concat("'", text, "' is not ", kind));
  field = value;
}

}  // namespace

void read_value(const std::string& text, double& field) {
  read_number(text, field, "a number");
}

void read_value(const std::string& text, Index& field) {
  read_number(text, field, "a whole number");
}

void read_value(const std::string& text, std::uint32_t& field) {
  read_number(text, field, "a whole number from 0 to 4294967295");
}

void read_value(const std::string& text, bool& field) {
  if (text != "true" && text != "false")
    throw UsageError(concat("'", text, "' is neither true nor false"));
  field = text == "true";
}

void read_value(const std::string& text, std::string& field) {
  field = text;
}

void read_value(const std::string& text, std::vector<std::string>& field) {
  std::vector<std::string> names;
  CsvScanner scanner(text, ',');
  CsvField name;
  if (scanner.next_row())
    while (scanner.next_field(name)) {
      if (!name.fault.empty()) throw UsageError(concat("'", text, "': ", name.fault));
      if (name.text.empty()) throw UsageError(concat("'", text, "' has an empty name"));
      names.push_back(unquoted(name));
    }
  if (names.empty() && !text.empty())
    throw UsageError(concat("'", text, "' names nothing; a name that begins with # needs quotes"));
  field = std::move(names);
}

void read_value(const std::string& text, Kernel& field) {
  field = kernel_from_text(text);
}

std::string value_text(double field) {
  return text(field);
}

std::string value_text(Index field) {
  return text(field);
}

std::string value_text(std::uint32_t field) {
  return text(field);
}

std::string value_text(bool field) {
  return field ? "true" : "false";
}

std::string value_text(const std::string& field) {
  return field;
}

std::string value_text(const std::vector<std::string>& field) {
  std::string joined;
  for (const std::string& word : field)
    joined.append(joined.empty() ? "" : ",").append(csv_field(word));
  return joined;
}

std::string value_text(const Kernel& field) {
  return to_text(field);
}

Option flag(std::string name, bool& field, std::string description, std::string group) {
  Option flag = option(std::move(name), "", field, std::move(description), std::move(group));
  flag.initial.clear();
  return flag;
}

}  // namespace elto::command
