// SPDX-License-Identifier: Apache-2.0
#include "elto/core/types.hpp"

#include <type_traits>

#include <gtest/gtest.h>

namespace elto {
namespace {

const double* address(const RowView& row) {
  return row.data();
}
const double* address_of_matrix(const MatrixView& matrix) {
  return matrix.data();
}
const double* address_of_vector(const VectorView& vector) {
  return vector.data();
}

TEST(Types, EverythingIsDoublePrecisionAndSignedIndices) {
  static_assert(std::is_same_v<Matrix::Scalar, double>);
  static_assert(std::is_same_v<Vector::Scalar, double>);
  static_assert(std::is_same_v<RowVector::Scalar, double>);
  static_assert(std::is_signed_v<Index>);
}

TEST(Types, RowsAreTimeAndColumnsAreContiguous) {
  const Matrix y{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}};
  ASSERT_EQ(y.rows(), 3);
  ASSERT_EQ(y.cols(), 2);
  EXPECT_EQ(y.data()[1], 3.0);  // the next time step of the same channel
}

TEST(Types, ARowOfASeriesBindsToARowViewWithoutACopy) {
  const Matrix y = Matrix::Zero(4, 3);
  for (Index t = 0; t < y.rows(); ++t) EXPECT_EQ(address(y.row(t)), y.data() + t);
}

TEST(Types, ARowViewReadsAcrossTheStride) {
  const Matrix y{{1.0, 2.0}, {3.0, 4.0}};
  const RowView row = y.row(1);
  EXPECT_EQ(row[0], 3.0);
  EXPECT_EQ(row[1], 4.0);
}

TEST(Types, ARowVectorBindsToARowViewWithoutACopy) {
  const RowVector row = RowVector::Zero(3);
  EXPECT_EQ(address(row), row.data());
}

TEST(Types, BlocksAndColumnsBindWithoutACopy) {
  const Matrix y = Matrix::Zero(5, 3);
  EXPECT_EQ(address_of_matrix(y.middleRows(2, 2)), y.data() + 2);
  EXPECT_EQ(address_of_vector(y.col(1)), y.data() + 5);
}

}  // namespace
}  // namespace elto
