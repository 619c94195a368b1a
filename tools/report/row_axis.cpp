// SPDX-License-Identifier: Apache-2.0
#include "report/row_axis.hpp"

#include <algorithm>

namespace elto::page {

RowAxis row_axis(const Series& series) {
  const Vector& time = series.time.values;
  if (!series.time.empty() && time.allFinite() && std::is_sorted(time.begin(), time.end())) {
    if (series.time.labels.empty()) return {RowAxisKind::number, time};
    constexpr double kMillisecondsPerSecond = 1000.0;
    return {RowAxisKind::date, kMillisecondsPerSecond * time};
  }
  const Index rows = series.rows();
  return {RowAxisKind::row, Vector::LinSpaced(rows, 0.0, static_cast<double>(rows - 1)),
          !series.time.empty()};
}

}  // namespace elto::page
