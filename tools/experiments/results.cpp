// SPDX-License-Identifier: Apache-2.0
#include "experiments/results.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "elto/core/text.hpp"

#include "experiments/expected.hpp"

namespace elto::experiments {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Of sorted values, at least one.
double median_of(const std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

CellResult summary_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {.median = median_of(values),
          .low = values.front(),
          .high = values.back(),
          .trials = std::ssize(values),
          .diverged = std::count(values.begin(), values.end(), kInfinity)};
}

/// What the trials of a cell gave, in the table's unit.
std::vector<double> values_of(const Table& table, const TableRow& row, const TableColumn& column,
                              const Quantity& quantity, const std::vector<Trial>& trials) {
  std::vector<double> values;
  for (const Trial& trial : trials) {
    const bool of_the_cell =
        trial.table == table.name && trial.row == row.name && trial.column == column.contender.name;
    if (!of_the_cell) continue;
    const double value = quantity.of(trial.outcome) / table.unit;
    values.push_back(trial.outcome.diverged || !std::isfinite(value) ? kInfinity : value);
  }
  return values;
}

std::optional<double> paper_figure(const Table& table, const std::string& row,
                                   const std::string& column) {
  if (row.empty() || column.empty()) return std::nullopt;
  return expected(table.name, row, column);
}

double error_of(const Outcome& outcome) {
  return outcome.error;
}

PrintedRow printed_row(const Table& table, const TableRow& row, const Quantity& quantity,
                       const std::vector<Trial>& trials) {
  const bool prints_errors = table.quantities.empty();  // else seconds, which machines decide
  PrintedRow printed{.name = row.name, .alternative = row.alternative};
  if (!prints_errors)
    printed.name = table.rows.size() == 1 ? quantity.name : concat(row.name, ", ", quantity.name);
  for (const TableColumn& column : table.columns) {
    CellResult cell = summary_of(values_of(table, row, column, quantity, trials));
    cell.paper = paper_figure(table, prints_errors ? row.paper : quantity.name, column.paper);
    cell.bound = table.bound;
    cell.is_error = column.is_error;
    cell.counted =
        prints_errors && cell.paper && column.is_error && !row.alternative && !column.alternative;
    printed.cells.push_back(cell);
  }
  return printed;
}

}  // namespace

bool at_or_below_paper(const CellResult& cell) {
  return cell.trials > 0 && cell.is_error && std::isfinite(cell.median) && cell.paper &&
         cell.median <= *cell.paper;
}

std::vector<PrintedRow> printed_rows(const Table& table, const std::vector<Trial>& trials) {
  std::vector<Quantity> quantities = table.quantities;
  if (quantities.empty()) quantities = {{"error", error_of}};
  std::vector<PrintedRow> rows;
  for (const TableRow& row : table.rows)
    for (const Quantity& quantity : quantities)
      rows.push_back(printed_row(table, row, quantity, trials));
  return rows;
}

std::vector<Table> measured(const std::vector<Table>& tables, const std::vector<Trial>& trials) {
  std::vector<Table> found;
  for (const Table& table : tables) {
    const auto is_its_own = [&](const Trial& trial) { return trial.table == table.name; };
    if (std::any_of(trials.begin(), trials.end(), is_its_own)) found.push_back(table);
  }
  return found;
}

}  // namespace elto::experiments
