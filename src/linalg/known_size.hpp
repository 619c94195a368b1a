// SPDX-License-Identifier: Apache-2.0
// Loops over as many states as most models have run two to three times as fast where the compiler
// knows how many these are.
#pragma once

#include <type_traits>

#include "elto/core/types.hpp"

namespace elto {

/// Calls what(size), with a constant where the size is small.
template <class What>
decltype(auto) with_known_size(Index size, What what) {
  switch (size) {
    case 1:
      return what(std::integral_constant<Index, 1>());
    case 2:
      return what(std::integral_constant<Index, 2>());
    case 3:
      return what(std::integral_constant<Index, 3>());
    case 4:
      return what(std::integral_constant<Index, 4>());
    case 5:
      return what(std::integral_constant<Index, 5>());
    case 6:
      return what(std::integral_constant<Index, 6>());
    case 7:
      return what(std::integral_constant<Index, 7>());
    case 8:
      return what(std::integral_constant<Index, 8>());
    default:
      return what(size);
  }
}

}  // namespace elto
