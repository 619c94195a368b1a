// SPDX-License-Identifier: Apache-2.0
// Equations of a noisy series with the help of a smoothed one. Which terms are the best of each
// number is seen in the smoothed rows (discovery/best_subsets.hpp). How many there are is not: the
// errors of smoothed rows depend on each other. That is decided by the rows themselves, with whole
// trajectories matched to them,
//   BIC = n ln(RSS / n) + K ln n,   n: entries of the rows, K: coefficients
// From the numbers that UBIC chooses, one equation at a time is given the number with the least
// BIC, until none changes.
#pragma once

#include "elto/discovery/ode.hpp"
#include "elto/discovery/trajectory_matching.hpp"

namespace elto {

struct IdentifyOptions {
  PolynomialOptions polynomial = {};
  Index largest_size = 0;  ///< terms of an equation at most; 0: all
  Index substeps = 1;      ///< of Runge and Kutta between two rows; at least 1
};
void validate(const IdentifyOptions& options);

struct [[nodiscard]] OdeIdentification {
  TrajectoryMatch match = {};  ///< with a free start; its status is not finite if all overflow
  double bic = 0.0;
  Index matched = 0;  ///< systems tried
};

/// Both series must have the same shape and times and no missing rows.
OdeIdentification identify_ode(const Series& rows, const Series& smoothed,
                               const IdentifyOptions& options = {});

}  // namespace elto
