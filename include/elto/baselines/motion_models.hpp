// SPDX-License-Identifier: Apache-2.0
// What people write down when they know nothing of the system: each channel carries on with its
// velocity, or with its acceleration, and white noise disturbs the highest derivative; or the whole
// row follows a linear map learned by least squares. One time unit per row.
#pragma once

#include "elto/baselines/linear_gaussian.hpp"

namespace elto {

struct MotionNoise {
  double process = 1e-2;      ///< spectral density of the noise on the highest derivative; positive
  double measurement = 1e-1;  ///< variance of each entry; positive
};
void validate(const MotionNoise& noise);

/// Positions start at `first`, velocities at 0, both with variance 1 (data are standardised) over
/// the measurement's. States: positions, then velocities.
LinearGaussianModel constant_velocity(const RowVector& first, const MotionNoise& noise);
/// States: positions, velocities, accelerations.
LinearGaussianModel constant_acceleration(const RowVector& first, const MotionNoise& noise);

/// The state is the row itself; F minimises sum |y_{t+1} - F y_t|^2 + ridge |F|^2 over the pairs of
/// consecutive rows without missing entries.
LinearGaussianModel linear_dynamics(const MatrixView& rows, const MotionNoise& noise,
                                    double ridge = 1e-6);

}  // namespace elto
