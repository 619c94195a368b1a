// SPDX-License-Identifier: Apache-2.0
// What the sparse regressions share.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// The columns of X divided by their norms. A column of zeros stays.
struct ScaledColumns {
  Matrix values;
  RowVector norms;  ///< 1 for a column of zeros
};
ScaledColumns with_unit_norms(const MatrixView& X);

/// Minimises |y - X w|^2 + alpha |w|^2 over the w that vanish outside the active columns.
Vector ridge(const MatrixView& X, const VectorView& y, double alpha,
             const std::vector<Index>& active);

/// Largest over smallest singular value of X; infinite if its columns are dependent.
double condition_number(const MatrixView& X);

/// 0, 1, ..., count - 1
std::vector<Index> all_columns(Index count);

}  // namespace elto
