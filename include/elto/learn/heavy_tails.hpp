// SPDX-License-Identifier: Apache-2.0
// Whether deviations have heavier tails than the normal distribution: Student's,
//   p(z) ~ (1 + (z / scale)^2 / nu)^(-(nu + 1) / 2)
// with nu and scale by maximum likelihood. Movement whose sizes differ reaches out continuously;
// outliers and jumps stand apart from the rest. What sets rows aside must explain them better than
// this does.
#pragma once

#include <limits>

#include "elto/core/types.hpp"

namespace elto {

struct Tails {
  double degrees = std::numeric_limits<double>::infinity();  ///< nu; infinite: normal
  double scale = 1.0;

  /// Log-density of a deviation, over its standard deviation.
  double log_density(double deviation) const;
};

/// Of deviations over their standard deviations, NaN being none. Standard normal unless Student's
/// gains more than its parameters cost.
Tails fit_tails(VectorView deviations);

}  // namespace elto
