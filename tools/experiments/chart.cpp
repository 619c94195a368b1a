// SPDX-License-Identifier: Apache-2.0
#include "experiments/chart.hpp"

#include <algorithm>

#include "experiments/wording.hpp"

namespace elto::experiments {
namespace {

/// Where the columns stand that are shown.
std::vector<std::size_t> shown_columns(const Table& table) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const TableColumn& column = table.columns[i];
    const bool has_place = table.figure == Figure::bars || !column.paper.empty();
    if (has_place && !column.alternative) shown.push_back(i);
  }
  return shown;
}

std::vector<PrintedRow> shown_rows(const Table& table, const std::vector<Trial>& trials) {
  std::vector<PrintedRow> rows = printed_rows(table, trials);
  std::erase_if(rows, [](const PrintedRow& row) { return row.alternative; });
  return rows;
}

/// Only bars have the room to show how far the trials are apart.
LogAxis axis_over(const std::vector<ChartSeries>& all, Figure figure) {
  std::vector<double> values;
  for (const ChartSeries& series : all)
    for (const CellResult& cell : series.cells) {
      if (cell.trials > 0) values.push_back(cell.median);
      if (cell.trials > 0 && figure == Figure::bars)
        values.insert(values.end(), {cell.low, cell.high});
      if (cell.paper) values.push_back(*cell.paper);
    }
  return log_axis_over(values);
}

}  // namespace

bool in_paper(const ChartSeries& series) {
  return std::any_of(series.cells.begin(), series.cells.end(),
                     [](const CellResult& cell) { return cell.paper.has_value(); });
}

Chart chart_of(const Table& table, const std::vector<Trial>& trials) {
  const std::vector<std::size_t> columns = shown_columns(table);
  const std::vector<PrintedRow> rows = shown_rows(table, trials);
  Chart chart{.band_axis = table.axis, .value_axis = unit_words(table)};
  if (table.figure == Figure::bars) {
    for (const PrintedRow& row : rows) chart.bands.push_back(row.name);
    for (const std::size_t column : columns) {
      chart.series.push_back({.name = table.columns[column].contender.name});
      for (const PrintedRow& row : rows) chart.series.back().cells.push_back(row.cells[column]);
    }
  } else {
    for (const std::size_t column : columns) chart.bands.push_back(table.columns[column].paper);
    for (const PrintedRow& row : rows) {
      chart.series.push_back({.name = row.name});
      for (const std::size_t column : columns)
        chart.series.back().cells.push_back(row.cells[column]);
    }
  }
  chart.axis = axis_over(chart.series, table.figure);
  return chart;
}

}  // namespace elto::experiments
