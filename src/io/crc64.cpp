// SPDX-License-Identifier: Apache-2.0
#include "elto/io/crc64.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace elto {
namespace {

using Table = std::array<std::uint64_t, 256>;

// tables[k][b] is the effect of byte b followed by k zero bytes, so that eight bytes are taken with
// eight independent lookups instead of eight that wait for one another.
constexpr std::array<Table, 8> make_tables() {
  constexpr std::uint64_t kReflectedPolynomial = 0xC96C5795D7870F42;
  std::array<Table, 8> tables{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::uint64_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ (rest % 2 * kReflectedPolynomial);
    tables[0][byte] = rest;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint64_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  return tables;
}

constexpr std::array<Table, 8> kTables = make_tables();

static_assert(std::endian::native == std::endian::little, "the first byte of eight is the lowest");

}  // namespace

std::uint64_t crc64(std::string_view bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes.data() + i, sizeof eight);
    crc ^= eight;
    std::uint64_t next = 0;
    for (std::size_t k = 0; k < 8; ++k) next ^= kTables[7 - k][(crc >> (8 * k)) & 0xFF];
    crc = next;
  }
  for (; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    crc = (crc >> 8) ^ kTables[0][(crc ^ byte) & 0xFF];
  }
  return ~crc;
}

}  // namespace elto
