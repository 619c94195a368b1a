// SPDX-License-Identifier: Apache-2.0
// A time series: T x D values, rows are time, NaN is missing, with the names of its channels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// When each row was taken; it travels from input to output and is not computed with.
struct TimeColumn {
  std::string name = {};                 ///< of the column; "time" if it had none
  Vector values = {};                    ///< T; seconds since 1970-01-01T00:00Z for timestamps
  std::vector<std::string> labels = {};  ///< T timestamps as they were read; none if numeric

  bool empty() const { return values.size() == 0; }
};

/// Columns that are given and not estimated: what drives the series, or stands for what does
/// (series/inputs.hpp).
struct Inputs {
  Matrix values = {};                   ///< T x U
  std::vector<std::string> names = {};  ///< U

  Index count() const { return values.cols(); }
  bool empty() const { return count() == 0; }
};

struct Series {
  Matrix values = {};                      ///< T x D
  std::vector<std::string> channels = {};  ///< D names, or none
  TimeColumn time = {};                    ///< empty if there is none
  Inputs inputs = {};                      ///< none by default

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
/// Those of several sequences of the same system. Throws InvalidArgument for sequences that are not
/// valid or differ in their columns, and if there is no run.
std::vector<Matrix> observed_runs(const std::vector<Series>& sequences);

/// The rows of all sequences in one matrix, and how many each of them has.
Matrix stacked(const std::vector<Matrix>& sequences);
std::vector<Index> row_counts(const std::vector<Matrix>& sequences);

}  // namespace elto
