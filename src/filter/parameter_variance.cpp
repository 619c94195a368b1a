// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/parameter_variance.hpp"

#include <cmath>
#include <utility>

#include "elto/core/error.hpp"

#include <Eigen/Eigenvalues>

namespace elto {

ParameterVariance::ParameterVariance(const LinearModel& model, const Matrix& covariance,
                                     const Rows& rows, const std::vector<Jump>& jumps) {
  const Vector best = model.logs();
  require(covariance.rows() == best.size() && covariance.cols() == best.size(), "covariance",
          "of all parameters", covariance.rows());
  const Eigen::SelfAdjointEigenSolver<Matrix> directions(covariance);
  for (Index k = 0; k < best.size(); ++k) {
    const Vector away =
        std::sqrt(std::max(directions.eigenvalues()[k], 0.0)) * directions.eigenvectors().col(k);
    Axis axis{.models = {model, model}};
    axis.models[0].set_logs(best + away);
    axis.models[1].set_logs(best - away);
    bool ok = true;
    for (const LinearModel& moved : axis.models) {
      axis.sides.emplace_back(moved, rows, jumps);
      ok = ok && axis.sides.back().status().ok();
    }
    if (ok) axes_.push_back(std::move(axis));
  }
}

Vector ParameterVariance::next(const SmoothedRows& best) {
  Vector added = Vector::Zero(best.signal.variance.rows());
  for (Axis& axis : axes_) {
    for (SmoothedStretches& side : axis.sides) side.next();
    const SignalMoments &above = axis.sides[0].rows().signal, &below = axis.sides[1].rows().signal;
    added += 0.25 * (above.mean - below.mean).col(0).cwiseAbs2() +
             0.5 * (above.variance + below.variance).col(0) - best.signal.variance.col(0);
  }
  return added.cwiseMax(0.0);
}

Vector parameter_variance(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                          const std::vector<Jump>& jumps) {
  SmoothedStretches stretches(model, rows, jumps);
  ParameterVariance parameters(model, covariance, rows, jumps);
  Vector all = Vector::Zero(rows.count());
  while (stretches.next()) {
    const Vector some = parameters.next(stretches.rows());
    all.segment(stretches.begin(), some.size()) = some;
  }
  return all;
}

}  // namespace elto
