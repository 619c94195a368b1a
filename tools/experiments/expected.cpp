// SPDX-License-Identifier: Apache-2.0
#include "experiments/expected.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"

#include "embedded_files.hpp"
#include "io/csv_number.hpp"
#include "io/csv_scanner.hpp"

namespace elto::experiments {
namespace {

std::string_view csv_of(std::string_view table) {
  // Made when first asked for: the files are constants of other sources.
  static const std::array<std::pair<std::string_view, std::string_view>, 22> files = {{
      {"pen_mse", embedded::pen_mse},
      {"trajectory", embedded::trajectory},
      {"distribution_shift", embedded::distribution_shift},
      {"lorenz_scalability", embedded::lorenz_scalability},
      {"real_world", embedded::real_world},
      {"sb", embedded::sb},
      {"memory_rates", embedded::memory_rates},
      {"k_value", embedded::k_value},
      {"window", embedded::window},
      {"kernel_choice", embedded::kernel_choice},
      {"time", embedded::time},
      {"burgers_discovery", embedded::burgers_discovery},
      {"burgers_shock_discovery", embedded::burgers_shock_discovery},
      {"lv_discovery", embedded::lv_discovery},
      {"league", embedded::league},
      {"disturbances", embedded::disturbances},
      {"engine", embedded::engine},
      {"hidden_entries", embedded::hidden_entries},
      {"forecasts", embedded::forecasts},
      {"zoo", embedded::zoo},
      {"zoo_tuning", embedded::zoo_tuning},
      {"structure", embedded::structure},
  }};
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const auto& file) { return file.first == table; });
  return found == files.end() ? std::string_view() : found->second;
}

std::vector<std::string> fields_of(CsvScanner& scanner) {
  std::vector<std::string> fields;
  for (CsvField field; scanner.next_field(field);) fields.push_back(unquoted(field));
  return fields;
}

double figure(std::string_view field) {
  if (field == "N/A") return std::numeric_limits<double>::infinity();
  double value = 0.0;
  require(read_csv_number(field, value) == std::errc{}, "figure of the paper", "a number", field);
  return value;
}

}  // namespace

std::optional<double> expected(std::string_view table, std::string_view row,
                               std::string_view column) {
  CsvScanner scanner(csv_of(table), ',');
  if (!scanner.next_row()) return std::nullopt;
  const std::vector<std::string> names = fields_of(scanner);
  const auto at = std::distance(names.begin(), std::find(names.begin() + 1, names.end(), column));
  if (at == std::ssize(names)) return std::nullopt;
  while (scanner.next_row()) {
    const std::vector<std::string> fields = fields_of(scanner);
    if (fields.front() != row) continue;
    const std::string& field = fields.at(static_cast<std::size_t>(at));
    return field.empty() ? std::nullopt : std::optional(figure(field));
  }
  return std::nullopt;
}

}  // namespace elto::experiments
