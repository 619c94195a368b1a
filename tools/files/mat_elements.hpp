// SPDX-License-Identifier: Apache-2.0
// The outer form of a MAT file of version 5: a list of elements, each with its type and size before
// it; a matrix is a list of elements again: flags, shape, name, content. matio does not notice when
// the bytes end too early and allocates whatever a size says, so all of them are counted first.
#pragma once

#include <cstddef>
#include <string_view>

namespace elto {

inline constexpr std::size_t kMatHeaderSize = 128;  ///< before the first element

/// Whether every element ends within the one around it, the parts of a matrix come in their order,
/// and none claims more entries than it has bytes. What is compressed cannot be looked into. The
/// bytes must have a header.
bool has_whole_elements(std::string_view bytes);

}  // namespace elto
