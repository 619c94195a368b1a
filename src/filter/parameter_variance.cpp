// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/parameter_variance.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"

#include "filter/stretches.hpp"

#include <Eigen/Eigenvalues>

namespace elto {
namespace {

constexpr Index kStretchesLookedAt = 6;  // of a long series

Vector added_in_stretch(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                        const std::vector<Jump>& jumps, const VectorView& variance) {
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
             0.5 * (above.signal.variance + below.signal.variance).col(0) - variance;
  }
  return added.cwiseMax(0.0);
}

}  // namespace

Vector parameter_variance(const LinearModel& model, const Matrix& covariance, const Rows& rows,
                          const std::vector<Jump>& jumps, const VectorView& variance) {
  const std::vector<Stretch> all = stretches_of(rows.count());
  if (all.size() == 1) return added_in_stretch(model, covariance, rows, jumps, variance);
  const Index count = std::min(kStretchesLookedAt, std::ssize(all));
  double shares = 0.0, count_of_shares = 0.0;
  for (Index k = 0; k < count; ++k) {
    const Stretch& stretch =
        all[static_cast<std::size_t>((2 * k + 1) * std::ssize(all) / (2 * count))];
    const Rows some = stretch.of(rows);
    const std::vector<Jump> jumps_there = stretch.of(jumps);
    const Vector before = smooth(model, some, jumps_there).signal.variance.col(0);
    const Vector more = added_in_stretch(model, covariance, some, jumps_there, before);
    for (Index t = stretch.begin - stretch.from; t < stretch.end - stretch.from; ++t)
      if (before[t] > 0.0) {
        shares += more[t] / before[t];
        count_of_shares += 1.0;
      }
  }
  return shares / std::max(count_of_shares, 1.0) * variance;
}

}  // namespace elto
