// SPDX-License-Identifier: Apache-2.0
#include "elto/model/state_model.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {
namespace {

/// The channels of states from `first` on, a row per difference.
Matrix by_difference(const RowVector& of_states, Index p, Index first, Index count) {
  Matrix result(p, count);
  for (Index k = 0; k < p; ++k)
    result.row(k) = of_states.segment(k * (of_states.size() / p) + first, count);
  return result;
}

/// L and B: differences add up, from the move to the position. Of channels that are together.
void set_law(StateBlock& block, const Matrix& spread, double persistence) {
  const Index p = spread.rows(), c = spread.cols(), n = (p + 1) * c;
  block.law = Matrix::Zero(n, n);
  block.entry = Matrix::Zero(n, c);
  for (Index k = 0; k < p; ++k) {
    const Vector to = spread.row(k).cwiseInverse().transpose();
    for (Index l = k; l < p; ++l)
      block.law.block(k * c, l * c, c, c).diagonal() = to.cwiseProduct(spread.row(l).transpose());
    block.law.block(k * c, p * c, c, c).diagonal() = to;
    block.entry.middleRows(k * c, c).diagonal() = to;
  }
  block.law.bottomRightCorner(c, c).diagonal().setConstant(persistence);
}

/// Q: the noise of the trend, with variances q, enters the move and the drift as in
/// states/local_trend.hpp; what g misses drifts.
void set_process(StateBlock& block, const Vector& q, const Matrix& drift) {
  const Index c = q.size();
  const Matrix into_moves = block.entry * q.asDiagonal();
  block.process = into_moves / 3.0 * block.entry.transpose();
  block.process.rightCols(c) += into_moves / 2.0;
  block.process.bottomRows(c) += into_moves.transpose() / 2.0;
  block.process.bottomRightCorner(c, c) += q.asDiagonal();
  block.process.bottomRightCorner(c, c) += drift;
  block.process.diagonal().array() += 1e-10;  // a channel that rests must stay invertible
}

/// Of what g misses: itself, and what of it is new, e' - rho e.
struct MissedMoves {
  Matrix covariance, innovation;
};

MissedMoves missed_moves(const Matrix& missed, const std::vector<bool>& follows, double rho) {
  const Index N = missed.rows(), D = missed.cols();
  MissedMoves result{missed.transpose() * missed / static_cast<double>(N), Matrix::Zero(D, D)};
  Index count = 0;
  Matrix fresh(N, D);
  for (Index i = 1; i < N; ++i)
    if (follows[static_cast<std::size_t>(i)])
      fresh.row(count++) = missed.row(i) - rho * missed.row(i - 1);
  if (count > 0)
    result.innovation =
        fresh.topRows(count).transpose() * fresh.topRows(count) / static_cast<double>(count);
  return result;
}

}  // namespace

void validate(const StateModelOptions& options) {
  validate(options.map);
  require(options.process > 0.0, "process", "positive", options.process);
  require(options.trend > 0.0, "trend", "positive", options.trend);
  require(options.noise > 0.0, "noise", "positive", options.noise);
  require(options.persistence > 0.0 && options.persistence < 1.0, "persistence", "in (0, 1)",
          options.persistence);
  for (const double memory : {options.memory.measurement, options.memory.process})
    require(memory > 0.0 && memory <= 1.0, "memory", "in (0, 1]", memory);
}

StatePlace place_of(const StateModel& model, Index state) {
  const auto after = [state](const StateBlock& block) { return block.state > state; };
  const StateBlock& block = *std::prev(std::ranges::find_if(model.blocks, after));
  const Index within = state - block.state;
  return {block.move + within % block.moves(), within / block.moves()};
}

StateModel learn_state_model(const StateExamples& examples, const StateModelOptions& options) {
  validate(options);
  const DifferenceStates& states = examples.states;
  const Index K = states.dimension(), p = states.order;
  const Index together = examples.together == 0 || examples.loading ? K : examples.together;
  LearnedStateMap learned =
      learn_state_map(states.states, states.moves, examples.dependence, options.map);
  const MissedMoves missed = missed_moves(learned.residuals, states.follows, options.persistence);
  const RowVector& noise = examples.loading ? examples.loading->noise : examples.trend.noise;
  const Vector q = options.trend * examples.trend.ratio * noise.transpose();
  const RowVector centre = states.states.colwise().mean();

  StateModel model;
  model.scaling = examples.scaling;
  model.order = p;
  model.noise = options.noise * (examples.loading ? examples.loading->rest : examples.trend.noise);
  model.mean = Vector::Zero((p + 1) * K);
  model.memory = options.memory;
  model.filter_factor = model.smoother_factor = RowVector::Ones(model.noise.size());
  std::vector<Index> place(static_cast<std::size_t>(p * K));  // of an input of g in the state
  for (Index j = 0; j < K; j += together) {
    const Index c = std::min(together, K - j), n = (p + 1) * c;
    StateBlock block{.state = (p + 1) * j, .move = j, .channel = j};
    set_law(block, by_difference(states.spread, p, j, c), options.persistence);
    set_process(block, q.segment(j, c), options.process * missed.innovation.block(j, j, c, c));
    block.observation = Matrix::Zero(c, n);
    block.observation.leftCols(c).setIdentity();

    Matrix centred(states.states.rows(), p * c);
    for (Index k = 0; k < p; ++k) {
      const Index from = k * K + j, to = k * c;
      centred.middleCols(to, c) =
          states.states.middleCols(from, c).rowwise() - centre.segment(from, c);
      model.mean.segment(block.state + to, c) = centre.segment(from, c).transpose();
      std::iota(place.begin() + from, place.begin() + from + c, block.state + to);
    }
    block.covariance = Matrix::Zero(n, n);
    block.covariance.topLeftCorner(p * c, p * c) =
        centred.transpose() * centred / static_cast<double>(centred.rows());
    block.covariance.bottomRightCorner(c, c) = missed.covariance.block(j, j, c, c);
    block.covariance.diagonal().array() += 1e-9;
    model.blocks.push_back(std::move(block));
  }
  model.map = std::move(learned.map);
  move_inputs(model.map, place, model.mean.size());
  model.latent = examples.loading.has_value();
  if (model.latent) {
    StateBlock& block = model.blocks.front();
    block.observation = Matrix::Zero(model.noise.size(), block.states());
    block.observation.leftCols(p * K) = examples.loading->observation;
  }
  return model;
}

}  // namespace elto
