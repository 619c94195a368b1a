// SPDX-License-Identifier: Apache-2.0
// What known inputs do to the signal of a channel, beside its components,
//   s = C x + sum of gain_k (w_k - centre_k),   w_k = u_k, or follows it with a lag
// (dynamics/first_order_lag.hpp). What is left of the rows without it is what the filters see:
// their gains and covariances are those of the components alone.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct InputEffect {
  Index input = 0;      ///< of the model's
  double gain = 0.0;    ///< units of the channel by units of the input
  double centre = 0.0;  ///< where it adds nothing, in units of the input
  double lag = 0.0;     ///< of time, in the units of the time column; 0: at once
};

/// w - centre, T x effects, of inputs at their times, T x U.
Matrix responses_of(const std::vector<InputEffect>& effects, const VectorView& times,
                    const MatrixView& inputs);
/// Their sum, each with its gain.
Vector drive_of(const std::vector<InputEffect>& effects, const VectorView& times,
                const MatrixView& inputs);

}  // namespace elto
