// SPDX-License-Identifier: Apache-2.0
// Just enough of NumPy's .npy format to read the golden arrays: float64, C order, at most 2-D.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
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
  std::smatch shape;
  if (header.find("'<f8'") == std::string::npos || header.find("False") == std::string::npos ||
      !std::regex_search(header, shape, std::regex(R"(\((\d+),\s*(\d*)\))")))
    throw std::runtime_error("unexpected .npy header: " + header);
  const Index rows = std::stol(shape[1]), cols = shape[2].length() > 0 ? std::stol(shape[2]) : 1;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values(rows, cols);
  std::memcpy(values.data(), bytes.data() + 10 + length,
              sizeof(double) * static_cast<std::size_t>(values.size()));
  return values;
}

}  // namespace elto::testing
