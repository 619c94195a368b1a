// SPDX-License-Identifier: Apache-2.0
// MATLAB's data files, through matio.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "named_arrays.hpp"

namespace elto {

/// Real matrices of every kind become numbers, as do complex ones whose imaginary parts are traces
/// of a computation, at most 1e-5 of the largest number; character matrices and cell arrays of
/// strings become text. Throws IoError for what is no MAT file or is damaged.
std::vector<NamedArray> read_mat(const std::filesystem::path& path);

/// Version 5, which every MATLAB and SciPy reads; text becomes a cell array. The same arrays give
/// the same bytes.
std::string to_mat(const std::vector<NamedArray>& arrays);

}  // namespace elto
