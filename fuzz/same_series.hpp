// SPDX-License-Identifier: Apache-2.0
// What is read, written and read again must not change.
#pragma once

#include "elto/series/series.hpp"

namespace elto::fuzz {

enum class Names {
  kept,
  may_appear,  ///< text tells a time from channels only by names, so it may have to make some up
};

/// Ends the program if a number, a name or a timestamp differs.
void require_same(const Series& a, const Series& b, Names names);

}  // namespace elto::fuzz
