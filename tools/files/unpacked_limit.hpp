// SPDX-License-Identifier: Apache-2.0
// How much memory a file may ask for: a few bytes can claim, or unpack to, any size.
#pragma once

#include <cstdint>

namespace elto {

/// No honest file is packed more tightly: the most that deflate can do.
inline constexpr std::uintmax_t kDeflateRatio = 1032;

/// That many times the size of the file, and 64 MiB for the small ones.
constexpr std::uintmax_t unpacked_limit(std::uintmax_t file_size, std::uintmax_t ratio) {
  return ratio * file_size + (std::uintmax_t{64} << 20);
}

/// An array without entries takes no room, and may have one large size; but each of its columns
/// gets a name, so not one beyond all reason.
constexpr bool is_possible_when_empty(std::uintmax_t rows, std::uintmax_t cols,
                                      std::uintmax_t file_size) {
  return rows <= file_size && cols <= file_size;
}

}  // namespace elto
