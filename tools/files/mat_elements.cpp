// SPDX-License-Identifier: Apache-2.0
#include "mat_elements.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace elto {
namespace {

constexpr std::size_t kTag = 8;
constexpr std::uint32_t kMatrix = 14;
// Types of the parts that each matrix begins with, and its kinds that differ.
constexpr std::uint32_t kFlags = 6, kShape = 5, kName = 1, kSparse = 5, kOpaque = 17;
constexpr int kLeadingParts = 3;
constexpr std::size_t kFlagsSize = 8, kSmallestShape = 8;
constexpr int kDeepest = 100;  // cells within cells; matio recurses

struct Element {
  std::uint32_t type = 0;
  std::size_t content = 0;  // where it begins
  std::size_t end = 0;

  std::size_t size() const { return end - content; }
};

class Reader {
 public:
  explicit Reader(std::string_view bytes)
      : bytes_(bytes), little_endian_(bytes[kMatHeaderSize - 2] == 'I') {}

  bool has_whole_elements() const {
    for (std::size_t position = kMatHeaderSize; position < bytes_.size();) {
      const auto element = element_at(position, bytes_.size());
      if (!element || !is_whole(*element, 0)) return false;
      // Only within a cell may a matrix be nothing at all; matio would read what follows as its
      // parts.
      if (element->type == kMatrix && element->size() == 0) return false;
      position = element->end;  // padded already, or compressed and without padding
    }
    return true;
  }

 private:
  std::uint32_t word(std::size_t position) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value |= std::uint32_t{static_cast<unsigned char>(bytes_[position + i])}
               << 8 * (little_endian_ ? i : 3 - i);
    return value;
  }

  /// Nothing if it does not end before the limit.
  std::optional<Element> element_at(std::size_t position, std::size_t limit) const {
    if (limit - position < kTag) return {};
    const std::uint32_t type = word(position), short_size = type >> 16;
    if (short_size > 4) return {};
    if (short_size > 0)  // the content stands within the tag
      return Element{type & 0xFFFF, position + 4, position + kTag};
    const std::size_t size = word(position + 4);
    if (size > limit - position - kTag) return {};
    return Element{type, position + kTag, position + kTag + size};
  }

  bool is_whole(const Element& element, int depth) const {
    if (element.type != kMatrix) return true;
    if (depth == kDeepest) return false;
    std::size_t position = element.content;
    int place = 0;
    for (; position < element.end; ++place) {
      const auto part = element_at(position, element.end);
      if (!part || !is_whole(*part, depth + 1)) return false;
      if (!is_expected(*part, place, element)) return false;
      const std::size_t used = part->end - element.content;
      position = std::min(element.content + (used + kTag - 1) / kTag * kTag, element.end);
    }
    // What is missing of these, matio would read from behind the matrix.
    return place == 0 || place >= kLeadingParts;
  }

  // matio goes on behind a part of another type without having read it.
  bool is_expected(const Element& part, int place, const Element& matrix) const {
    if (place == 0) return part.type == kFlags && part.size() == kFlagsSize;
    const std::uint32_t kind = word(matrix.content + kTag) & 0xFF;
    if (kind == kOpaque) return true;
    if (place == 1)
      return part.type == kShape && part.size() >= kSmallestShape &&
             (kind == kSparse || is_possible_shape(part, matrix));
    return place != 2 || part.type == kName;
  }

  // Every entry takes a byte at least, unless it is one of the zeros of a sparse matrix.
  bool is_possible_shape(const Element& shape, const Element& matrix) const {
    const std::size_t most = matrix.size();
    std::size_t count = 1;
    for (std::size_t at = shape.content; shape.end - at >= 4; at += 4) {
      const std::size_t size = word(at);
      if (size == 0) return true;
      if (count > most / size) return false;
      count *= size;
    }
    return true;
  }

  std::string_view bytes_;
  bool little_endian_;
};

}  // namespace

bool has_whole_elements(std::string_view bytes) {
  return Reader(bytes).has_whole_elements();
}

}  // namespace elto
