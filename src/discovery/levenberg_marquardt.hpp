// SPDX-License-Identifier: Apache-2.0
// Least squares of residuals r(p) that are not linear in p. With J = dr/dp a step solves
//   (J^T J + mu D^2) step = -J^T r,   D: largest norms so far of the columns of J
// and is taken if it makes |r| less; mu follows from how much less, compared with what J promised
// (Nielsen 1999). As D has the units of J, those of p do not matter.
#pragma once

#include <functional>
#include <optional>

#include "elto/core/types.hpp"

namespace elto {

struct Residuals {
  Vector values = {};
  Matrix jacobian = {};
};
/// Nothing where they cannot be computed: a step to there is rejected.
using ResidualFunction = std::function<std::optional<Residuals>(const Vector& point)>;

struct [[nodiscard]] NonlinearFit {
  Vector point = {};
  Residuals residuals = {};  ///< there
  Index iterations = 0;      ///< steps tried
  Index rejected = 0;        ///< of these
  bool converged = false;
};

/// Nothing if there are no finite residuals at the start.
std::optional<NonlinearFit> levenberg_marquardt(const ResidualFunction& function, Vector start,
                                                Index largest_iterations);

}  // namespace elto
