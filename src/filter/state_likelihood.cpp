// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/operators/state_map_adjoint.hpp"

#include "filter/state_filter_limits.hpp"

namespace elto {
namespace {

constexpr Index kSegment = 256;  // rows remembered at once; others are filtered again

/// What a row was like for the filter.
struct Seen {
  StateFilter::Trace trace;
  Vector prior;           // x before the row ...
  Vector prior_variance;  // ... and the diagonals of P
  Vector posterior;
  std::vector<Matrix> covariances;  // after the row
  std::vector<Matrix> jacobians;    // of the step to it
  RowVector noise, residual;        // R, and the residuals of the row before
  double process = 1.0;
};

Seen start_of(const StateFilter& belief) {
  return {.trace = {},
          .prior = {},
          .prior_variance = {},
          .posterior = belief.state(),
          .covariances = belief.covariances(),
          .jacobians = {},
          .noise = {},
          .residual = {}};
}

Vector diagonals(const StateModel& model, const std::vector<Matrix>& P) {
  Vector all(model.mean.size());
  for (std::size_t i = 0; i < P.size(); ++i)
    all.segment(model.blocks[i].state, model.blocks[i].states()) = P[i].diagonal();
  return all;
}

bool step(const StateModel& model, StateFilter& belief, const RowView& row, Seen& seen) {
  belief.predict();
  seen.prior = belief.state();
  seen.prior_variance = diagonals(model, belief.covariances());
  seen.noise = belief.noise();
  seen.residual = belief.residual();
  seen.process = belief.process();
  if (!belief.update(row, seen.trace).ok()) return false;
  seen.posterior = belief.state();
  seen.covariances = belief.covariances();
  seen.jacobians = belief.jacobians();
  return true;
}

/// Derivatives of -log p by the belief, from the last row to the first.
class Backward {
 public:
  Backward(const StateModel& model, StateModel& gradient)
      : model_(model),
        gradient_(gradient),
        x_(Vector::Zero(model.mean.size())),
        noise_(RowVector::Zero(model.dimension())),
        residual_(noise_),
        moves_(Vector::Zero(model.map.outputs)),
        G_(Matrix::Zero(model.map.outputs, model.map.inputs)) {
    for (const StateBlock& block : model.blocks) {
      P_.push_back(Matrix::Zero(block.states(), block.states()));
      by_jacobian_.push_back(P_.back());
    }
  }

  void through_row(const Seen& seen, const RowView& row) {
    const bool adapts = model_.memory != NoiseMemory{};
    by_prior_drift_ = 0.0;
    by_expected_ = 0.0;
    if (adapts) through_adaptation(seen, row);
    for (std::size_t i = model_.blocks.size(); i-- > 0;) through_update(i, seen);
    if (adapts) through_memory_of_drift(seen);
  }

  /// Of the step to the row `to`, which began with what is known after the row `from`.
  void through_prediction(const Seen& from, const Seen& to) {
    const bool learned = !model_.map.parts.empty();
    by_x_.setZero(x_.size());
    for (std::size_t i = 0; i < model_.blocks.size(); ++i) {
      const StateBlock& block = model_.blocks[i];
      StateBlock& by = gradient_.blocks[i];
      const auto x = from.posterior.segment(block.state, block.states());
      const auto moved = x_.segment(block.state, block.states());
      const Matrix &P = from.covariances[i], &J = to.jacobians[i];
      by.process += to.process * P_[i];
      process_ += P_[i].cwiseProduct(block.process).sum();
      product_.noalias() = P_[i] * J;
      by_jacobian_[i].noalias() = 2.0 * product_ * P;
      P_[i].noalias() = J.transpose() * product_;
      by.law += by_jacobian_[i];
      by.law.noalias() += moved * x.transpose();
      by_x_.segment(block.state, block.states()).noalias() = block.law.transpose() * moved;
      if (!learned) continue;
      moves_.segment(block.move, block.moves()).noalias() = block.entry.transpose() * moved;
      G_.block(block.move, block.state, block.moves(), block.states()).noalias() =
          block.entry.transpose() * by_jacobian_[i];
    }
    if (learned) pull_back(model_.map, from.posterior, moves_, G_, by_x_, gradient_.map, room_);
    x_.swap(by_x_);
  }

  /// What is left belongs to the belief before the first row.
  void finish() {
    gradient_.mean += x_;
    gradient_.noise += noise_;
    for (std::size_t i = 0; i < P_.size(); ++i) gradient_.blocks[i].covariance += P_[i];
  }

 private:
  void through_adaptation(const Seen& seen, const RowView& row) {
    double expected = 0.0, seen_drift = 0.0;
    for (std::size_t i = 0; i < model_.blocks.size(); ++i) {
      const StateBlock& block = model_.blocks[i];
      for (Index entry = 0; entry < block.channels(); ++entry)
        if (const Index j = block.channel + entry;
            !std::isnan(row[j]) && seen.trace.taken[static_cast<std::size_t>(j)])
          through_noise(i, entry, seen, row);
      const Index o = block.moves(), drift = block.state + block.states() - o;
      // Term by term: what no entry has touched is exactly nothing.
      expected +=
          (seen.prior_variance.segment(drift, o) - seen.covariances[i].diagonal().tail(o)).sum();
      seen_drift += (seen.posterior.segment(drift, o) - seen.prior.segment(drift, o)).squaredNorm();
    }
    if (!(expected > 0.0)) return;
    const double beta = model_.memory.process, ratio = seen_drift / expected;
    const double factor = beta + (1.0 - beta) * ratio, next = seen.process * factor;
    if (next < kLeastNoise || next > kMostNoise) {
      process_ = 0.0;
      return;
    }
    gradient_.memory.process += process_ * seen.process * (1.0 - ratio);
    const double by_ratio = process_ * seen.process * (1.0 - beta);
    by_prior_drift_ = -2.0 * by_ratio / expected;
    by_expected_ = -by_ratio * ratio / expected;
    process_ *= factor;
    for (std::size_t i = 0; i < model_.blocks.size(); ++i) {
      const StateBlock& block = model_.blocks[i];
      const Index o = block.moves(), drift = block.state + block.states() - o;
      x_.segment(drift, o) -=
          by_prior_drift_ * (seen.posterior.segment(drift, o) - seen.prior.segment(drift, o));
      P_[i].diagonal().tail(o).array() -= by_expected_;
    }
  }

  void through_noise(std::size_t i, Index entry, const Seen& seen, const RowView& row) {
    const StateBlock& block = model_.blocks[i];
    const Index j = block.channel + entry;
    const auto c = block.observation.row(entry);
    const double y = model_.scaling.apply(row[j], j);
    const double residual = y - c.dot(seen.posterior.segment(block.state, block.states()));
    const double change = residual - seen.residual[j];
    double by_change = 0.0;
    if (!std::isnan(change)) {
      const double alpha = model_.memory.measurement, R = seen.noise[j];
      const double square = 0.5 * change * change, farthest = kGate * kGate * R;
      const double now = std::min(square, farthest) + (c * seen.covariances[i]).dot(c);
      const double next = alpha * R + (1.0 - alpha) * now, model = model_.noise[j];
      const double edge = next < kLeastNoise * model  ? kLeastNoise
                          : next > kMostNoise * model ? kMostNoise
                                                      : 0.0;
      if (edge > 0.0) {
        gradient_.noise[j] += edge * noise_[j];
        noise_[j] = 0.0;
      }
      gradient_.memory.measurement += noise_[j] * (R - now);
      const double by_now = (1.0 - alpha) * noise_[j];
      noise_[j] *= alpha;
      P_[i].noalias() += by_now * c.transpose() * c;
      if (square < farthest)
        by_change = by_now * change;
      else
        noise_[j] += kGate * kGate * by_now;
    }
    x_.segment(block.state, block.states()) -= (residual_[j] + by_change) * c.transpose();
    residual_[j] = -by_change;
  }

  void through_update(std::size_t i, const Seen& seen) {
    const StateBlock& block = model_.blocks[i];
    auto x = x_.segment(block.state, block.states());
    Matrix& P = P_[i];
    for (Index entry = block.channels(); entry-- > 0;) {
      const Index j = block.channel + entry;
      const double d = seen.trace.innovation[j], V = seen.trace.variance[j];
      if (std::isnan(d)) continue;
      const auto c = block.observation.row(entry);
      const bool within = d * d < kGate * kGate * V;
      double by_d = within ? d / V : 0.0;
      double by_V = 0.5 * (within ? 1.0 - d * d / V : 1.0) / V;
      by_gain_.setZero(block.states());
      if (seen.trace.taken[static_cast<std::size_t>(j)]) {
        const auto gain = seen.trace.gain.col(j).head(block.states());
        by_gain_.noalias() = P * gain;
        const double along = gain.dot(x);
        by_d += along / V;
        by_V += (gain.dot(by_gain_) - d * along) / (V * V);
        by_gain_ = (d * x - 2.0 * by_gain_) / V;
      }
      by_gain_ += by_V * c.transpose();
      x -= by_d * c.transpose();
      P.noalias() += 0.5 * by_gain_ * c;
      P.noalias() += 0.5 * c.transpose() * by_gain_.transpose();
      noise_[j] += by_V;
    }
  }

  void through_memory_of_drift(const Seen& seen) {
    for (std::size_t i = 0; i < model_.blocks.size(); ++i) {
      const StateBlock& block = model_.blocks[i];
      const Index o = block.moves(), drift = block.state + block.states() - o;
      x_.segment(drift, o) +=
          by_prior_drift_ * (seen.posterior.segment(drift, o) - seen.prior.segment(drift, o));
      P_[i].diagonal().tail(o).array() += by_expected_;
    }
  }

  const StateModel& model_;
  StateModel& gradient_;
  Vector x_;
  std::vector<Matrix> P_;
  RowVector noise_, residual_;
  double process_ = 0.0;
  double by_prior_drift_ = 0.0, by_expected_ = 0.0;
  Vector moves_, by_x_, by_gain_;
  Matrix G_, product_;
  std::vector<Matrix> by_jacobian_;
  StateMapAdjointRoom room_;
};

}  // namespace

StateModel zero_like(const StateModel& model) {
  StateModel zero = model;
  zero.map = zero_like(model.map);
  for (StateBlock& block : zero.blocks) {
    block.law.setZero();
    block.process.setZero();
    block.covariance.setZero();
  }
  zero.noise.setZero();
  zero.mean.setZero();
  zero.memory = {.measurement = 0.0, .process = 0.0};
  return zero;
}

double minus_log_likelihood(const StateModel& model, const Series& series, StateModel& gradient) {
  constexpr double kFailed = std::numeric_limits<double>::infinity();
  require(series.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), series.dimension());
  const Index T = series.rows();
  if (T == 0) return 0.0;
  StateFilter belief(model, LostChannels::stay_lost);
  std::vector<StateFilter> beginnings{belief};
  for (Index t = 0; t < (T - 1) / kSegment * kSegment; ++t) {
    belief.predict();
    if (!belief.update(series.values.row(t)).ok()) return kFailed;
    if ((t + 1) % kSegment == 0) beginnings.push_back(belief);
  }
  std::vector<Seen> seen(static_cast<std::size_t>(std::min(T, kSegment)) + 1);
  Backward backward(model, gradient);
  double value = 0.0;
  for (Index s = std::ssize(beginnings) - 1; s >= 0; --s) {
    const Index first = s * kSegment, rows = std::min(kSegment, T - first);
    belief = beginnings[static_cast<std::size_t>(s)];
    seen[0] = start_of(belief);
    for (Index i = 1; i <= rows; ++i)
      if (!step(model, belief, series.values.row(first + i - 1), seen[static_cast<std::size_t>(i)]))
        return kFailed;
    if (first + rows == T) value = -belief.log_likelihood();
    for (Index i = rows; i >= 1; --i) {
      const Seen& here = seen[static_cast<std::size_t>(i)];
      backward.through_row(here, series.values.row(first + i - 1));
      if (first + i > 1) backward.through_prediction(seen[static_cast<std::size_t>(i) - 1], here);
    }
  }
  backward.finish();
  return value;
}

}  // namespace elto
