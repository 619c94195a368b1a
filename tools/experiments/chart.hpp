// SPDX-License-Identifier: Apache-2.0
// What a figure shows of a table, before anything is drawn. Second readings are left out.
#pragma once

#include <string>
#include <vector>

#include "experiments/log_axis.hpp"
#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

/// What is drawn in one colour.
struct ChartSeries {
  std::string name;
  std::vector<CellResult> cells = {};  ///< one per band
};
/// Whether the paper has a figure for any of its cells.
bool in_paper(const ChartSeries& series);

/// The horizontal axis has a band for each name, the vertical one the errors.
struct Chart {
  std::vector<std::string> bands = {};
  std::vector<ChartSeries> series = {};
  std::string band_axis = {}, value_axis = {};  ///< what they are called
  LogAxis axis = {};                            ///< over all errors that are drawn
};

/// Figure::bars: the rows are bands, the columns are series. Figure::lines: the columns that the
/// paper has are bands, by its names, and the rows are series.
Chart chart_of(const Table& table, const std::vector<Trial>& trials);

}  // namespace elto::experiments
