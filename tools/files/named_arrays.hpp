// SPDX-License-Identifier: Apache-2.0
// A series as a set of named arrays, the common ground of NPZ, MAT and HDF5. We write
//
//   values       T x D
//   channels     D names, if there are any
//   time         T, if there is a time column
//   time_name    its name, if that is not "time"
//   time_labels  T timestamps as they were read, if it had any
//
// and read that, or any numeric arrays with the same number T of rows: a column is a channel named
// like its array, the columns of a wider array x are x_0, x_1, ...; rows of T entries count as
// columns. A field (field_arrays.hpp) is read as the series it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/io/column_roles.hpp"
#include "elto/series/series.hpp"

namespace elto {

struct NamedArray {
  std::string name = {};
  Matrix values = {};                     ///< numbers
  std::vector<std::string> strings = {};  ///< or text
  std::string problem = {};  ///< or why it can be neither, such as "is complex"; matters if needed
  double imaginary = 0.0;    ///< largest imaginary part, if there were any: traces, left out
};

/// One-dimensional, where the format knows such arrays: a single column, but never the values.
bool is_vector(const NamedArray& array);

/// Nothing where no array has the name.
const NamedArray* find_array(const std::vector<NamedArray>& arrays, std::string_view name);

/// "'x' (256 x 1), 'note' (text of 1)", for messages.
std::string listed(const std::vector<NamedArray>& arrays);

/// The selection may name a column (x_1) or all columns of an array (x). Throws IoError for arrays
/// that make no series; the message lists them with their shapes.
Series to_series(std::vector<NamedArray> arrays, std::string_view name_for_messages,
                 const ReadOptions& options = {});

std::vector<NamedArray> to_arrays(const Series& series);

}  // namespace elto
