// SPDX-License-Identifier: Apache-2.0
// Just enough of NumPy's .npy format to read the golden arrays: float64, C order, at most 2-D.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "elto/core/types.hpp"

namespace elto::testing {

inline Matrix read_npy(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (bytes.size() < 10 || bytes.compare(1, 5, "NUMPY") != 0)
    throw std::runtime_error("not a .npy file: " + path.string());
  std::uint16_t length = 0;
  std::memcpy(&length, bytes.data() + 8, 2);
  const std::string header = bytes.substr(10, length);
  const std::size_t shape = header.find('(');
  long rows = 0, cols = 1;  // "(120, 3)" or "(120,)"
  if (header.find("'<f8'") == std::string::npos || header.find("False") == std::string::npos ||
      shape == std::string::npos ||
      std::sscanf(header.c_str() + shape, "(%ld, %ld)", &rows, &cols) < 1)
    throw std::runtime_error("unexpected .npy header: " + header);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values(rows, cols);
  std::memcpy(values.data(), bytes.data() + 10 + length,
              sizeof(double) * static_cast<std::size_t>(values.size()));
  return values;
}

}  // namespace elto::testing
