// SPDX-License-Identifier: Apache-2.0
#include "elto/series/cubic_spline.hpp"

#include <algorithm>

#include "elto/core/error.hpp"

namespace elto {
namespace {

/// The second derivatives M at the knots. At the inner knots, with gaps h and slopes s between
/// them,
///   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (s_i - s_{i-1}),
/// and at the ends the third derivatives left and right of the second knot are the same:
///   M_0 = M_1 + (M_1 - M_2) h_0 / h_1,
/// which, put into the first equation (and likewise the last), leaves a tridiagonal system.
Matrix curvatures(const Vector& gaps, const Matrix& values) {
  const Index n = values.rows(), inner = n - 2;
  const Matrix slopes =
      gaps.cwiseInverse().asDiagonal() * (values.bottomRows(n - 1) - values.topRows(n - 1));
  Vector below = gaps.head(inner), above = gaps.tail(inner);
  Vector diagonal = 2.0 * (below + above);
  const double first = gaps[0] / gaps[1], last = gaps[n - 2] / gaps[n - 3];
  diagonal[0] += gaps[0] * (1.0 + first);
  above[0] -= gaps[0] * first;
  diagonal[inner - 1] += gaps[n - 2] * (1.0 + last);
  below[inner - 1] -= gaps[n - 2] * last;

  Matrix M = Matrix::Zero(n, values.cols());
  M.middleRows(1, inner) = 6.0 * (slopes.bottomRows(inner) - slopes.topRows(inner));
  for (Index i = 1; i < inner; ++i) {
    const double factor = below[i] / diagonal[i - 1];
    diagonal[i] -= factor * above[i - 1];
    M.row(i + 1) -= factor * M.row(i);
  }
  for (Index i = inner - 1; i >= 0; --i) {
    if (i + 1 < inner) M.row(i + 1) -= above[i] * M.row(i + 2);
    M.row(i + 1) /= diagonal[i];
  }
  M.row(0) = M.row(1) + first * (M.row(1) - M.row(2));
  M.row(n - 1) = M.row(n - 2) + last * (M.row(n - 2) - M.row(n - 3));
  return M;
}

}  // namespace

Matrix cubic_spline(const VectorView& knots, const MatrixView& values, const VectorView& times) {
  const Index n = knots.size();
  require(n >= 4, "knots", "at least 4", n);
  require(values.rows() == n, "values rows", concat(n, ", one per knot"), values.rows());
  const Vector gaps = knots.tail(n - 1) - knots.head(n - 1);
  require((gaps.array() > 0.0).all(), "knots", "increasing", "a step back or none");
  const Matrix M = curvatures(gaps, values);

  Matrix at(times.size(), values.cols());
  for (Index t = 0; t < times.size(); ++t) {
    const auto next = std::upper_bound(knots.data() + 1, knots.data() + n - 1, times[t]);
    const Index i = next - knots.data() - 1;
    const double h = gaps[i], b = (times[t] - knots[i]) / h, a = 1.0 - b;
    at.row(t) = a * values.row(i) + b * values.row(i + 1) +
                h * h / 6.0 * ((a * a * a - a) * M.row(i) + (b * b * b - b) * M.row(i + 1));
  }
  return at;
}

}  // namespace elto
