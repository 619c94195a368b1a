// SPDX-License-Identifier: Apache-2.0
// A state model for which the textbook is exact.
#pragma once

#include "elto/core/random.hpp"
#include "elto/model/state_model.hpp"

#include "support/joint_gaussian.hpp"
#include "support/unusual_numbers.hpp"

namespace elto::testing {

/// Three hidden numbers, two channels; f is linear.
inline StateModel linear_state_model() {
  Rng rng(1);
  const Matrix A = rng.normal(3, 3), B = rng.normal(3, 3);
  StateModel model;
  model.scaling = {RowVector{{1.0, -2.0}}, RowVector{{2.0, 0.5}}};
  model.map.inputs = 3;
  model.map.outputs = 2;
  StateBlock block;
  block.law = 0.4 * rng.normal(3, 3);
  block.entry = rng.normal(3, 2);
  model.bands = BandFactors(2);
  block.observation = rng.normal(2, 3);
  block.process = A * A.transpose();
  model.noise = RowVector{{0.5, 2.0}};
  model.mean = rng.normal(3, 1);
  block.covariance = B * B.transpose();
  model.blocks = {block};
  return model;
}

/// Its process noise is no covariance: predictions of the third number would have a variance below
/// zero, which the channels do not show.
inline StateModel indefinite_state_model() {
  StateModel model = linear_state_model();
  StateBlock& block = model.blocks.front();
  block.law = 0.4 * Matrix::Identity(3, 3);
  block.observation = Matrix::Identity(2, 3);
  block.process = Vector{{1.0, 1.0, -2.0}}.asDiagonal();
  block.covariance = Matrix::Identity(3, 3);
  return model;
}

inline JointGaussian conditioned(const StateModel& model, const Matrix& standardised) {
  const StateBlock& block = model.blocks.front();
  return conditioned({block.law, block.observation, block.process,
                      model.noise.asDiagonal().toDenseMatrix(), model.mean, block.covariance},
                     standardised);
}

/// Nine, of two channels.
inline Matrix rows_with_gaps() {
  Matrix rows = Rng(5).normal(9, 2);
  rows(2, 1) = rows(5, 0) = kMissing;
  rows.row(6).setConstant(kMissing);
  return rows;
}

}  // namespace elto::testing
