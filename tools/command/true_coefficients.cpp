// SPDX-License-Identifier: Apache-2.0
#include "true_coefficients.hpp"

#include <string_view>

#include "elto/core/text.hpp"

#include "option_value.hpp"

#include <fmt/format.h>

namespace elto::command {
namespace {

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

Coefficient parsed(const std::string& entry) {
  const std::size_t equals = entry.rfind('=');
  if (equals == std::string::npos)
    throw UsageError(concat("--truth: '", entry, "' is not of the form 'u u_x=-1'"));
  const std::string left = entry.substr(0, equals);
  const std::size_t colon = left.find(':');
  Coefficient made;
  if (colon != std::string::npos) made.equation = trimmed(left.substr(0, colon));
  made.term = trimmed(colon == std::string::npos ? left : left.substr(colon + 1));
  try {
    read_value(trimmed(entry.substr(equals + 1)), made.value);
  } catch (const UsageError& problem) {
    throw UsageError(concat("--truth: ", std::string_view(problem.what())));
  }
  if (made.value == 0.0)
    throw UsageError(concat("--truth: '", entry, "' is 0; leave out terms that are not there"));
  return made;
}

}  // namespace

std::vector<Coefficient> parse_coefficients(const std::vector<std::string>& entries) {
  std::vector<Coefficient> coefficients;
  coefficients.reserve(entries.size());
  for (const std::string& entry : entries) coefficients.push_back(parsed(entry));
  return coefficients;
}

std::string describe(const CoefficientError& error) {
  return fmt::format("{} terms, coefficients off by {:.3g} % (mean), {:.3g} % (L1)",
                     error.right_terms ? "right" : "wrong", 100.0 * error.mean_relative,
                     100.0 * error.relative_l1);
}

}  // namespace elto::command
