// SPDX-License-Identifier: Apache-2.0
#include "report/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/encode.hpp"

namespace elto::page {
namespace {

/// Means of blocks of so many rows; the last one may have fewer.
Matrix merged_rows(const Matrix& values, Index block) {
  const Index count = (values.rows() + block - 1) / block;
  Matrix merged(count, values.cols());
  for (Index i = 0; i < count; ++i) {
    const Index first = i * block;
    merged.row(i) =
        values.middleRows(first, std::min(block, values.rows() - first)).colwise().mean();
  }
  return merged;
}

Matrix merged(const Matrix& field, Index most) {
  const auto block = [most](Index size) { return (size + most - 1) / most; };
  const Matrix rows = merged_rows(field, block(field.rows()));
  return merged_rows(rows.transpose(), block(field.cols())).transpose();
}

char level(double value, const ColourScale& scale) {
  const double share = (value - scale.low) / (scale.high - scale.low);
  const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  return static_cast<char>(static_cast<unsigned char>(std::lround(255.0 * clamped)));
}

}  // namespace

ColourScale common_scale(const std::vector<const Matrix*>& fields) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Matrix* const field : fields)
    for (const double value : field->reshaped())
      if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
  return low < high ? ColourScale{low, high} : ColourScale{};
}

HeatMap heat_map(const Matrix& field, const ColourScale& scale, Index most) {
  const Matrix points = merged(field, most);
  HeatMap map{.width = points.rows(), .height = points.cols()};
  std::string bytes;
  for (Index j = points.cols() - 1; j >= 0; --j)
    for (Index t = 0; t < points.rows(); ++t) bytes.push_back(level(points(t, j), scale));
  map.levels = base64(bytes);
  return map;
}

}  // namespace elto::page
