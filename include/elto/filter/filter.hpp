// SPDX-License-Identifier: Apache-2.0
// Filtering a whole series: the stepper, row after row.
#pragma once

#include <optional>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/model/model.hpp"
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

/// What a filter with a gate did to entries that were too far from their prediction.
struct GateCounts {
  Index rejected = 0;  ///< entries passed over
  Index reopened = 0;  ///< runs of them that ended with the gate giving in
};

/// Everything in the units of the data. Rows after a numerical failure are NaN; status says which.
struct Estimate {
  Matrix mean;                     ///< T x D, given the rows up to and including the same
  Matrix variance;                 ///< T x D, of the signal (without measurement noise)
  std::vector<Matrix> covariance;  ///< T of D x D; empty if only variances were asked for
  Matrix predicted;                ///< T x D, mean given the rows before
  Matrix predicted_variance;       ///< T x D, of that prediction of the signal
  std::vector<NoiseModel> noise;   ///< T, after each row; empty if the noise is not adapted
  RowVector sensitivity;           ///< D, mean over the rows of d mean / d (the row itself),
                                   ///< weighted by its noise where that varies; or empty
  Status status;
  /// D, root mean square over the rows of the measurement noise that the model has found; or empty.
  RowVector noise_level = {};
  std::optional<GateCounts> gate = {};  ///< nothing if the filter has no gate
};

Estimate filter(const Model& model, const Series& series, const FilterOptions& options = {});

}  // namespace elto
