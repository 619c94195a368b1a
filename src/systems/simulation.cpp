// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/simulation.hpp"

namespace elto {

TimeColumn regular_times(Index rows, double step) {
  TimeColumn time{.name = "time", .values = Vector(rows)};
  for (Index t = 0; t < rows; ++t) time.values[t] = static_cast<double>(t) * step;
  return time;
}

}  // namespace elto
