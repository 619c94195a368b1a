// SPDX-License-Identifier: Apache-2.0
// Each channel as a local linear trend: a position, carried on by a velocity that white noise
// disturbs. In units of the measurement noise,
//   x = [s, v],   x' = F x + N(0, ratio U),   y = s + N(0, 1),   F = [1 1; 0 1],  U = [1/3 1/2; 1/2
//   1]
// One number for all channels, chosen so that one-step predictions are best. A row is O(D), entries
// may be missing. A channel begins with its first value; the velocity is then unknown.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct LocalTrend {
  double ratio = 1.0;  ///< density of the process noise over the measurement variance
  RowVector noise;     ///< D, measurement variance of each channel, from its innovations
};

/// Over all entries of all sequences, whose channels should be of one scale. Throws InvalidArgument
/// if there is nothing to predict.
LocalTrend fit_local_trend(const std::vector<Matrix>& sequences);

/// Mean squared one-step error over all entries; what fitting minimises. NaN if there is none.
double trend_prediction_error(double ratio, const std::vector<Matrix>& sequences);

/// T x D each, NaN before the first value of a channel.
struct TrendPath {
  Matrix position, velocity;
  Matrix position_variance;
};

struct FilteredTrend {
  TrendPath path;                        ///< given all rows up to each
  Matrix predicted, predicted_variance;  ///< T x D, position given the rows before each
};
FilteredTrend filter(const LocalTrend& trend, const MatrixView& rows);

/// Given all rows (Rauch, Tung and Striebel).
TrendPath smooth(const LocalTrend& trend, const MatrixView& rows);

}  // namespace elto
