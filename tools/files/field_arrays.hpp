// SPDX-License-Identifier: Apache-2.0
// A field in files of named arrays (NPZ, MAT, HDF5), as published test cases of equation discovery
// hold it:
//
//   x     D places
//   t     T times
//   u     D x T, as observed: rows are places here
//   du    D x T, with more noise
//   usol  D x T, without noise
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elto/io/column_roles.hpp"
#include "elto/series/field.hpp"

#include "named_arrays.hpp"

namespace elto {

struct NamedField {
  std::string name = {};  ///< "u", "du", "usol"
  Field field = {};
};

/// All on the grid of the first.
std::vector<NamedArray> field_arrays(const std::vector<NamedField>& fields);

/// Nothing if the arrays are no field: without x and t, or without a matrix of that shape. Which
/// one is read may be said by the selection of columns; else it is u, usol or the only one. Throws
/// IoError if that leaves a choice.
std::optional<Field> find_field(const std::vector<NamedArray>& arrays,
                                std::string_view name_for_messages,
                                const ReadOptions& options = {});

}  // namespace elto
