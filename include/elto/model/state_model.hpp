// SPDX-License-Identifier: Apache-2.0
// The default model. A state is where a series is (position and differences up to order p - 1,
// states/difference_states.hpp) and the drift e that the learned part does not explain:
//   a  = g(x) + e                       the next difference of order p, g learned
//   x' = [s + ... + a, ..., d^{p-1}s + a],   e' = rho e + w
//   y  = s + N(0, R)
// Without g and with rho = 1 this is the local trend of order p + 1, a trend filter for p = 1: so
// it can hardly do worse. What g explains need not be tracked by e.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/band_factors.hpp"
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

/// Channels whose errors belong together, and all that moves them but g. Of different blocks the
/// errors are taken to be independent, so that time and memory grow with the number of blocks, not
/// with its cube. The blocks follow each other in the state, in the moves and in the channels.
struct StateBlock {
  Index state = 0, move = 0, channel = 0;  ///< where it begins in z, in g and in y
  Matrix law = {};                         ///< L, n x n
  Matrix entry = {};                       ///< B, a column for each of its moves
  Matrix observation = {};                 ///< C, a row for each of its channels
  Matrix process = {};                     ///< Q, n x n
  Matrix covariance = {};  ///< n x n, of the state of the first row, before it is seen

  Index states() const { return law.rows(); }
  Index moves() const { return entry.cols(); }
  Index channels() const { return observation.rows(); }
};

/// In standardised units, but for `scaling`. In each block z = [x, e] and z' = L z + B g + N(0, Q);
/// g may depend on all of them.
struct StateModel {
  std::vector<std::string> channels;  ///< names of the D channels, or none
  Standardisation scaling;
  Index order = 1;      ///< p
  bool latent = false;  ///< states are of latent channels, not of the rows themselves
  StateMap map;         ///< g of the whole state z
  std::vector<StateBlock> blocks;
  RowVector noise;  ///< D, the diagonal of R
  Vector mean;      ///< of the state of the first row, before it is seen
  NoiseMemory memory = {};
  BandFactors bands;

  Index dimension() const { return noise.size(); }
};

/// What a number of the state is: a difference of a channel of states, 0 for its position and p for
/// its drift.
struct StatePlace {
  Index channel = 0, difference = 0;
};
StatePlace place_of(const StateModel& model, Index state);

struct StateModelOptions {
  StateMapOptions map = {};
  double process = 0.3;      ///< w has the covariance of what g misses this many times; positive
  double trend = 0.1;        ///< ... and the noise of the trend filter this many times; positive
  double noise = 1.0;        ///< R is that of the trend filter this many times; positive
  double persistence = 0.9;  ///< rho, in (0, 1)
  NoiseMemory memory = {};
};
void validate(const StateModelOptions& options);

/// Rows that a few latent channels explain: K of them instead of D.
struct Loading {
  Matrix observation;  ///< D x p K, rows are this times x and the rest
  RowVector noise;     ///< K, what the noise of the rows is in the latent channels
  RowVector rest;      ///< D, variances
};

/// What a model is learned from: the same for all options.
struct StateExamples {
  Standardisation scaling;
  LocalTrend trend;  ///< of the standardised rows
  DifferenceStates states;
  std::vector<StateMapGroup> groups;    ///< outputs of g by their inputs; none: there is no g
  Index together = 0;                   ///< channels of a block; 0: all
  std::optional<Loading> loading = {};  ///< none: the states are of the rows themselves
};

StateModel learn_state_model(const StateExamples& examples, const StateModelOptions& options);

/// A model, and what its derivatives by the options need beside it.
struct StateModelLesson {
  StateModel model;
  Matrix missed;                          ///< by g, a row per example
  std::vector<LearnedStateMap> by_ridge;  ///< derivatives of g and of what it leaves over
};
StateModelLesson study_state_model(const StateExamples& examples, const StateModelOptions& options);

/// The chain rule: derivatives of a number by the options, given those by the numbers of the model
/// (as filter/state_likelihood.hpp has them). That by the scale is not known and left NaN.
StateModelOptions pull_back(const StateExamples& examples, const StateModelOptions& options,
                            const StateModelLesson& lesson, const StateModel& by_model);

}  // namespace elto
