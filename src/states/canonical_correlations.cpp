// SPDX-License-Identifier: Apache-2.0
#include "elto/states/canonical_correlations.hpp"

#include <optional>
#include <utility>

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {

Matrix centred(Matrix windows) {
  windows.rowwise() -= windows.colwise().mean().eval();
  return windows;
}

Matrix covariance(const Matrix& A, const Matrix& B) {
  return A.transpose() * B / static_cast<double>(A.rows());
}

// C + rho tr(C)/h I
void add_relative_ridge(Matrix& C, double rho) {
  C.diagonal().array() += rho * C.trace() / static_cast<double>(C.rows());
}

CanonicalCorrelations unknown(const DelayWindows& windows, Index dimension, Index values) {
  return {Vector::Constant(dimension, kUnknown),
          Matrix::Constant(dimension, windows.length, kUnknown),
          Vector::Constant(values, kUnknown)};
}

}  // namespace

CanonicalCorrelations canonical_correlations(const DelayWindows& windows, const VectorView& z,
                                             Index dimension, double regularisation) {
  const Matrix P = centred(past_windows(windows, z)), F = centred(future_windows(windows, z));
  Matrix C_pp = covariance(P, P), C_ff = covariance(F, F);
  const Matrix C_fp = covariance(F, P);
  add_relative_ridge(C_pp, regularisation);
  add_relative_ridge(C_ff, regularisation);
  if (!cholesky(C_ff) || !cholesky(C_pp)) return unknown(windows, dimension, z.size());
  const Matrix &L_ff = C_ff, &M_pp = C_pp;
  const auto L = L_ff.triangularView<Eigen::Lower>(), M = M_pp.triangularView<Eigen::Lower>();

  // K = L^-1 C_fp M^-T = U S V^T
  Matrix K = C_fp;
  L.solveInPlace(K);
  M.transpose().solveInPlace<Eigen::OnTheRight>(K);
  const std::optional<SingularDecomposition> found = singular_decomposition(std::move(K));
  if (!found) return unknown(windows, dimension, z.size());
  const Vector s = found->values.head(dimension);
  // Canonical directions a_i = L^-T u_i, b_i = M^-T v_i: s_i = a_i^T C_fp b_i.
  Matrix a = found->U.leftCols(dimension), b = found->V.leftCols(dimension);
  L.transpose().solveInPlace(a);
  M.transpose().solveInPlace(b);

  // d s_i = a_i^T dC_fp b_i - s_i/2 (a_i^T dC_ff a_i + b_i^T dC_pp b_i)
  const Matrix G_fp = a * b.transpose();
  Matrix G_ff = -0.5 * a * s.asDiagonal() * a.transpose();
  Matrix G_pp = -0.5 * b * s.asDiagonal() * b.transpose();
  add_relative_ridge(G_ff, regularisation);  // chain rule of the ridge: the same map on gradients
  add_relative_ridge(G_pp, regularisation);
  const auto n = static_cast<double>(windows.count());
  // Columns of F and P are centred, so the gradients of the centred windows are those of the
  // windows.
  const Matrix dF = (P * G_fp.transpose() + 2.0 * F * G_ff) / n;
  const Matrix dP = (F * G_fp + 2.0 * P * G_pp) / n;

  CanonicalCorrelations result;
  result.correlations = s;
  result.projection = s.cwiseSqrt().asDiagonal() * b.transpose();
  result.gradient = Vector::Zero(z.size());
  for (Index i = 0; i < windows.count(); ++i) {
    const Index start = windows.start[static_cast<std::size_t>(i)];
    result.gradient.segment(start, windows.length) += dP.row(i).reverse().transpose();
    result.gradient.segment(start + windows.length, windows.length) += dF.row(i).transpose();
  }
  return result;
}

}  // namespace elto
