// SPDX-License-Identifier: Apache-2.0
// Named arrays as NPZ, MAT and HDF5 have them, made of the bytes of a fuzzer. Those formats carry
// checksums and trees of offsets, behind which a fuzzer hardly ever comes.
#pragma once

#include <string>
#include <vector>

#include "files/named_arrays.hpp"

#include <fuzzer/FuzzedDataProvider.h>

namespace elto::fuzz {

/// Often one that a reader knows.
std::string taken_name(FuzzedDataProvider& input);

/// A few small ones: numbers, text, or neither.
std::vector<NamedArray> taken_arrays(FuzzedDataProvider& input);

}  // namespace elto::fuzz
