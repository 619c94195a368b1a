// SPDX-License-Identifier: Apache-2.0
// A linear model in continuous time: components of a signal, what is seen of them, and with how
// much noise,
//   x(t + h) = F(h) x(t) + w,   y_j(t) = (C x(t))_j + v,   v ~ N(0, R_j)
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/components.hpp"

namespace elto {

struct LinearModel {
  Components dynamics = {};
  Matrix observation = {};  ///< C, D x n
  Vector noise = {};        ///< R, D

  LinearModel() = default;
  /// One channel, the sum of all components.
  LinearModel(Components dynamics_, double noise_);

  Index channels() const { return observation.rows(); }
  Index states() const { return dynamics.states(); }
  /// Logarithms of R, then those of the components.
  Vector logs() const;
  void set_logs(VectorView logs);
};

/// Throws InvalidArgument naming what does not fit the number of states or of channels. Of the
/// numbers themselves the filter says whether they are any.
void validate(const LinearModel& model);

/// Rows at their times, in the units of the model.
struct Rows {
  Vector times = {};   ///< T, never decreasing
  Matrix values = {};  ///< T x D, NaN is missing
  Matrix inputs = {};  ///< T x U, of a law that has any; none missing

  Index count() const { return values.rows(); }
};

/// A jump of a state between two rows: its variance grows before the later one.
struct Jump {
  Index row = 0;
  Index state = 0;
  double variance = 0.0;
};

}  // namespace elto
