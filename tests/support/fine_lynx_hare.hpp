// SPDX-License-Identifier: Apache-2.0
// Lynx and hare as equations are found from them: the table of 21 years by a spline at 200 times.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elto/series/cubic_spline.hpp"
#include "elto/systems/lynx_hare.hpp"
#include "elto/systems/simulation.hpp"

namespace elto::testing {

inline Series fine_lynx_hare(std::vector<std::string> channels = {"x", "y"}) {
  Series fine(cubic_spline(Vector::LinSpaced(21, 0.0, 20.0), lynx_hare().values,
                           Vector::LinSpaced(200, 0.0, 20.0)),
              std::move(channels));
  fine.time = regular_times(200, 20.0 / 199.0);
  return fine;
}

}  // namespace elto::testing
