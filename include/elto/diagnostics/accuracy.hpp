// SPDX-License-Identifier: Apache-2.0
// How good an estimate is where the truth is known: its error, whether its bands hold so much of
// the truth as they claim, and NEES, the mean of (mean - truth)^2 over the claimed variance. Errors
// of neighbouring rows are alike; the bounds of NEES allow for that by counting independent values
// only (diagnostics/normalised_errors.hpp).
#pragma once

#include <limits>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/diagnostics/normalised_errors.hpp"
#include "elto/filter/filter.hpp"

namespace elto {

struct [[nodiscard]] Accuracy {
  double error = std::numeric_limits<double>::quiet_NaN();  ///< root mean square
  MeanSquare nees = {};
  Coverage coverage = {};  ///< of the truth, by bands around the mean
};

struct Accuracies {
  std::vector<Accuracy> channels;
  /// Root mean square and coverage over all entries. Its NEES is that of whole rows,
  /// (mean - truth)^T P^-1 (mean - truth) / D, if there are covariances P; otherwise the mean over
  /// the channels, with bounds as if these were independent.
  Accuracy overall;
};

/// Entries at which one of the two is not finite do not count. Throws InvalidArgument for a truth
/// of another shape.
Accuracies accuracy(const Estimate& estimate, const Matrix& truth);

}  // namespace elto
