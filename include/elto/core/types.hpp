// SPDX-License-Identifier: Apache-2.0
// The vocabulary of the whole library. A series is T x D: rows are time, columns are channels,
// never transposed; NaN is a missing entry; a list of series is several sequences.
#pragma once

#include <Eigen/Core>

namespace elto {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowVector = Eigen::RowVectorXd;

using MatrixView = Eigen::Ref<const Matrix>;
using VectorView = Eigen::Ref<const Vector>;
/// One row of a T x D matrix; strided, so that y.row(t) is passed without a copy.
using RowView = Eigen::Ref<const RowVector, 0, Eigen::InnerStride<>>;

}  // namespace elto
