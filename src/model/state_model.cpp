// SPDX-License-Identifier: Apache-2.0
#include "elto/model/state_model.hpp"

#include <utility>

#include "elto/core/error.hpp"

namespace elto {
namespace {

/// L and B: differences add up, from the move to the position.
void set_law(StateModel& model, const RowVector& spread, double persistence) {
  const Index D = model.dimension(), p = model.order, m = (p + 1) * D;
  model.law = Matrix::Zero(m, m);
  model.entry = Matrix::Zero(m, D);
  for (Index k = 0; k < p; ++k) {
    const RowVector to = spread.segment(k * D, D).cwiseInverse();
    for (Index l = k; l < p; ++l)
      model.law.block(k * D, l * D, D, D).diagonal() =
          to.cwiseProduct(spread.segment(l * D, D)).transpose();
    model.law.block(k * D, p * D, D, D).diagonal() = to.transpose();
    model.entry.middleRows(k * D, D).diagonal() = to.transpose();
  }
  model.law.bottomRightCorner(D, D).diagonal().setConstant(persistence);
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

StateModel learn_state_model(const StateExamples& examples, const StateModelOptions& options) {
  validate(options);
  const DifferenceStates& states = examples.states;
  const Index D = states.dimension(), p = states.order, m = (p + 1) * D;
  LearnedStateMap learned =
      learn_state_map(states.states, states.moves, examples.dependence, options.map);
  const MissedMoves missed = missed_moves(learned.residuals, states.follows, options.persistence);

  StateModel model;
  model.scaling = examples.scaling;
  model.order = p;
  model.map = std::move(learned.map);
  model.noise = options.noise * examples.trend.noise;
  set_law(model, states.spread, options.persistence);
  model.observation = Matrix::Zero(D, m);
  model.observation.leftCols(D).setIdentity();

  // The noise of the trend enters the move and the drift, as in states/local_trend.hpp.
  const Vector q = options.trend * examples.trend.ratio * examples.trend.noise.transpose();
  const Matrix into_moves = model.entry * q.asDiagonal();
  model.process = into_moves / 3.0 * model.entry.transpose();
  model.process.rightCols(D) += into_moves / 2.0;
  model.process.bottomRows(D) += into_moves.transpose() / 2.0;
  model.process.bottomRightCorner(D, D) += q.asDiagonal();
  model.process.bottomRightCorner(D, D) += options.process * missed.innovation;
  model.process.diagonal().array() += 1e-10;  // a channel that rests must stay invertible

  model.mean = Vector::Zero(m);
  model.mean.head(p * D) = states.states.colwise().mean().transpose();
  const Matrix centred = states.states.rowwise() - model.mean.head(p * D).transpose();
  model.covariance = Matrix::Zero(m, m);
  model.covariance.topLeftCorner(p * D, p * D) =
      centred.transpose() * centred / static_cast<double>(centred.rows());
  model.covariance.bottomRightCorner(D, D) = missed.covariance;
  model.covariance.diagonal().array() += 1e-9;
  model.memory = options.memory;
  model.filter_factor = model.smoother_factor = RowVector::Ones(D);
  return model;
}

}  // namespace elto
