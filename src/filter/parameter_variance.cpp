// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/parameter_variance.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include <Eigen/Eigenvalues>

namespace elto {

Vector parameter_variance(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                          const std::vector<Jump>& jumps, const SmoothedRows& smoothed) {
  const Vector best = model.logs();
  require(covariance.rows() == best.size() && covariance.cols() == best.size(), "covariance",
          "of all parameters", covariance.rows());
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(covariance);
  Vector added = Vector::Zero(rows.count());
  LinearModel moved = model;
  for (Index axis = 0; axis < best.size(); ++axis) {
    const Vector away =
        std::sqrt(std::max(axes.eigenvalues()[axis], 0.0)) * axes.eigenvectors().col(axis);
    moved.set_logs(best + away);
    const SmoothedRows above = smooth(moved, rows, jumps);
    moved.set_logs(best - away);
    const SmoothedRows below = smooth(moved, rows, jumps);
    if (!above.status.ok() || !below.status.ok()) continue;
    added += 0.25 * (above.signal.mean - below.signal.mean).col(0).cwiseAbs2() +
             0.5 * (above.signal.variance + below.signal.variance).col(0) -
             smoothed.signal.variance.col(0);
  }
  return added.cwiseMax(0.0);
}

}  // namespace elto
