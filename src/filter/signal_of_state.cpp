// SPDX-License-Identifier: Apache-2.0
#include "filter/signal_of_state.hpp"

namespace elto {
namespace {

/// Where the channels of a block are in a row.
auto channels_of(const StateBlock& block, RowVector& row) {
  return row.segment(block.channel, block.channels());
}

}  // namespace

RowVector signal_mean(const StateModel& model, const Vector& x) {
  RowVector y(model.dimension());
  for (const StateBlock& block : model.blocks)
    channels_of(block, y).transpose().noalias() =
        block.observation * x.segment(block.state, block.states());
  return y;
}

RowVector in_units(const StateModel& model, const Vector& x) {
  return signal_mean(model, x).cwiseProduct(model.scaling.scale) + model.scaling.offset;
}

RowVector signal_variance(const StateModel& model, const std::vector<Matrix>& P) {
  RowVector variance(model.dimension());
  for (std::size_t i = 0; i < P.size(); ++i) {
    const Matrix& C = model.blocks[i].observation;
    channels_of(model.blocks[i], variance) = (C * P[i]).cwiseProduct(C).rowwise().sum().transpose();
  }
  return variance;
}

RowVector variance_in_units(const StateModel& model, const std::vector<Matrix>& P,
                            const RowVector& factor) {
  const RowVector scale = factor.cwiseProduct(model.scaling.scale);
  return signal_variance(model, P).cwiseProduct(scale.cwiseAbs2());
}

Matrix covariance_in_units(const StateModel& model, const std::vector<Matrix>& P,
                           const RowVector& factor) {
  const RowVector scale = factor.cwiseProduct(model.scaling.scale);
  Matrix whole = Matrix::Zero(model.dimension(), model.dimension());
  for (std::size_t i = 0; i < P.size(); ++i) {
    const StateBlock& block = model.blocks[i];
    whole.block(block.channel, block.channel, block.channels(), block.channels()) =
        block.observation * P[i] * block.observation.transpose();
  }
  return scale.asDiagonal() * whole * scale.asDiagonal();
}

}  // namespace elto
