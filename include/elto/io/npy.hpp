// SPDX-License-Identifier: Apache-2.0
// Arrays as NumPy saves them: "\x93NUMPY", a version, and a Python dictionary that says how the
// bytes after it are to be read.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "elto/io/column_roles.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Numbers or text; the other one is empty.
struct NpyArray {
  Matrix values = {};                     ///< 0-d: 1 x 1; 1-D: T x 1; 2-D as it is
  std::vector<std::string> strings = {};  ///< UTF-8; those of a 2-D array row by row
};

/// Versions 1.0 to 3.0; floats of 4 and 8 bytes, integers, booleans and text, in either byte order,
/// in C or Fortran order. Integers beyond 2^53 are rounded. Throws IoError for anything else, for
/// more than two dimensions and for a size that is not the one the header tells.
NpyArray parse_npy(std::string_view bytes, std::string_view name_for_messages);

bool is_npy(std::string_view bytes);

/// 2-D and in C order; a Vector and text are 1-D.
std::string to_npy(const Matrix& values);
std::string to_npy(const Vector& values);
/// Throws InvalidArgument for text that is not UTF-8.
std::string to_npy(const std::vector<std::string>& strings);

/// The channels of a series in an NPY file have no names, so none can be asked for.
Series parse_npy_series(std::string_view bytes, std::string_view name_for_messages,
                        const ReadOptions& options = {});
Series read_npy(const std::filesystem::path& path, const ReadOptions& options = {});
/// The values only.
void write_npy(const Series& series, const std::filesystem::path& path);

}  // namespace elto
