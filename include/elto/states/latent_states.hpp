// SPDX-License-Identifier: Apache-2.0
// Spectral learning of latent states (paper, appendix A). One scalar observable z = K w, a weighted
// sum of kernel functions at landmark observations, is learned so that its past and future windows
// are as correlated as possible; the latent state is the projection of the past window on the
// canonical directions. Written in z, one epoch costs O(n |S| + n h^2) and nothing larger than K is
// kept (docs/algorithms.md).
#pragma once

#include <cstdint>
#include <functional>

#include "elto/core/types.hpp"
#include "elto/states/delay_windows.hpp"

namespace elto {

struct SpectralOptions {
  Index dimension = 0;          ///< d, 1 <= d <= window; 0: as the window
  Index epochs = 200;           ///< Adam steps on the whole data; at least 0
  double learning_rate = 1e-3;  ///< positive
  double gradient_norm = 1.0;   ///< longer gradients are cut to this length; positive
  double regularisation =
      1e-6;                ///< of the window covariances, relative to their mean variance; positive
  Index landmarks = 500;   ///< |S|, observations that carry z, evenly spaced; at least 1
  std::uint32_t seed = 1;  ///< of the initial weights
};
void validate(const SpectralOptions& options, Index window);

struct [[nodiscard]] LatentStates {
  Matrix states;        ///< N x d, each column standardised
  Vector correlations;  ///< d canonical correlations, descending
  Vector weights;       ///< w, |S|
  Matrix projection;    ///< B_proj, d x h
  RowVector offset;     ///< mean and standard deviation of the states before
  RowVector scale;      ///< standardisation
  Vector objective;     ///< sum of the correlations, before each epoch and at the end
};

/// K is n x |S|: kernel values between all observations and the landmarks.
LatentStates learn_latent_states(const MatrixView& K, const DelayWindows& windows,
                                 const SpectralOptions& options);

/// Evenly spaced rows, all of them if there are at most `most`.
Matrix evenly_spaced_rows(const MatrixView& X, Index most);

}  // namespace elto
