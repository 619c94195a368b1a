// SPDX-License-Identifier: Apache-2.0
// The point at which an objective is smallest whose gradient is known, by L-BFGS: tens of
// evaluations where CMA-ES (minimize.hpp) takes hundreds, but downhill from the start only, and one
// after the other.
#pragma once

#include <functional>

#include "elto/core/types.hpp"
#include "elto/tuning/minimize.hpp"

namespace elto {

/// Returns the value at a point and writes the gradient there.
using SmoothObjective = std::function<double(const Vector& point, Vector& gradient)>;

struct MinimizeSmoothOptions {
  Index evaluations = 100;  ///< at most, >= 1
  double tolerance = 1e-5;  ///< ends when a step gains less, relative to values above 1; >= 0
  std::function<bool(const MinimizeProgress&)> progress = {};  ///< returning false stops
};
/// Throws InvalidArgument naming the field.
void validate(const MinimizeSmoothOptions& options);

/// The first step has length one. The objective fails at a point by throwing an elto::Error or by
/// returning infinity or NaN (or such a gradient): the step is then shortened. Any other exception
/// is passed on. A line search that finds nothing ends the search with the best point so far. An
/// iteration is here an evaluation.
MinimizeResult minimize_smooth(const SmoothObjective& objective, VectorView start,
                               const MinimizeSmoothOptions& options = {});

}  // namespace elto
