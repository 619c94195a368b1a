// SPDX-License-Identifier: Apache-2.0
// What became of each entry of a series.
#pragma once

#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

enum class Flag : signed char {
  measured,  ///< taken as it is
  missing,
  outlier,  ///< set aside: all other rows say that it does not belong to the series
  jump,     ///< taken; the level jumped before it
  stuck,    ///< set aside: the sensor repeats a value
};

/// "measured", "missing", ...
std::string_view name_of(Flag flag);

/// Of T rows and D channels.
class Flags {
 public:
  Flags() = default;
  Flags(Index rows, Index channels)
      : rows_(rows), flags_(static_cast<std::size_t>(rows * channels), Flag::measured) {}

  Flag& operator()(Index row, Index channel) { return flags_[at(row, channel)]; }
  Flag operator()(Index row, Index channel) const { return flags_[at(row, channel)]; }
  bool empty() const { return flags_.empty(); }
  /// In one channel.
  Index count(Index channel, Flag flag) const;

 private:
  std::size_t at(Index row, Index channel) const {
    return static_cast<std::size_t>(channel * rows_ + row);
  }

  Index rows_ = 0;
  std::vector<Flag> flags_;
};

}  // namespace elto
