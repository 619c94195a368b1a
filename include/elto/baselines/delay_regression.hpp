// SPDX-License-Identifier: Apache-2.0
// A fitted model for sigma point filters, which must be given one. The state is the last m rows,
// newest first, and the next row is regressed on them by kernel ridge regression of the increment,
//   x_t = [y_t, ..., y_{t-m+1}],   y_{t+1} = y_t + k(x_t, Z) W + N(0, process Sigma)
// with landmarks Z, weights W and Sigma, the covariance of the residuals of the fit. Far from the
// data the RBF part of k vanishes and the linear part carries on.
#pragma once

#include <vector>

#include "elto/baselines/sigma_point_filter.hpp"
#include "elto/core/types.hpp"
#include "elto/features/feature_map.hpp"
#include "elto/features/kernel.hpp"
#include "elto/series/series.hpp"
#include "elto/series/standardisation.hpp"

namespace elto {

struct DelayRegressionOptions {
  Index delays = 2;  ///< m, rows in a state; at least 1
  Kernel kernel = Kernel(Rbf{.gamma = Scale::median()}) + Kernel(Linear{});
  double ridge = 1e-6;  ///< positive; multiplied by the sample count
  RankOptions rank = {};
};
void validate(const DelayRegressionOptions& options);

struct DelayRegression {
  Standardisation scaling;
  Kernel kernel;            ///< resolved
  Matrix landmarks;         ///< Z, z x mD; states are standardised
  Matrix weights;           ///< W, z x D
  Matrix residual;          ///< Sigma, D x D
  Vector state_mean;        ///< mD, of the training states
  Matrix state_covariance;  ///< mD x mD, likewise

  /// The state one row later.
  Vector operator()(const Vector& state) const;
};

/// Windows never straddle the join of two sequences, nor a gap.
DelayRegression fit_delay_regression(const std::vector<Series>& sequences,
                                     const DelayRegressionOptions& options = {});

struct DelayNoise {
  double process = 1.0;       ///< factor of Sigma, for the newest row; positive
  double measurement = 1e-2;  ///< variance of each entry over the channel's own; positive
};
void validate(const DelayNoise& noise);

/// Rows are observed and estimated in the units of the data. The first state may be any of the
/// training data.
NonlinearModel nonlinear_model(const DelayRegression& regression, const DelayNoise& noise);

}  // namespace elto
