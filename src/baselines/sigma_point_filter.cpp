// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/sigma_point_filter.hpp"

#include <cmath>
#include <utility>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"
#include "linalg/symmetrise.hpp"

namespace elto {
namespace {}  // namespace

// With alpha = 1 and kappa = 0, lambda = alpha^2 (n + kappa) - n = 0: the centre has no weight in
// the mean, and 1 - alpha^2 + beta = 2 in the covariance.
SigmaPointFilter::SigmaPointFilter(NonlinearModel model, SigmaPoints points)
    : model_(std::move(model)),
      states_(model_.mean.size()),
      weight_(0.5 / static_cast<double>(states_)),
      spread_(std::sqrt(static_cast<double>(states_))),
      centre_weight_(points == SigmaPoints::unscented ? 2.0 : 0.0) {
  const auto check = [](const char* name, const Matrix& A, Index size) {
    require(A.rows() == size && A.cols() == size, name, concat(size, " x ", size),
            concat(A.rows(), " x ", A.cols()));
  };
  check("Q", model_.Q, states_);
  check("covariance", model_.covariance, states_);
  check("R", model_.R, model_.observation(model_.mean).size());
}

SigmaPointFilter::Moments SigmaPointFilter::through(
    const std::function<Vector(const Vector&)>& map) const {
  const Index n = states_;
  Matrix L = model_.covariance;
  if (!cholesky(L)) L.setConstant(kUnknown);
  L *= spread_;
  const Vector centre = map(model_.mean);
  Matrix images(centre.size(), 2 * n);
  for (Index i = 0; i < n; ++i) {
    images.col(i) = map(model_.mean + L.col(i));
    images.col(n + i) = map(model_.mean - L.col(i));
  }
  Moments moments;
  moments.mean = weight_ * images.rowwise().sum();
  const Matrix off = images.colwise() - moments.mean;
  const Vector centre_off = centre - moments.mean;
  moments.covariance =
      weight_ * off * off.transpose() + centre_weight_ * centre_off * centre_off.transpose();
  moments.cross = weight_ * L * (off.leftCols(n) - off.rightCols(n)).transpose();
  return moments;
}

void SigmaPointFilter::predict() {
  if (!std::exchange(started_, true)) return;
  Moments moved = through(model_.transition);
  model_.mean = std::move(moved.mean);
  model_.covariance = moved.covariance + model_.Q;
  symmetrise(model_.covariance);
}

void SigmaPointFilter::update(const RowView& row) {
  require(row.size() == model_.R.rows(), "row", concat(model_.R.rows(), " entries"), row.size());
  if (!started_) predict();
  if (row.hasNaN()) return;
  const Moments seen = through(model_.observation);
  const Matrix S = seen.covariance + model_.R;
  const Matrix K = solve_normal_equations(seen.cross, S);
  model_.mean += K * (row.transpose() - seen.mean);
  model_.covariance -= K * S * K.transpose();
  symmetrise(model_.covariance);
}

RowVector SigmaPointFilter::mean() const {
  return through(model_.observation).mean.transpose();
}

Matrix SigmaPointFilter::covariance() const {
  return through(model_.observation).covariance;
}

}  // namespace elto
