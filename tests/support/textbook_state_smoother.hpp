// SPDX-License-Identifier: Apache-2.0
// The smoother of Rauch, Tung and Striebel as it stands in books, over what a StateFilter leaves
// behind: once back, with the noise that the filter believed in, or is told.
#pragma once

#include <vector>

#include "elto/filter/state_filter.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto::testing {

/// T x D, in standardised units.
struct TextbookPath {
  Matrix mean, variance, noise;
};

inline TextbookPath textbook_smoother(const StateModel& model, const Matrix& rows,
                                      const Matrix* noise = nullptr) {
  const Index T = rows.rows(), D = rows.cols();
  StateFilter belief(model);
  std::vector<Vector> prior(static_cast<std::size_t>(T)), mean = prior;
  std::vector<std::vector<Matrix>> prior_P(prior.size()), P = prior_P, J = prior_P;
  TextbookPath path{Matrix(T, D), Matrix(T, D), Matrix(T, D)};
  for (std::size_t t = 0; t < prior.size(); ++t) {
    const auto row = static_cast<Index>(t);
    if (noise != nullptr) belief.set_noise(noise->row(row));
    belief.predict();
    path.noise.row(row) = belief.noise();
    prior[t] = belief.state();
    prior_P[t] = belief.covariances();
    J[t] = belief.jacobians();
    EXPECT_TRUE(belief.update(rows.row(row)).ok());
    mean[t] = belief.state();
    P[t] = belief.covariances();
  }
  for (std::size_t t = prior.size(); t-- > 0;)
    for (std::size_t i = 0; i < model.blocks.size(); ++i) {
      const StateBlock& block = model.blocks[i];
      if (t + 1 < prior.size()) {
        const Matrix G = P[t][i] * J[t + 1][i].transpose() * prior_P[t + 1][i].inverse();
        mean[t].segment(block.state, block.states()) +=
            G * (mean[t + 1] - prior[t + 1]).segment(block.state, block.states());
        P[t][i] += G * (P[t + 1][i] - prior_P[t + 1][i]) * G.transpose();
      }
      const auto row = static_cast<Index>(t);
      const Matrix& C = block.observation;
      path.mean.row(row).segment(block.channel, block.channels()) =
          (C * mean[t].segment(block.state, block.states())).transpose();
      path.variance.row(row).segment(block.channel, block.channels()) =
          (C * P[t][i] * C.transpose()).diagonal().transpose();
    }
  return path;
}

/// The same in the units of the data, with the bands of the smoother.
inline TextbookPath textbook_smoother_in_units(const StateModel& model, const Matrix& rows) {
  TextbookPath path = textbook_smoother(model, rows);
  const RowVector& scale = model.scaling.scale;
  path.mean = (path.mean * scale.asDiagonal()).rowwise() + model.scaling.offset;
  path.variance *= scale.cwiseProduct(model.bands.smoother).cwiseAbs2().asDiagonal();
  return path;
}

}  // namespace elto::testing
