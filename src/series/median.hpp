// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace elto {

/// Of an even number of values the mean of the two in the middle. There must be one at least.
double median(std::vector<double> values);

/// What the median absolute value of a normal variable is multiplied by to give its standard
/// deviation: 1 / quantile(3/4).
inline constexpr double kMedianToDeviation = 1.482602218505602;

}  // namespace elto
