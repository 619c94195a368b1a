// SPDX-License-Identifier: Apache-2.0
// A law of motion (dynamics/law.hpp) seen with noise,
//   y_j(t) = s_j(t) + v,   v ~ N(0, R_j)
#pragma once

#include "elto/core/types.hpp"
#include "elto/dynamics/law.hpp"

namespace elto {

struct LawModel {
  Law law = {};
  Vector noise = {};   ///< R, by channel
  Vector centre = {};  ///< of s before the first row, by channel

  Index channels() const { return law.channels; }
  Index states() const { return law.states(); }
  Vector initial_mean() const;
  /// That of a trend (dynamics/integrated_wiener.hpp); of z its stationary variance, as far as that
  /// is less.
  Vector initial_variance() const;
  /// How the variance of z moves with the logarithm of the density of its noise.
  double initial_drift_by_log(Index channel) const;
};

/// Throws InvalidArgument naming the field.
void validate(const LawModel& model);

}  // namespace elto
