// SPDX-License-Identifier: Apache-2.0
#include "elto/model/state_model.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
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
/// states/local_trend.hpp ...
Matrix trend_process(const StateBlock& block, const Vector& q) {
  const Index c = q.size();
  const Matrix into_moves = block.entry * q.asDiagonal();
  Matrix process = into_moves / 3.0 * block.entry.transpose();
  process.rightCols(c) += into_moves / 2.0;
  process.bottomRows(c) += into_moves.transpose() / 2.0;
  process.bottomRightCorner(c, c) += q.asDiagonal();
  return process;
}

/// ... and what g misses drifts.
void set_process(StateBlock& block, const Vector& q, const Matrix& drift) {
  block.process = trend_process(block, q);
  block.process.bottomRightCorner(q.size(), q.size()) += drift;
  block.process.diagonal().array() += 1e-10;  // a channel that rests must stay invertible
}

/// Of what g misses, that which is new, e' - rho e, and what it came after, e.
struct NewMoves {
  Matrix fresh, before;
  std::vector<Index> rows;  // of e'
};

NewMoves new_moves(const Matrix& missed, const std::vector<bool>& follows, double rho) {
  NewMoves moves;
  for (Index i = 1; i < missed.rows(); ++i)
    if (follows[static_cast<std::size_t>(i)]) moves.rows.push_back(i);
  const auto count = std::ssize(moves.rows);
  moves.before.resize(count, missed.cols());
  moves.fresh.resize(count, missed.cols());
  for (Index k = 0; k < count; ++k) {
    const Index i = moves.rows[static_cast<std::size_t>(k)];
    moves.before.row(k) = missed.row(i - 1);
    moves.fresh.row(k) = missed.row(i) - rho * missed.row(i - 1);
  }
  return moves;
}

/// Of what g misses: itself, and what of it is new.
struct MissedMoves {
  Matrix covariance, innovation;
};

MissedMoves missed_moves(const Matrix& missed, const std::vector<bool>& follows, double rho) {
  const Index N = missed.rows(), D = missed.cols();
  const Matrix fresh = new_moves(missed, follows, rho).fresh;
  MissedMoves result{missed.transpose() * missed / static_cast<double>(N), Matrix::Zero(D, D)};
  if (fresh.rows() > 0)
    result.innovation = fresh.transpose() * fresh / static_cast<double>(fresh.rows());
  return result;
}

/// Variances of the noise of the trend, if `trend` is one.
Vector trend_variances(const StateExamples& examples) {
  const RowVector& noise = examples.loading ? examples.loading->noise : examples.trend.noise;
  return examples.trend.ratio * noise.transpose();
}

/// Derivatives by the numbers of g, along a change of them.
double along(const StateMap& by_map, const StateMap& change) {
  double sum = 0.0;
  for (std::size_t k = 0; k < by_map.parts.size(); ++k) {
    const StateMapPart &by = by_map.parts[k], &of = change.parts[k];
    sum += by.offset.dot(of.offset) + by.linear.cwiseProduct(of.linear).sum() +
           by.quadratic.cwiseProduct(of.quadratic).sum() + by.radial.cwiseProduct(of.radial).sum();
  }
  return sum;
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

namespace {

/// The model whose map this is.
StateModel model_with(LearnedStateMap learned, const StateExamples& examples,
                      const StateModelOptions& options) {
  const DifferenceStates& states = examples.states;
  const Index K = states.dimension(), p = states.order;
  const Index together = examples.together == 0 || examples.loading ? K : examples.together;
  const MissedMoves missed = missed_moves(learned.residuals, states.follows, options.persistence);
  const Vector q = options.trend * trend_variances(examples);
  const RowVector centre = states.states.colwise().mean();

  StateModel model;
  model.scaling = examples.scaling;
  model.order = p;
  model.noise = options.noise * (examples.loading ? examples.loading->rest : examples.trend.noise);
  model.mean = Vector::Zero((p + 1) * K);
  model.memory = options.memory;
  model.bands = BandFactors(model.noise.size());
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

}  // namespace

StateModel learn_state_model(const StateExamples& examples, const StateModelOptions& options) {
  validate(options);
  return model_with(
      learn_state_map(examples.states.states, examples.states.moves, examples.groups, options.map),
      examples, options);
}

StateModelLesson study_state_model(const StateExamples& examples,
                                   const StateModelOptions& options) {
  validate(options);
  StateModelLesson lesson;
  LearnedStateMap learned = learn_state_map(examples.states.states, examples.states.moves,
                                            examples.groups, options.map, &lesson.by_ridge);
  lesson.missed = learned.residuals;
  lesson.model = model_with(std::move(learned), examples, options);
  return lesson;
}

StateModelOptions pull_back(const StateExamples& examples, const StateModelOptions& options,
                            const StateModelLesson& lesson, const StateModel& by_model) {
  const Index K = examples.states.dimension();
  const Matrix& missed = lesson.missed;
  const NewMoves moves = new_moves(missed, examples.states.follows, options.persistence);
  const Vector q = trend_variances(examples);
  StateModelOptions by{.process = 0.0, .trend = 0.0, .persistence = 0.0};
  by.noise = by_model.noise.dot(lesson.model.noise) / options.noise;
  by.memory = by_model.memory;

  // By the covariances of what g misses and of what is new of it; blocks know only their own.
  MissedMoves by_missed_moves{Matrix::Zero(K, K), Matrix::Zero(K, K)};
  for (std::size_t i = 0; i < by_model.blocks.size(); ++i) {
    const StateBlock &block = lesson.model.blocks[i], &by_block = by_model.blocks[i];
    const Index j = block.move, c = block.moves();
    by.trend += by_block.process.cwiseProduct(trend_process(block, q.segment(j, c))).sum();
    by.persistence += by_block.law.bottomRightCorner(c, c).trace();
    by_missed_moves.innovation.block(j, j, c, c) = by_block.process.bottomRightCorner(c, c);
    by_missed_moves.covariance.block(j, j, c, c) = by_block.covariance.bottomRightCorner(c, c);
  }
  Matrix by_missed =
      missed * by_missed_moves.covariance * (2.0 / static_cast<double>(missed.rows()));
  if (const Index count = moves.fresh.rows(); count > 0) {
    const Matrix by_fresh =
        moves.fresh * by_missed_moves.innovation * (2.0 / static_cast<double>(count));
    by.process = 0.5 * by_fresh.cwiseProduct(moves.fresh).sum();
    by.persistence -= options.process * by_fresh.cwiseProduct(moves.before).sum();
    for (Index k = 0; k < count; ++k) {
      const Index i = moves.rows[static_cast<std::size_t>(k)];
      by_missed.row(i) += options.process * by_fresh.row(k);
      by_missed.row(i - 1) -= options.process * options.persistence * by_fresh.row(k);
    }
  }
  const auto by_ridge = [&](std::size_t k) {
    return along(by_model.map, lesson.by_ridge[k].map) +
           by_missed.cwiseProduct(lesson.by_ridge[k].residuals).sum();
  };
  by.map = {.scale = std::numeric_limits<double>::quiet_NaN(),
            .linear_ridge = by_ridge(0),
            .quadratic_ridge = by_ridge(1),
            .radial_ridge = by_ridge(2)};
  return by;
}

}  // namespace elto
