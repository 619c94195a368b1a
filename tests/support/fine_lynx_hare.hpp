// SPDX-License-Identifier: Apache-2.0
// Lynx and hare at 200 times, under the names of an equation.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elto/systems/lynx_hare.hpp"

namespace elto::testing {

inline Series fine_lynx_hare(std::vector<std::string> channels = {"x", "y"}) {
  Series fine = elto::fine_lynx_hare();
  fine.channels = std::move(channels);
  return fine;
}

}  // namespace elto::testing
