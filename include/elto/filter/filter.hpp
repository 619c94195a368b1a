// SPDX-License-Identifier: Apache-2.0
// Filtering and smoothing a whole series. The filter is the stepper, row after row. The smoother
// then goes back over what each row taught it, u and N (mu+ = mu + P u, P+ = P - P N P; none for a
// missing row), and gathers what the rows from t on say about t:
//   at a row    l <- u + K l,   L <- N + K L K^T,   K = I - N P
//   estimate    C (mu + P l),   C (P - P L P) C^T
//   row before  l <- Phi^T l,   L <- Phi^T L Phi
// These are the estimates of Rauch, Tung and Striebel, but no P is inverted, which would ask too
// much of features whose variances lie many powers of ten apart.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/filter/flags.hpp"
#include "elto/model/model.hpp"
#include "elto/model/signal_words.hpp"
#include "elto/series/series.hpp"

namespace elto {

enum class Covariances {
  full,       ///< D x D per row
  variances,  ///< D per row; for many channels
};

struct FilterOptions {
  Covariances covariances = Covariances::full;
  bool sensitivity = false;  ///< measure it, by filtering the series a second time
};

struct SmoothOptions {
  Covariances covariances = Covariances::full;
  bool sensitivity = false;  ///< measure it, by smoothing the series a second time
  /// Bytes of matrices kept at a time, 2 r^2 numbers for each row before the filter is steady.
  /// Where they are not enough, stretches of the series are filtered again on the way back.
  std::size_t memory = std::size_t{1} << 28;
};

/// What a filter with a gate did to entries that were too far from their prediction.
struct GateCounts {
  Index rejected = 0;  ///< entries passed over
  Index reopened = 0;  ///< runs of them that ended with the gate giving in
};

/// Everything in the units of the data. Rows after a numerical failure are NaN, or those before it
/// if a smoother fails on its way back; status says which.
struct [[nodiscard]] Estimate {
  Matrix mean;                     ///< T x D, given the rows up to this one; all, if smoothed
  Matrix variance;                 ///< T x D, of the signal (without measurement noise)
  std::vector<Matrix> covariance;  ///< T of D x D; empty if only variances were asked for
  Matrix predicted;                ///< T x D, mean given the rows before; or empty
  Matrix predicted_variance;       ///< T x D, of that prediction of the signal
  std::vector<NoiseModel> noise;   ///< T, after each row; empty if the noise is not adapted
  RowVector sensitivity;           ///< D, mean over the rows of d mean / d (the row itself),
                                   ///< weighted by its noise where that varies; or empty
  Status status;
  /// D, root mean square over the rows of the measurement noise that the model has found; or empty.
  RowVector noise_level = {};
  std::optional<GateCounts> gate = {};  ///< nothing if the filter has no gate
  /// T x D: an entry given all others, with its noise, and the variance of that; NaN where none was
  /// taken. Of a SignalModel in hindsight; or empty.
  Matrix left_out = {}, left_out_variance = {};
  Flags flags = {};                       ///< T x D, of a SignalModel in hindsight; or empty
  std::vector<SignalTraits> traits = {};  ///< D, of a SignalModel; or empty
};

Estimate filter(const Model& model, const Series& series, const FilterOptions& options = {});
/// Means and covariances given the whole series; predictions and noise are those of the filter. If
/// that fails, so are the means.
Estimate smooth(const Model& model, const Series& series, const SmoothOptions& options = {});

}  // namespace elto
