// SPDX-License-Identifier: Apache-2.0
// Coefficients of a system of equations from whole trajectories: the terms are known, for example
// from discover_ode, and
//   sum_t |x(t; xi, x_0) - row_t|^2
// is made least by the method of Levenberg and Marquardt. No derivative of the rows is taken, so
// noise hurts much less than in a regression on differences.
#pragma once

#include <optional>

#include "elto/core/status.hpp"
#include "elto/discovery/ode.hpp"

namespace elto {

struct MatchOptions {
  bool free_start = false;           ///< x_0 is estimated too
  std::optional<Vector> start = {};  ///< x_0, or where it begins if free; nothing: the first row
  Index substeps = 1;                ///< of Runge and Kutta between two rows; at least 1
  Index iterations = 200;            ///< steps tried at most; at least 1
};
void validate(const MatchOptions& options);

struct [[nodiscard]] TrajectoryMatch {
  /// With the coefficients found, their standard errors (as if errors of rows were independent and
  /// of equal size), and as residual of an equation that of its channel.
  Ode ode = {};
  Vector start = {};         ///< x_0
  Vector start_errors = {};  ///< standard errors; 0 if it is not free
  Matrix trajectory = {};    ///< T x D
  double residual = 0.0;     ///< sum of squares
  Index iterations = 0;      ///< steps tried
  Index rejected = 0;        ///< of these: they made it worse, or the trajectory overflowed
  bool converged = false;
  Status status =
      {};  ///< not finite, at a row, if the given equations overflow: nothing is matched
};

/// The coefficients given are where it begins; they must be near enough for the trajectory to stay
/// with the rows. Channels count by their squares, so they should have similar units. Throws
/// InvalidArgument for a series that is not regular, has missing rows, or too few.
TrajectoryMatch match_trajectory(const Ode& ode, const Series& series,
                                 const MatchOptions& options = {});

}  // namespace elto
