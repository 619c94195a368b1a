// SPDX-License-Identifier: Apache-2.0
// The curves of a report as JSON for the page's script (chart.js), each chart under the name that
// its figure in the page carries.
#pragma once

#include <string>

#include "elto/core/types.hpp"

#include "report/report.hpp"
#include "report/row_axis.hpp"

namespace elto::page {

std::string channel_chart(Index channel);
std::string innovation_chart(Index channel);
inline constexpr const char* kSquareChart = "square";
inline constexpr const char* kProcessChart = "process";
inline constexpr const char* kMeasurementChart = "measurement";
inline constexpr const char* kTuningChart = "tuning";

struct Charts {
  std::string json;
  Index shown_rows = 0;  ///< at most, of any curve; fewer than the series has if it was decimated
};

Charts charts(const Report& report, const RowAxis& axis, const ReportOptions& options);

}  // namespace elto::page
