// SPDX-License-Identifier: Apache-2.0
// What a filter expects of entries some time before they are measured, from many rows at once: with
// x and P given the rows up to an origin, the entry h later is
//   y ~ N(c F(h) x,  c F(h) P F(h)^T c^T + c Q(h) c^T + R)
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// An entry, as it was expected at an origin before it.
struct Foreseen {
  Index origin = 0, row = 0;
  double mean = 0.0;
  double variance = 0.0;  ///< with the noise of the measurement
};

struct Horizon {
  double reach = 1.0;  ///< of time after an origin
  Index stride = 1;    ///< of the rows after an origin every such one; >= 1
};

/// Of one channel, from origins that ascend; of entries that are there. Nothing from where the
/// filter fails on. Throws InvalidArgument for rows that a filter would refuse.
std::vector<Foreseen> look_ahead(const LinearModel& model, const Rows& rows,
                                 const std::vector<Jump>& jumps, const std::vector<Index>& origins,
                                 const Horizon& horizon);

}  // namespace elto
