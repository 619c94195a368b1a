// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/gaussian_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "elto/core/error.hpp"

#include "series/reflected.hpp"

namespace elto {
namespace {

/// n x n.
Matrix weights(Index n, double width) {
  if (width == 0.0) return Matrix::Identity(n, n);
  constexpr double kFarthest = 4.0;  // widths, beyond which nothing is left to add
  const auto reach = static_cast<Index>(std::ceil(kFarthest * width));
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index offset = -reach; offset <= reach; ++offset) {
      const double distance = static_cast<double>(offset) / width;
      A(i, reflected(i + offset, n)) += std::exp(-0.5 * distance * distance);
    }
  return A.array().colwise() / A.rowwise().sum().array();
}

/// |u - smoothed|^2 / n + sigma^2 (2 trace / n - 1).
double stein(double squares, double trace, double entries, double variance) {
  return squares / entries + variance * (2.0 * trace / entries - 1.0);
}

std::vector<double> widths_up_to(double largest) {
  std::vector<double> widths{0.0};
  const auto next = [&] {
    return 0.5 * std::pow(2.0, 0.5 * static_cast<double>(widths.size() - 1));
  };
  while (next() <= largest) widths.push_back(next());
  return widths;
}

}  // namespace

Matrix gaussian_smoothed(const MatrixView& values, const GaussianWidths& widths) {
  require(widths.rows >= 0.0 && widths.columns >= 0.0, "widths", "at least 0",
          std::min(widths.rows, widths.columns));
  return weights(values.rows(), widths.rows) * values *
         weights(values.cols(), widths.columns).transpose();
}

double estimated_error(const MatrixView& values, const GaussianWidths& widths, double variance) {
  const double trace =
      weights(values.rows(), widths.rows).trace() * weights(values.cols(), widths.columns).trace();
  return stein((values - gaussian_smoothed(values, widths)).squaredNorm(), trace,
               static_cast<double>(values.size()), variance);
}

GaussianWidths gaussian_widths(const MatrixView& values, double variance) {
  require(values.size() > 0 && values.allFinite(), "values", "finite numbers", "others, or none");
  require(variance >= 0.0, "variance", "at least 0", variance);
  constexpr double kShare = 0.1;
  const auto across = widths_up_to(kShare * static_cast<double>(values.cols()));
  std::vector<Matrix> weights_across;
  weights_across.reserve(across.size());
  for (const double columns : across) weights_across.push_back(weights(values.cols(), columns));
  GaussianWidths best;
  double least = std::numeric_limits<double>::infinity();
  for (const double rows : widths_up_to(kShare * static_cast<double>(values.rows()))) {
    const Matrix A = weights(values.rows(), rows), moved = A * values;
    for (std::size_t j = 0; j < across.size(); ++j) {
      const Matrix& B = weights_across[j];
      const double error =
          stein((values - moved * B.transpose()).squaredNorm(), A.trace() * B.trace(),
                static_cast<double>(values.size()), variance);
      if (error >= least) continue;
      least = error;
      best = {rows, across[j]};
    }
  }
  return best;
}

}  // namespace elto
