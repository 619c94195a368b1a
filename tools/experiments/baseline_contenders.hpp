// SPDX-License-Identifier: Apache-2.0
// The filters a user would pick instead, and doing nothing.
#pragma once

#include "experiments/contender.hpp"

namespace elto::experiments {

/// The observations themselves.
Contender raw_observations();
/// The local linear trend with one number, which it tunes itself on one-step predictions of the
/// training rows.
Contender trend();

/// Adaptive Kalman filters: process and measurement noise and the memory of their adaptation are
/// tuned.
Contender constant_velocity_filter(Target target);
Contender constant_acceleration_filter(Target target);
Contender linear_filter(Target target);

/// On a regression of each row on the two before it.
Contender unscented_filter(Target target);
Contender cubature_filter(Target target);

/// Windows of 5 rows as states; the scales of both kernels, both ridges and the regularisation of
/// the gain are tuned.
Contender kernel_kalman_filter(Target target);
/// The same on 50 landmarks.
Contender subspace_kernel_kalman_filter(Target target);

}  // namespace elto::experiments
