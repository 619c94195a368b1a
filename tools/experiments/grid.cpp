// SPDX-License-Identifier: Apache-2.0
#include "experiments/grid.hpp"

#include "elto/core/text.hpp"

namespace elto::experiments {
namespace {

/// Columns take more room than rows; but a table keeps the paper's form if it is only a bit wider.
constexpr std::size_t kWider = 4;

std::string marked(const std::string& name, bool alternative) {
  return alternative ? concat(name, " \u2020") : name;
}

Grid transposed(const Grid& grid) {
  Grid turned;
  for (const PrintedRow& row : grid.rows) turned.columns.push_back(row.name);
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    turned.rows.push_back({.name = grid.columns[column]});
    for (const PrintedRow& row : grid.rows) turned.rows.back().cells.push_back(row.cells[column]);
  }
  return turned;
}

}  // namespace

Grid grid_of(const Table& table, const std::vector<Trial>& trials) {
  Grid grid{.columns = {}, .rows = printed_rows(table, trials)};
  for (const TableColumn& column : table.columns)
    grid.columns.push_back(marked(column.contender.name, column.alternative));
  for (PrintedRow& row : grid.rows) row.name = marked(row.name, row.alternative);
  return grid.columns.size() > grid.rows.size() + kWider ? transposed(grid) : grid;
}

}  // namespace elto::experiments
