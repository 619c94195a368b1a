// SPDX-License-Identifier: Apache-2.0
// A time series: T x D values, rows are time, NaN is missing, with the names of its channels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct Series {
  Matrix values = {};                      ///< T x D
  std::vector<std::string> channels = {};  ///< D names, or none

  Series() = default;
  Series(Matrix values_, std::vector<std::string> channels_ = {});  // NOLINT: a matrix is a series
  template <class Derived>
  Series(const Eigen::MatrixBase<Derived>& values_)  // NOLINT: and so is what makes one
      : Series(Matrix(values_)) {}

  Index rows() const { return values.rows(); }
  Index dimension() const { return values.cols(); }
};

/// A row takes part in filtering if all its entries are finite, is skipped if all are NaN, and is
/// refused otherwise.
enum class RowKind { observed, missing, unusable };
RowKind kind_of(const RowView& row);

/// Throws InvalidArgument for a series without rows or columns, with an infinity, or with a row of
/// which only some entries are missing; the message names the row and the channel.
void validate(const Series& series, std::string_view argument = "series");

/// The longest runs of consecutive observed rows, in order: a gap ends a sequence.
std::vector<Matrix> observed_runs(const Series& series);

}  // namespace elto
