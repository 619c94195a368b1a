// SPDX-License-Identifier: Apache-2.0
// Estimates and forecasts as columns, for files: name, name_std per channel, and on request the
// covariance of each pair of channels.
#pragma once

#include "elto/filter/filter.hpp"
#include "elto/filter/forecast.hpp"
#include "elto/series/series.hpp"

namespace elto::command {

/// Columns x, x_std, y, y_std, ..., then, if the estimate has covariances, x_y_cov, ... for each
/// pair. Time and names are those of the series. With flags a column x_flag of each channel: 0
/// measured, 1 missing, 2 outlier, 3 jump, 4 stuck.
Series estimate_table(const Series& series, const Estimate& estimate, bool flags = false);

/// Columns x, x_std, x_low, x_high, ...: what will be measured, so with the measurement noise, and
/// the interval that holds it with probability `level`. Time goes on in steps of the median step;
/// timestamps in the form of the last one known, in UTC where that has an offset.
Series forecast_table(const Series& known, const Forecast& ahead, const RowVector& noise_level,
                      double level);

}  // namespace elto::command
