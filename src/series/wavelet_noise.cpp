// SPDX-License-Identifier: Apache-2.0
#include "elto/series/wavelet_noise.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "series/median.hpp"
#include "series/reflected.hpp"

namespace elto {
namespace {

// The high-pass filter db2, (-h0, h1, -h2, h3) with
// h = (1 + sqrt 3, 3 + sqrt 3, 3 - sqrt 3, 1 - sqrt 3) / (4 sqrt 2).
constexpr std::array kHighPass = {-0.48296291314453414, 0.83651630373780790, -0.22414386804201338,
                                  -0.12940952255126037};

/// Of each column.
Matrix details(const MatrixView& y) {
  const Index n = y.rows();
  if (n == 0) return y;
  Matrix d = Matrix::Zero((n + 3) / 2, y.cols());
  for (Index i = 0; i < d.rows(); ++i)
    for (Index j = 0; j < 4; ++j)
      d.row(i) += kHighPass[static_cast<std::size_t>(j)] * y.row(reflected(2 * i + 1 - j, n));
  return d;
}

double deviation(const MatrixView& d) {
  std::vector<double> sizes;
  bool any = false;
  for (const double coefficient : d.reshaped()) {
    any = any || std::isfinite(coefficient);
    if (std::isfinite(coefficient) && coefficient != 0.0) sizes.push_back(std::abs(coefficient));
  }
  if (!any) return std::numeric_limits<double>::quiet_NaN();
  return sizes.empty() ? 0.0 : kMedianToDeviation * median(std::move(sizes));
}

}  // namespace

double wavelet_noise(const Field& field) {
  return deviation(details(details(field.values).transpose()));
}

RowVector wavelet_noise(const Series& series) {
  const Matrix d = details(series.values);
  RowVector sigma(series.dimension());
  for (Index j = 0; j < d.cols(); ++j) sigma[j] = deviation(d.col(j));
  return sigma;
}

}  // namespace elto
