// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/stein_risk.hpp"

#include "elto/core/error.hpp"

namespace elto {

double stein_risk(const Smoother& smoother, const Matrix& rows, const RowVector& deviations,
                  Rng& rng) {
  require(deviations.size() == rows.cols(), "deviations",
          concat("one for each channel, ", rows.cols()), deviations.size());
  require((deviations.array() >= 0.0).all(), "deviations", "at least 0", deviations.minCoeff());
  constexpr double kChange = 0.2;  // small beside the noise, large beside where pivots change
  const Matrix change = rng.normal(rows.rows(), rows.cols()) * deviations.asDiagonal();
  const Matrix smoothed = smoother(rows), changed = smoother(rows + kChange * change);
  const double follows = change.cwiseProduct(changed - smoothed).mean() / kChange;
  return (smoothed - rows).cwiseAbs2().mean() - deviations.cwiseAbs2().mean() + 2.0 * follows;
}

}  // namespace elto
