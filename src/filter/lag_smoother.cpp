// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/lag_smoother.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {

// What is asked of a filter of either kind, block by block.
const Matrix& step(const Stepper&, const Model& model, std::size_t) {
  return model.operators.Phi;
}
const Matrix& step(const StateFilter& filter, const StateModel&, std::size_t i) {
  return filter.jacobians()[i];
}

const Matrix& covariance(const Stepper& filter, std::size_t) {
  return filter.belief().covariance();
}
const Matrix& covariance(const StateFilter& filter, std::size_t i) {
  return filter.covariances()[i];
}

/// Of the last update, or what was remembered of it.
const Matrix& prior(const Stepper& filter, const Matrix&) {
  return filter.belief().prior();
}
const Matrix& prior(const StateFilter&, const Matrix& remembered) {
  return remembered;
}

VectorView state(const Stepper& filter, const Model&, std::size_t) {
  return filter.belief().mean();
}
VectorView state(const StateFilter& filter, const StateModel& model, std::size_t i) {
  return filter.state().segment(model.blocks[i].state, model.blocks[i].states());
}

const RowVector& band_factors(const Model& model) {
  return model.smoother_factor;
}
const RowVector& band_factors(const StateModel& model) {
  return model.bands.lag;
}

std::string cross_name(std::size_t block) {
  return concat("lag.cross.", block);
}

}  // namespace

template <class RowFilter>
void LagSmoother<RowFilter>::add_block(Index channel, const Matrix& observation) {
  const Index n = observation.cols(), columns = observation.rows() * (lag_ + 1);
  blocks_.push_back({.channel = channel,
                     .observation = &observation,
                     .cross = Matrix::Zero(n, columns),
                     .taught = Matrix(n, columns),
                     .correction = Vector(n),
                     .information = Matrix(n, n),
                     .prior = of_features ? Matrix() : Matrix(n, n),
                     .root = of_features ? Matrix() : Matrix(n, n)});
}

template <class RowFilter>
LagSmoother<RowFilter>::LagSmoother(const FilteredModel& model, Index lag)
    : model_(&model), lag_(lag), filter_(model) {
  require(lag >= 0 && lag <= largest_lag, "lag", concat("from 0 to ", largest_lag), lag);
  if (lag == 0) return;
  mean_ = variance_ = Matrix::Zero(model.dimension(), lag + 1);
  if constexpr (of_features) {
    add_block(0, model.operators.C);
  } else {
    before_.resize(model.mean.size());
    for (const StateBlock& block : model.blocks) add_block(block.channel, block.observation);
  }
}

template <class RowFilter>
Status LagSmoother<RowFilter>::update(const RowView& row) {
  if (pending_ > lag_) pop();
  filter_.predict();
  if (lag_ > 0) remember_prior();
  Status status = filter_.update(row);
  const Index place = place_after(pending_++);
  const bool seen = !row.array().isNaN().all();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (seen && !learn(i) && status.ok()) status = {StatusCode::not_definite, filter_.rows() - 1};
    correct_pending(i, seen);
    begin(i, place);
  }
  return status;
}

template <class RowFilter>
void LagSmoother<RowFilter>::remember_prior() {
  if constexpr (!of_features) {  // the belief over features keeps it
    before_ = filter_.state();
    for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].prior = filter_.covariances()[i];
  }
}

template <class RowFilter>
bool LagSmoother<RowFilter>::learn(std::size_t i) {
  Block& block = blocks_[i];
  Vector& u = block.correction;
  Matrix& N = block.information;
  if constexpr (of_features) {
    u = filter_.dual_correction();
    const Index version = filter_.belief().prior_version();
    if (version_ != version) filter_.belief().dual_information(N);
    version_ = version;
  } else {  // u = P^-1 (x+ - x),   N = P^-1 (P - P+) P^-1
    const StateBlock& part = model_->blocks[i];
    u = state(filter_, *model_, i) - before_.segment(part.state, part.states());
    N = block.prior - covariance(filter_, i);
    block.root = block.prior;
    if (!cholesky(block.root)) {
      u.setConstant(kUnknown);
      N.setConstant(kUnknown);
      return false;
    }
    const Matrix& factor = block.root;
    const auto root = factor.triangularView<Eigen::Lower>();
    root.solveInPlace(u);
    root.transpose().solveInPlace(u);
    root.solveInPlace(N);
    root.transpose().solveInPlace(N);
    root.transpose().template solveInPlace<Eigen::OnTheRight>(N);
    root.template solveInPlace<Eigen::OnTheRight>(N);
  }
  return true;
}

template <class RowFilter>
void LagSmoother<RowFilter>::correct_pending(std::size_t i, bool seen) {
  Block& block = blocks_[i];
  Matrix &V = block.cross, &NV = block.taught;
  NV.noalias() = step(filter_, *model_, i) * V;
  V.swap(NV);
  if (!seen) return;
  NV.noalias() = block.information * V;
  const Index D = block.channels();
  for (Index place = 0; place <= lag_; ++place)
    for (Index j = 0; j < D; ++j) {
      const auto column = V.col(place * D + j);
      mean_(block.channel + j, place) += column.dot(block.correction);
      variance_(block.channel + j, place) -= column.dot(NV.col(place * D + j));
    }
  V.noalias() -= prior(filter_, block.prior) * NV;
}

template <class RowFilter>
void LagSmoother<RowFilter>::begin(std::size_t i, Index place) {
  Block& block = blocks_[i];
  const Matrix &C = *block.observation, &P = covariance(filter_, i);
  auto V = block.cross.middleCols(place * block.channels(), block.channels());
  // P+ of features is not symmetric; the filter goes on from its symmetric part.
  V.noalias() = 0.5 * (P * C.transpose());
  V.noalias() += 0.5 * (P.transpose() * C.transpose());
  mean_.col(place).segment(block.channel, block.channels()).noalias() =
      C * state(filter_, *model_, i);
  for (Index j = 0; j < block.channels(); ++j)
    variance_(block.channel + j, place) = C.row(j).dot(V.col(j));
}

template <class RowFilter>
RowVector LagSmoother<RowFilter>::mean() {
  require(pending_ > 0, "pending rows", "at least one", pending_);
  if (lag_ == 0) return filter_.mean();
  const Standardisation& scaling = model_->scaling;
  return mean_.col(oldest_).transpose().cwiseProduct(scaling.scale) + scaling.offset;
}

template <class RowFilter>
RowVector LagSmoother<RowFilter>::variance() {
  require(pending_ > 0, "pending rows", "at least one", pending_);
  if (lag_ == 0) return filter_.variance();
  const RowVector scale = model_->scaling.scale.cwiseProduct(band_factors(*model_));
  return variance_.col(oldest_).transpose().cwiseProduct(scale.cwiseAbs2());
}

template <class RowFilter>
void LagSmoother<RowFilter>::pop() {
  require(pending_ > 0, "pending rows", "at least one", pending_);
  for (Block& block : blocks_)
    block.cross.middleCols(oldest_ * block.channels(), block.channels()).setZero();
  oldest_ = place_after(1);
  --pending_;
}

template <class RowFilter>
ArrayFile LagSmoother<RowFilter>::snapshot() const {
  ArrayFile file = filter_.snapshot();
  file.arrays.emplace_back("lag", Matrix{{static_cast<double>(lag_), static_cast<double>(pending_),
                                          static_cast<double>(oldest_)}});
  if (lag_ == 0) return file;
  file.arrays.emplace_back("lag.mean", mean_);
  file.arrays.emplace_back("lag.variance", variance_);
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    file.arrays.emplace_back(cross_name(i), blocks_[i].cross);
  return file;
}

template <class RowFilter>
void LagSmoother<RowFilter>::restore(const ArrayFile& snapshot) {
  const auto at_most = [](double value, Index bound) {
    return value >= 0.0 && value <= static_cast<double>(bound) && value == std::floor(value);
  };
  filter_.restore(snapshot);
  const Matrix& progress = snapshot.array("lag", 1, 3);
  if (progress(0) != static_cast<double>(lag_))
    throw IoError(snapshot.name, concat("was made with a lag of ", progress(0), ", not ", lag_));
  if (!at_most(progress(1), lag_ + 1) || !at_most(progress(2), lag_))
    throw IoError(snapshot.name, "array lag is out of range");
  pending_ = static_cast<Index>(progress(1));
  oldest_ = static_cast<Index>(progress(2));
  version_ = -1;
  if (lag_ == 0) return;
  mean_ = snapshot.array("lag.mean", mean_.rows(), mean_.cols());
  variance_ = snapshot.array("lag.variance", mean_.rows(), mean_.cols());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Matrix& cross = blocks_[i].cross;
    cross = snapshot.array(cross_name(i), cross.rows(), cross.cols());
  }
}

template class LagSmoother<Stepper>;
template class LagSmoother<StateFilter>;

}  // namespace elto
