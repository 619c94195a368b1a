// SPDX-License-Identifier: Apache-2.0
#include "elto/series/snap.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

constexpr double kMostPlacesPerRow = 100.0;  // a grid that is emptier is a mistake in its step

}  // namespace

Series snap_to_grid(const Series& series, double step) {
  require(step > 0.0 && std::isfinite(step), "step", "positive", step);
  require(!series.time.empty(), "step", "of a series with a time column", "one without");
  const Vector places = (times_of(series).array() / step).round();
  const Index T = series.rows();
  if (T == 0) return series;
  const double first = places[0], count = places[T - 1] - first + 1.0;
  require(count <= kMostPlacesPerRow * static_cast<double>(T), "step",
          concat("long enough for a grid of at most ", kMostPlacesPerRow, " places a row"), step);
  const auto rows = static_cast<Index>(count);
  const auto averaged = [&](const Matrix& values) -> Matrix {
    Matrix sums = Matrix::Zero(rows, values.cols()), counts = Matrix::Zero(rows, values.cols());
    for (Index t = 0; t < T; ++t) {
      const auto k = static_cast<Index>(places[t] - first);
      const auto there = !values.row(t).array().isNaN();
      sums.row(k).array() += there.select(values.row(t), 0.0).array();
      counts.row(k).array() += there.cast<double>();
    }
    return sums.cwiseQuotient(counts);  // 0 / 0 is missing
  };
  Series snapped(averaged(series.values), series.channels);
  if (!series.inputs.empty())
    snapped.inputs = {averaged(series.inputs.values), series.inputs.names};
  snapped.time = {.name = series.time.name,
                  .values = step * Vector::LinSpaced(rows, first, first + count - 1.0),
                  .labels = {}};
  return snapped;
}

}  // namespace elto
