// SPDX-License-Identifier: Apache-2.0
// A field from a data file. In files of named arrays (NPZ, MAT, HDF5) it is a matrix whose sides
// are as long as the grids x and t, whichever way it lies; where both are equally long, rows are
// places, as published files have it. In the other formats rows are times and columns places.
#pragma once

#include <string>
#include <vector>

#include "elto/series/field.hpp"

#include "named_arrays.hpp"

namespace elto {

struct FieldReadOptions {
  std::string variable = {};  ///< name of the array; empty: u, usol or the only one
  std::string space = {};     ///< name of the array of places; empty: x
  std::string time = {};      ///< of the times, array or column; empty: found
  double space_step = 0.0;    ///< in place of an array of places; 0: none
  double time_step = 0.0;     ///< in place of an array or a column of times; 0: none
  bool transposed = false;    ///< rows and columns are the other way round
};

struct FieldFile {
  Field field = {};
  std::vector<std::string> notes = {};  ///< what a reader has to know, such as parts left out
};

/// The output of `elto denoise` is read without its standard deviations. Throws IoError for what is
/// not there, listing what is, and for a field that is not valid (series/field.hpp).
FieldFile read_field(const std::string& path, const FieldReadOptions& options = {});

/// The field among the arrays of such a file.
FieldFile field_among(const std::vector<NamedArray>& arrays, const std::string& name_for_messages,
                      const FieldReadOptions& options = {});

}  // namespace elto
