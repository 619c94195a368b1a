// SPDX-License-Identifier: Apache-2.0
// The default model. A state is where a series is (position and differences up to order p - 1,
// states/difference_states.hpp) and the drift e that the learned part does not explain:
//   a  = g(x) + e                       the next difference of order p, g learned
//   x' = [s + ... + a, ..., d^{p-1}s + a],   e' = rho e + w
//   y  = s + N(0, R)
// Without g and with rho = 1 this is the local trend of order p + 1, a trend filter for p = 1: so
// it can hardly do worse. What g explains need not be tracked by e.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/operators/state_map.hpp"
#include "elto/series/standardisation.hpp"
#include "elto/states/difference_states.hpp"
#include "elto/states/local_trend.hpp"

namespace elto {

/// How long a filter remembers the noise it has seen; 1: it never learns anew.
struct NoiseMemory {
  double measurement = 1.0;  ///< alpha, in (0, 1]
  double process = 1.0;      ///< beta, in (0, 1]

  bool operator==(const NoiseMemory&) const = default;
};

/// In standardised units, but for `scaling`. The state is z = [x, e], m = (p + 1) D numbers, and
/// z' = L z + B g(x) + N(0, Q).
struct StateModel {
  std::vector<std::string> channels;  ///< names of the D channels, or none
  Standardisation scaling;
  Index order = 1;     ///< p
  StateMap map;        ///< g, p D inputs and D outputs
  Matrix law;          ///< L, m x m
  Matrix entry;        ///< B, m x D
  Matrix observation;  ///< C, D x m
  Matrix process;      ///< Q, m x m
  RowVector noise;     ///< D, the diagonal of R
  Vector mean;         ///< m, of the state of the first row, before it is seen
  Matrix covariance;   ///< m x m, likewise
  NoiseMemory memory = {};
  /// D each; standard deviations of filtered and of smoothed estimates are multiplied by them.
  RowVector filter_factor, smoother_factor;

  Index dimension() const { return noise.size(); }
};

struct StateModelOptions {
  StateMapOptions map = {};
  double process = 0.3;      ///< w has the covariance of what g misses this many times; positive
  double trend = 0.1;        ///< ... and the noise of the trend filter this many times; positive
  double noise = 1.0;        ///< R is that of the trend filter this many times; positive
  double persistence = 0.9;  ///< rho, in (0, 1)
  NoiseMemory memory = {};
};
void validate(const StateModelOptions& options);

/// What a model is learned from: the same for all options.
struct StateExamples {
  Standardisation scaling;
  LocalTrend trend;  ///< of the standardised rows
  DifferenceStates states;
  std::vector<std::vector<Index>> dependence;  ///< inputs of each output of g
};

StateModel learn_state_model(const StateExamples& examples, const StateModelOptions& options);

}  // namespace elto
