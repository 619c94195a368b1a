// SPDX-License-Identifier: Apache-2.0
// The likelihood of rows under a state model, and its derivatives by all numbers of the model, by
// going back through the filter (filter/state_filter.hpp): two to three times the work of the
// filter itself, however many numbers there are. Let u~ be the derivative of -log p by u. A row is
// taken in entry by entry, with g = P c^T, V = c g + R, d = y - c x:
//   x' = x + g d / V,   P' = P - g g^T / V,   -log p = (d^2 / V + log 2 pi V) / 2
//   d~ = (g . x'~ + d) / V
//   V~ = (g^T P'~ g - d g . x'~) / V^2 + (1 - d^2 / V) / 2 V
//   g~ = x'~ d / V - 2 P'~ g / V + V~ c
//   x~ = x'~ - c^T d~,   P~ = P'~ + (g~ c + c^T g~^T) / 2,   R~ = V~
// and moved by f(x) = L x + B g(x) with the Jacobian J:
//   J~ = 2 P'~ J P,   P~ = J^T P'~ J,   Q~ = P'~
//   L~ = x'~ x^T + J~;   x, g and its numbers through g(x) and dg/dx, with B^T x'~ and B^T J~
//   (operators/state_map_adjoint.hpp)
// An entry passed over moves nothing; numbers at the edge of where they may go do not move.
#pragma once

#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// The same model with all numbers zero that are learned or tuned: a place for derivatives.
StateModel zero_like(const StateModel& model);

/// -log p(rows), in standardised units, as StateFilter has it if lost channels stay lost. Adds to
/// `gradient` its derivatives by map, law, process, covariance, noise, mean and memory. Infinity if
/// the filter fails; the gradient is then left as it is.
double minus_log_likelihood(const StateModel& model, const Series& series, StateModel& gradient);

}  // namespace elto
