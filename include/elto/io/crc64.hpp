// SPDX-License-Identifier: Apache-2.0
// CRC-64/XZ: polynomial 0x42F0E1EBA9EA3693 reflected, all ones before and after.
#pragma once

#include <cstdint>
#include <string_view>

namespace elto {

std::uint64_t crc64(std::string_view bytes);

}  // namespace elto
