// SPDX-License-Identifier: Apache-2.0
// How much inputs add to a series whose other movement is a linear model's: least squares of the
// innovations. The filter, divided by the standard deviations of its innovations, is a linear map
// V with V^T V the inverse of the covariance of all entries, so that with a prior N(0, W)
//   gains = N^-1 (V B)^T V y,   covariance N^-1,   N = (V B)^T V B + W^-1
// is what the joint normal distribution of states and gains says, exactly. So is what not knowing
// them adds to the variance of the signal: the smoother is linear too, and of it
//   d^T N^-1 d,   d = b - what the smoother makes of b
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// Of the entries that are there, divided by their standard deviations; V times the values. Empty
/// where the filter fails.
Vector whitened(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps);

/// The rows of one column, missing where entries of the series are.
Rows column_as_rows(const Rows& entries, const VectorView& column);

struct GainFit {
  Vector gain = {};
  Matrix covariance = {};
  double gained = 0.0;  ///< of log-likelihood at the gains, less what the prior says of them
};
/// From whitened columns, with the standard deviations of the prior.
GainFit fit_gains(const VectorView& entries, const MatrixView& columns, const VectorView& prior);

/// To be added to the variances of the signal, and of entries left out, by the covariance of gains.
struct GainVariance {
  Vector signal, left_out;
};
GainVariance gain_variance(const LinearModel& model, const Matrix& covariance, const Rows& entries,
                           const std::vector<Jump>& jumps, const MatrixView& columns);

}  // namespace elto
