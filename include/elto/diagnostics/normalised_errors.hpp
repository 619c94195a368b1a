// SPDX-License-Identifier: Apache-2.0
// Errors z over the standard deviations that were claimed for them. If the claims are right, z is
// standard normal: its mean square is 1, and bands of 50, 90 and 95 % hold so many of the errors.
// The mean square of innovations is known as NIS, that of errors against the truth as NEES.
#pragma once

#include <limits>

#include "elto/core/types.hpp"

namespace elto {

struct MeanSquare {
  double mean = std::numeric_limits<double>::quiet_NaN();  ///< 1 is consistent; NaN if unknown
  double lower = mean;  ///< if the claims are right, the mean lies between
  double upper = mean;  ///< these bounds in 95 of 100 cases
};

/// Bounds are the quantiles of chi-squared with so many degrees of freedom, over their number: how
/// many independent values the mean is of. NaN if there are none.
MeanSquare mean_square(double mean, double degrees);
/// Of independent values; those that are NaN do not count.
MeanSquare mean_square(const VectorView& z);

/// How many independent values tell as much about a mean as these, which may be correlated:
///   n / (1 + 2 (c_1 + c_2 + ...)),   c_k the autocorrelation at lag k
/// up to the first c_k below 2 / sqrt(n), which is as good as none. Missing values are NaN.
double independent_values(const VectorView& values);

/// Shares of |z| within the bands; NaN if there is no z.
struct Coverage {
  double of_50 = std::numeric_limits<double>::quiet_NaN();
  double of_90 = of_50;
  double of_95 = of_50;
};
/// Values that are NaN do not count.
Coverage coverage(const VectorView& z);

}  // namespace elto
