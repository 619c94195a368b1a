// SPDX-License-Identifier: Apache-2.0
// A series from and to a data file of any kind; the extension says which.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elto/io/column_roles.hpp"
#include "elto/series/series.hpp"

#include "field_arrays.hpp"

namespace elto {

struct DataFormat {
  std::string_view extension;    ///< ".csv"
  std::string_view description;  ///< "comma-separated text"
};

/// Every format that is read and written, for help texts.
std::vector<DataFormat> data_formats();

/// "-" is standard input: NPY if it begins as such, delimited text otherwise. Throws IoError.
Series read_data(const std::string& path, const ReadOptions& options = {});

/// The arrays of a file that holds named ones (NPZ, MAT, HDF5); nothing for the other formats.
std::optional<std::vector<NamedArray>> read_arrays(const std::string& path);

/// The content of a file with that extension. NPY holds the values only. Throws IoError for an
/// extension that is not known, listing those that are.
std::string data_bytes(const Series& series, std::string_view extension);

enum class Overwrite { refuse, replace };

/// Whole or not at all. "-" is standard output, as comma-separated text.
void write_data(const Series& series, const std::string& path, Overwrite overwrite);

/// A field and others on its grid. NPZ, MAT and HDF5 hold all of them, as field_arrays.hpp says;
/// the other formats the first, as a series.
void write_fields(const std::vector<NamedField>& fields, const std::string& path,
                  Overwrite overwrite);

}  // namespace elto
