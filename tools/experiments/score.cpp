// SPDX-License-Identifier: Apache-2.0
#include "experiments/score.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "elto/core/text.hpp"

namespace elto::experiments {
namespace {

constexpr std::string_view kAdaptive = "ELTO-AKF", kFixed = "ELTO-KF";

// Of the tables sb and memory_rates, which are about nothing else and do not say its name.
constexpr std::array<std::string_view, 5> kUnnamed = {"With", "0.9", "0.7", "0.5", "0.3"};

/// Where a column of the paper is measured in its main reading.
std::optional<std::size_t> main_column(const Table& table, std::string_view paper) {
  const auto found = std::find_if(
      table.columns.begin(), table.columns.end(),
      [&](const TableColumn& column) { return column.paper == paper && !column.alternative; });
  if (found == table.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(std::distance(table.columns.begin(), found));
}

std::optional<std::size_t> fixed_noise_column(const Table& table, std::string_view paper) {
  const auto twin = main_column(table, fixed_noise_twin(paper));
  return twin ? twin : main_column(table, kFixed);
}

/// Calls with each cell of ELTO-AKF that counts and was measured, its row and its column.
template <class Visit>
void for_each_counted(const Table& table, const std::vector<Trial>& trials, const Visit& visit) {
  for (const PrintedRow& row : printed_rows(table, trials))
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const CellResult& cell = row.cells[column];
      const std::string& paper = table.columns[column].paper;
      if (cell.counted && cell.trials > 0 && is_elto_akf(paper)) visit(cell, row, paper);
    }
}

void count(Score& score, const CellResult& ours, double other) {
  ++score.of;
  if (!std::isfinite(ours.median)) return;
  if (ours.median <= other) ++score.at_or_below;
  if (ours.median == other) ++score.equal;
}

}  // namespace

bool is_elto_akf(std::string_view paper_column) {
  return paper_column.starts_with(kAdaptive) ||
         std::find(kUnnamed.begin(), kUnnamed.end(), paper_column) != kUnnamed.end();
}

std::string fixed_noise_twin(std::string_view paper_column) {
  if (!paper_column.starts_with(kAdaptive)) return std::string(kFixed);
  return concat(kFixed, paper_column.substr(kAdaptive.size()));
}

Score against_paper(std::span<const Table> tables, const std::vector<Trial>& trials) {
  Score score;
  for (const Table& table : tables)
    for_each_counted(table, trials, [&](const CellResult& cell, const auto&, const auto&) {
      count(score, cell, *cell.paper);
    });
  return score;
}

Score against_fixed_noise(std::span<const Table> tables, const std::vector<Trial>& trials) {
  Score score;
  for (const Table& table : tables)
    for_each_counted(
        table, trials,
        [&](const CellResult& adaptive, const PrintedRow& row, const std::string& paper) {
          const auto column = fixed_noise_column(table, paper);
          if (!column || row.cells[*column].trials == 0) return;
          count(score, adaptive, row.cells[*column].median);
        });
  return score;
}

}  // namespace elto::experiments
