// SPDX-License-Identifier: Apache-2.0
// A logarithmic axis that begins and ends at 1, 2 or 5 times a power of ten.
#pragma once

#include <vector>

namespace elto::experiments {

struct LogAxis {
  double low = 1.0, high = 10.0;
  std::vector<double> ticks = {};  ///< ascending, at most ten or powers of ten

  /// Where a positive value is: 0 at low, 1 at high; a value outside is at the nearer end.
  double share(double value) const;
};

/// With a little room around the values; what is not positive and finite has no place on it.
LogAxis log_axis_over(const std::vector<double>& values);

}  // namespace elto::experiments
