// SPDX-License-Identifier: Apache-2.0
// A fitted model: everything a filter needs, as plain values that can be copied, saved and looked
// at.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/noise/noise_adaptation.hpp"
#include "elto/noise/noise_model.hpp"
#include "elto/operators/initial_embedding.hpp"
#include "elto/operators/transfer_operators.hpp"
#include "elto/series/standardisation.hpp"
#include "elto/states/latent_states.hpp"

namespace elto {

enum class Scaling {
  standardise,  ///< each channel to mean 0 and variance 1; estimates come back in data units
  none,
};

enum class InitialBelief {
  stationary,     ///< mean and covariance of the training features
  uniform_basis,  ///< Algorithm 4 of the paper: 200 points, uniform in the unit cube
};

/// What an update does when R is not a multiple of the identity. The paper's gain is then not
/// symmetric, and can leave a covariance that is none (filter/feature_belief.hpp).
enum class UpdateRule {
  guarded,     ///< such an R is replaced by a multiple of the identity above it until it changes
  as_printed,  ///< the paper's rule to the letter; covariances may become indefinite
};

/// How a model is learned. Every default is meant to be left alone.
struct ModelOptions {
  Index window = 5;  ///< h, rows in a past or future window; at least 1
  Scaling scaling = Scaling::standardise;
  SpectralOptions spectral = {};
  OperatorOptions operators = {};
  InitialBelief initial = InitialBelief::stationary;
  UpdateRule update = UpdateRule::guarded;
  NoiseOptions noise = {};
  AdaptationOptions adaptation = {};
};
void validate(const ModelOptions& options);

struct Model {
  std::vector<std::string> channels;  ///< names of the D channels, or none
  Standardisation scaling;
  Index window = 0;
  Vector correlations;  ///< canonical correlations of the latent states
  StateData data;       ///< standardised
  OperatorOptions operator_options;
  TransferOperators operators;
  InitialEmbedding initial;
  UpdateRule update = UpdateRule::guarded;
  NoiseStructure noise_structure = NoiseStructure::full;
  NoiseModel noise;
  AdaptationOptions adaptation;
  /// D each; standard deviations of filtered estimates, of predictions and of smoothed estimates
  /// are multiplied by them. The scale of the noise does not move the means, so tuning by
  /// prediction error leaves it open; fit() calibrates it on held-out rows.
  RowVector estimate_factor, prediction_factor, smoother_factor;

  Index dimension() const { return scaling.dimension(); }
};

}  // namespace elto
