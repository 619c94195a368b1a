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

/// To be added to the variance of the signal, stretch by stretch as SmoothedStretches goes through
/// the rows. The covariance is that of LinearModel::logs(), the model of one channel; rows must be
/// there as long.
class ParameterVariance {
 public:
  ParameterVariance(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                    const std::vector<Jump>& jumps);

  /// Row by row of the next stretch, which is that of `best`, by the model itself; not negative.
  Vector next(const SmoothedRows& best);

 private:
  /// On either side of the best parameters.
  struct Axis {
    std::vector<LinearModel> models = {};
    std::vector<SmoothedStretches> sides = {};
  };
  std::vector<Axis> axes_ = {};
};

/// Of all rows.
Vector parameter_variance(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                          const std::vector<Jump>& jumps = {});

}  // namespace elto
