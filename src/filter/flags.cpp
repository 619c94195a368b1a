// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/flags.hpp"

#include <algorithm>

namespace elto {

std::string_view name_of(Flag flag) {
  switch (flag) {
    case Flag::measured:
      return "measured";
    case Flag::missing:
      return "missing";
    case Flag::outlier:
      return "outlier";
    case Flag::jump:
      return "jump";
    case Flag::stuck:
      return "stuck";
  }
  return "";
}

Index Flags::count(Index channel, Flag flag) const {
  const auto begin = flags_.begin() + channel * rows_;
  return std::count(begin, begin + rows_, flag);
}

}  // namespace elto
