// SPDX-License-Identifier: Apache-2.0
// Datasets in the root group of an HDF5 file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "named_arrays.hpp"

namespace elto {

/// Numbers of every kind, booleans of h5py among them, and strings of fixed and variable length.
/// Groups and links to other files are passed over. Throws IoError for what is no HDF5 file or is
/// damaged.
std::vector<NamedArray> parse_hdf5(std::string_view bytes, std::string_view name_for_messages);
std::vector<NamedArray> read_hdf5(const std::filesystem::path& path);

/// Numbers as float64, text as UTF-8 strings of variable length, which is what h5py writes.
std::string to_hdf5(const std::vector<NamedArray>& arrays);

}  // namespace elto
