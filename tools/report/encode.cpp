// SPDX-License-Identifier: Apache-2.0
#include "report/encode.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace elto::page {
namespace {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");

template <class Float>
std::string bytes_of(const VectorView& values) {
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(values.size()) * sizeof(Float));
  for (const double value : values) {
    const auto raw = std::bit_cast<std::array<char, sizeof(Float)>>(static_cast<Float>(value));
    bytes.append(raw.data(), raw.size());
  }
  return bytes;
}

EncodedColumn encode(const VectorView& values, bool single) {
  if (single) return {"f32", base64(bytes_of<float>(values))};
  return {"f64", base64(bytes_of<double>(values))};
}

/// A float has 24 bits; with 2^12 steps over the range of the values no pixel is misplaced.
bool float_draws_the_same(const VectorView& values) {
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
  if (!(smallest <= largest)) return true;  // nothing but NaN
  const double magnitude = std::max(std::abs(smallest), std::abs(largest));
  const double spread = largest - smallest;
  if (magnitude == 0.0) return true;
  if (magnitude > 1e30 || magnitude < 1e-30) return false;
  return spread == 0.0 || magnitude <= 4096.0 * spread;
}

bool float_is_exact(double value) {
  // The cast of a larger value would be undefined.
  return std::abs(value) <= double{std::numeric_limits<float>::max()} &&
         double{static_cast<float>(value)} == value;
}

}  // namespace

EncodedColumn encode_values(const VectorView& values) {
  constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
  const Vector drawn = values.array().isFinite().select(values, kMissing);
  return encode(drawn, float_draws_the_same(drawn));
}

EncodedColumn encode_positions(const VectorView& positions) {
  return encode(positions, std::all_of(positions.begin(), positions.end(), float_is_exact));
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string written;
  written.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      written += j <= group.size() ? kDigits[bits >> (18 - 6 * j) & 63U] : '=';
  }
  return written;
}

}  // namespace elto::page
