// SPDX-License-Identifier: Apache-2.0
// What not knowing the parameters exactly adds to the variance of the signal, which the smoother
// gives for one set of them. By the law of total variance, with theta ~ N(best, covariance),
//   Var s = E[P(theta)] + Var[m(theta)]
// each to second order, from points one standard deviation away along the axes of the covariance.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// To be added to the variance of the signal row by row, which smooth() gives; not negative. The
/// covariance is that of LinearModel::logs(), the model of one channel. A series too long to be one
/// stretch has everywhere the share of the variance that is added in a few stretches spread over
/// it.
Vector parameter_variance(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                          const std::vector<Jump>& jumps, const VectorView& variance);

}  // namespace elto
