// SPDX-License-Identifier: Apache-2.0
// Named arrays and a description in one file: the container under the model file. It is simple
// enough to be read without this library, and checked so that a damaged file is never taken for a
// good one.
//
//   bytes 0-7    "ELTOFILE"
//         8-11   u32  format version, 1
//         12-15  u32  0
//         16-23  u64  length of the header
//         24-    JSON header, padded with blanks; the data begin after it, at a multiple of 64
//         ...    float64 arrays, column by column; each begins at a multiple of 64
//         last 8 u64  CRC-64/XZ of all bytes before
//
// Everything is little-endian. The header is {"kind", "kind_version", "meta", "arrays": [{"name",
// "rows", "cols", "offset"}]}, offsets counted from the beginning of the data. In NumPy:
//
//   raw = open(path, "rb").read()
//   begin = 24 + int.from_bytes(raw[16:24], "little")
//   for a in json.loads(raw[24:begin])["arrays"]:
//       x = np.frombuffer(raw, "<f8", a["rows"] * a["cols"], begin + a["offset"])
//       x = x.reshape(a["rows"], a["cols"], order="F")
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct ArrayFile {
  std::string kind = {};    ///< what the arrays are: "model"
  int kind_version = 1;     ///< version of that kind, not of the file
  std::string meta = "{}";  ///< a JSON object, as text
  std::vector<std::pair<std::string, Matrix>> arrays = {};  ///< names differ; the order is kept
  std::string name = "array file";                          ///< for messages; the path when read

  /// Throws IoError if it holds something else, or a version of it that is newer.
  void require_kind(std::string_view expected, int newest_version) const;
  /// Throws IoError, naming the array, if there is none of that name.
  const Matrix& array(std::string_view array_name) const;
  /// Also if it has another shape.
  const Matrix& array(std::string_view array_name, Index rows, Index cols) const;
};

/// Throws InvalidArgument for a meta that is not a JSON object, a name used twice, or text that is
/// not UTF-8.
std::string to_bytes(const ArrayFile& file);

/// Throws IoError for what is not an array file, is truncated, altered, of a newer format, or has a
/// header that is not understood; the message says which.
ArrayFile from_bytes(std::string_view bytes, std::string_view name_for_messages);

void write_array_file(const ArrayFile& file, const std::filesystem::path& path);
ArrayFile read_array_file(const std::filesystem::path& path);

}  // namespace elto
