// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/linear_gaussian.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"
#include "linalg/symmetrise.hpp"

namespace elto {
namespace {

std::vector<Index> observed_entries(const RowView& row) {
  std::vector<Index> entries;
  for (Index i = 0; i < row.size(); ++i)
    if (!std::isnan(row[i])) entries.push_back(i);
  return entries;
}

}  // namespace

void validate(const LinearGaussianModel& model) {
  const Index n = model.F.rows(), D = model.H.rows();
  const auto check = [](const char* name, const Matrix& A, Index rows, Index cols) {
    require(A.rows() == rows && A.cols() == cols, name, concat(rows, " x ", cols),
            concat(A.rows(), " x ", A.cols()));
  };
  check("F", model.F, n, n);
  check("H", model.H, D, n);
  check("Q", model.Q, n, n);
  check("R", model.R, D, D);
  check("mean", model.mean, n, 1);
  check("covariance", model.covariance, n, n);
}

LinearGaussianFilter::LinearGaussianFilter(LinearGaussianModel model, const MemoryFactors& memory)
    : model_(std::move(model)), memory_(memory) {
  validate(model_);
}

void LinearGaussianFilter::predict() {
  if (!std::exchange(started_, true)) return;
  model_.mean = model_.F * model_.mean;
  model_.covariance = model_.F * model_.covariance * model_.F.transpose() + model_.Q;
  symmetrise(model_.covariance);
}

void LinearGaussianFilter::update(const RowView& row) {
  require(row.size() == model_.H.rows(), "row", concat(model_.H.rows(), " entries"), row.size());
  if (!started_) predict();
  const std::vector<Index> seen = observed_entries(row);
  if (seen.empty()) return;
  const Matrix H = model_.H(seen, Eigen::all), R = model_.R(seen, seen);
  const Vector y = row(seen).transpose();
  const Vector d = y - H * model_.mean;
  const Matrix PHt = model_.covariance * H.transpose();
  const Matrix S = H * PHt + R;
  Matrix L = S, both(PHt.rows() + 1, PHt.cols());
  both << PHt, d.transpose();
  const std::optional<Matrix> solved = solve_on_the_right(both, S);
  if (!solved || !cholesky(L)) {  // not a covariance any more
    model_.mean.setConstant(kUnknown);
    log_likelihood_ = kUnknown;
    return;
  }
  const Matrix K = solved->topRows(PHt.rows());
  const double distance = solved->bottomRows(1).transpose().col(0).dot(d);
  const double log_determinant = 2.0 * L.diagonal().array().log().sum();
  log_likelihood_ -= 0.5 * (distance + log_determinant +
                            static_cast<double>(seen.size()) * std::log(2.0 * std::numbers::pi));
  const Vector correction = K * d;
  model_.mean += correction;
  // Joseph's form keeps the covariance positive whatever the rounding.
  const Matrix I_KH = Matrix::Identity(K.rows(), K.rows()) - K * H;
  model_.covariance = I_KH * model_.covariance * I_KH.transpose() + K * R * K.transpose();
  symmetrise(model_.covariance);

  if (memory_.measurement < 1.0) {
    const Vector e = y - H * model_.mean;
    model_.R(seen, seen) =
        memory_.measurement * R +
        (1.0 - memory_.measurement) * (e * e.transpose() + H * model_.covariance * H.transpose());
  }
  if (memory_.process < 1.0)
    model_.Q =
        memory_.process * model_.Q + (1.0 - memory_.process) * correction * correction.transpose();
}

}  // namespace elto
