// SPDX-License-Identifier: Apache-2.0
// What one-step predictions are worth, without the truth: their mean squared error over that of a
// simpler prediction of the same entries,
//   ratio = sum e^2 / sum e_other^2,   e = y - predicted
// Below 1 is better. Both errors contain the noise of y, so that a perfect model of a constant
// reaches 0.5 against the last row, and the ratio is nearer to 1 than that of the errors without
// noise. The margin is two standard errors of the ratio, from 20 blocks of rows: errors close to
// each other are alike.
#pragma once

#include <limits>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

struct [[nodiscard]] Skill {
  double ratio = std::numeric_limits<double>::quiet_NaN();  ///< NaN if unknown
  double margin = ratio;

  bool is_better() const { return ratio + margin < 1.0; }
  bool is_worse() const { return ratio - margin > 1.0; }
};

struct Skills {
  std::vector<Skill> channels;
  Skill overall;  ///< each channel in units of the other prediction's error, so that units do not
                  ///< matter
};

/// Over the entries from first_row on that both predict; unknown below 20 of them, and where the
/// other one makes no error.
Skills compare_predictions(const Series& series, const Matrix& predicted, const Matrix& other,
                           Index first_row = 0);

/// "The last row again": the latest value of each channel before each row; NaN before the first.
Matrix last_values(const Series& series);

/// By the local trend (states/local_trend.hpp) that predicts this very series best. NaN for
/// channels that never change, and before the first value of a channel.
Matrix trend_predictions(const Series& series);

}  // namespace elto
