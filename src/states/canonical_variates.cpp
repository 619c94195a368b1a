// SPDX-License-Identifier: Apache-2.0
#include "elto/states/canonical_variates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

constexpr Index kRowsPerNumber = 8;  // of a window, at least

/// Rows first, ..., first - h + 1 side by side for step = -1, first, ..., first + h - 1 for 1.
RowVector window_at(const Matrix& rows, Index first, Index h, Index step) {
  const Index D = rows.cols();
  RowVector window(h * D);
  for (Index l = 0; l < h; ++l) window.segment(l * D, D) = rows.row(first + step * l);
  return window;
}

struct Windows {
  Matrix past, future;
};

Windows windows_of(const std::vector<Matrix>& sequences, Index h) {
  std::vector<RowVector> past, future;
  for (const Matrix& rows : sequences)
    for (Index t = h - 1; t + h < rows.rows(); ++t) {
      if (!rows.middleRows(t - h + 1, 2 * h).allFinite()) continue;
      past.push_back(window_at(rows, t, h, -1));
      future.push_back(window_at(rows, t + 1, h, 1));
    }
  Windows windows;
  windows.past.resize(std::ssize(past), h * sequences.front().cols());
  windows.future.resizeLike(windows.past);
  for (std::size_t i = 0; i < past.size(); ++i) {
    windows.past.row(static_cast<Index>(i)) = past[i];
    windows.future.row(static_cast<Index>(i)) = future[i];
  }
  windows.past.rowwise() -= windows.past.colwise().mean().eval();
  windows.future.rowwise() -= windows.future.colwise().mean().eval();
  return windows;
}

/// Eigenvectors of a covariance, the largest first, with the eigenvalues beyond `least`.
struct Axes {
  Matrix vectors;
  Vector values;
};

Axes axes(Matrix covariance, double least, Index most) {
  Vector values(covariance.rows());
  if (!symmetric_eigen(covariance, values)) return {Matrix(covariance.rows(), 0), Vector(0)};
  const Index count = std::min<Index>((values.array() > least).count(), most);
  return {covariance.rightCols(count).rowwise().reverse(), values.tail(count).reverse()};
}

/// D x k.
Matrix principal_directions(const std::vector<Matrix>& sequences, double noise, Index h) {
  const Index D = sequences.front().cols();
  Matrix sum = Matrix::Zero(D, D);
  RowVector mean = RowVector::Zero(D);
  Index count = 0;
  for (const Matrix& rows : sequences)
    for (Index t = 0; t < rows.rows(); ++t) {
      if (!rows.row(t).allFinite()) continue;
      sum.selfadjointView<Eigen::Lower>().rankUpdate(rows.row(t).transpose());
      mean += rows.row(t);
      ++count;
    }
  if (count == 0) return Matrix(D, 0);
  const auto N = static_cast<double>(count);
  mean /= N;
  Matrix covariance = sum.selfadjointView<Eigen::Lower>();
  covariance = covariance / N - mean.transpose() * mean;
  const double edge = noise * std::pow(1.0 + std::sqrt(static_cast<double>(D) / N), 2);
  return axes(std::move(covariance), edge, count / (kRowsPerNumber * h)).vectors;
}

/// Columns turned and scaled to be uncorrelated and of variance 1: X times this. Directions in
/// which nothing varies are left out.
Matrix whitening(const Matrix& X) {
  constexpr double kNothing = 1e-10;
  const Matrix covariance = X.transpose() * X / static_cast<double>(X.rows());
  const double largest = covariance.diagonal().maxCoeff();
  const Axes found = axes(covariance, kNothing * largest, X.cols());
  return found.vectors * found.values.cwiseSqrt().cwiseInverse().asDiagonal();
}

}  // namespace

void validate(const CanonicalVariateOptions& options) {
  require(options.window >= 1, "window", "at least 1", options.window);
  require(options.most >= 1, "most", "at least 1", options.most);
}

Matrix CanonicalVariates::of(const MatrixView& path) const {
  const Matrix rows = path;
  Matrix z = Matrix::Constant(rows.rows(), dimension(), std::numeric_limits<double>::quiet_NaN());
  if (dimension() == 0) return z;
  for (Index t = window - 1; t < rows.rows(); ++t)
    z.row(t).noalias() = window_at(rows, t, window, -1) * weights;
  return z;
}

CanonicalVariates canonical_variates(const std::vector<Matrix>& sequences, const RowVector& noise,
                                     const CanonicalVariateOptions& options) {
  validate(options);
  require(!sequences.empty(), "sequences", "at least 1", sequences.size());
  const Index h = options.window, D = sequences.front().cols();
  const Matrix principal = principal_directions(sequences, noise.mean(), h);
  const Index k = principal.cols();
  CanonicalVariates variates{h, Matrix(h * D, 0), Vector(0)};
  if (k == 0) return variates;
  std::vector<Matrix> components;
  components.reserve(sequences.size());
  for (const Matrix& rows : sequences) components.emplace_back(rows * principal);
  const auto [P, F] = windows_of(components, h);
  if (P.rows() < kRowsPerNumber * h * k / 2) return variates;

  const Matrix A = whitening(P), B = whitening(F);
  const auto N = static_cast<double>(P.rows());
  const std::optional<SingularDecomposition> found =
      singular_decomposition((P * A).transpose() * (F * B) / N);
  if (!found) return variates;
  const double a = static_cast<double>(h * k) / N, edge = 4.0 * a * (1.0 - a);
  const Vector& r = found->values;
  const Index K = std::min<Index>((r.array().square() > edge).count(), options.most);
  if (K == 0) return variates;
  const Matrix in_components = A * found->U.leftCols(K);
  variates.correlations = r.head(K);
  variates.weights.resize(h * D, K);
  for (Index l = 0; l < h; ++l)
    variates.weights.middleRows(l * D, D) = principal * in_components.middleRows(l * k, k);
  return variates;
}

}  // namespace elto
