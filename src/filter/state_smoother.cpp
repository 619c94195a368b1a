// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_smoother.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/noise/noise_in_hindsight.hpp"
#include "elto/series/outliers.hpp"

#include "core/unknown.hpp"
#include "filter/signal_of_state.hpp"
#include "filter/state_filter_limits.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {

/// What the backward pass needs of each row.
struct Step {
  RowVector noise;       // R at this row
  RowVector taken = {};  // the row, standardised; NaN where it is missing or was passed over
  Vector prior = {}, posterior = {};
  std::vector<Matrix> prior_covariances = {}, covariances = {};
  std::vector<Matrix> jacobians = {};  // of the step to this row
};

/// From what the rows up to `here` say to what all rows say, which `next` knows already. False if
/// the covariance of the prediction that leads to it is not positive definite.
bool step_back(const StateModel& model, Step& here, const Step& next) {
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const Index at = model.blocks[i].state, n = model.blocks[i].states();
    const Matrix& prior = next.prior_covariances[i];
    Matrix& P = here.covariances[i];
    const std::optional<Matrix> G = solve_on_the_right(P * next.jacobians[i].transpose(), prior);
    if (!G) return false;
    here.posterior.segment(at, n) +=
        *G * (next.posterior.segment(at, n) - next.prior.segment(at, n));
    P += *G * (next.covariances[i] - prior) * G->transpose();
  }
  return true;
}

void require_fits(const StateModel& model, const Series& series) {
  require(series.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), series.dimension());
  require(!series.values.array().isInf().any(), "series", "without infinities", "one");
}

/// Averages over the rows seen: how much an estimate follows its own row, c P c^T / R, and how
/// large the noise was, r^2 + c P c^T with r the residual of the estimate.
class NoiseAverages {
 public:
  explicit NoiseAverages(Index channels)
      : variance_(RowVector::Zero(channels)), R_(variance_), noise_(variance_), count_(variance_) {}

  /// The row and its estimate in the units of the data, P and R standardised.
  void add(const StateModel& model, const RowView& row, const RowView& mean,
           const std::vector<Matrix>& P, const RowVector& noise) {
    const RowVector variance = signal_variance(model, P);
    for (Index j = 0; j < row.size(); ++j) {
      if (std::isnan(row[j])) continue;
      const double scale = model.scaling.scale[j], residual = row[j] - mean[j];
      variance_[j] += variance[j];
      R_[j] += noise[j];
      noise_[j] += residual * residual + scale * scale * variance[j];
      count_[j] += 1.0;
    }
  }
  void put_into(Estimate& estimate) const {
    estimate.sensitivity = variance_.cwiseQuotient(R_);
    estimate.noise_level = noise_.cwiseQuotient(count_).cwiseSqrt();
  }

 private:
  RowVector variance_, R_, noise_, count_;
};

/// An entry that was taken because nothing was known before, and which the next contradicts.
struct Doubt {
  Index row, channel;
};

class FirstEntries {
 public:
  explicit FirstEntries(Index channels) : taken_(static_cast<std::size_t>(channels), -1) {}

  /// After the filter has taken in the row.
  void take_in(const StateFilter& belief, const RowView& row, Index t, std::vector<Doubt>& doubts) {
    for (Index j = 0; j < row.size(); ++j) {
      if (std::isnan(row[j])) continue;
      Index& taken = taken_[static_cast<std::size_t>(j)];
      if (belief.seen(j) == 1 && !belief.passed_over(j)) taken = t;
      if (belief.seen(j) == 2 && belief.passed_over(j) && taken >= 0) doubts.push_back({taken, j});
    }
  }

 private:
  std::vector<Index> taken_;  // rows, by channel; -1: none
};

/// What a filter leaves behind, and what smoothing needs of it.
struct Filtered {
  Estimate estimate;
  std::vector<Step> steps = {};
  std::vector<Doubt> doubts = {};
};

RowVector taken_in(const StateModel& model, const StateFilter& belief, const RowView& row) {
  RowVector taken = row;
  for (Index j = 0; j < row.size(); ++j)
    taken[j] = belief.passed_over(j) ? kUnknown : model.scaling.apply(row[j], j);
  return taken;
}

/// `noise`: R of each row, if it is known.
Filtered filtered(const StateModel& model, const Series& series, Covariances covariances,
                  bool keep_steps, const Matrix* noise = nullptr) {
  require_fits(model, series);
  const Index T = series.rows(), D = series.dimension();
  const Matrix unknown = Matrix::Constant(T, D, kUnknown);
  Filtered result{.estimate = {unknown, unknown, {}, unknown, unknown, {}, {}, {StatusCode::ok}}};
  Estimate& estimate = result.estimate;
  if (covariances == Covariances::full)
    estimate.covariance.assign(static_cast<std::size_t>(T), Matrix::Constant(D, D, kUnknown));
  StateFilter belief(model);
  NoiseAverages averages(D);
  FirstEntries first(D);
  for (Index t = 0; t < T; ++t) {
    if (noise != nullptr) belief.set_noise(noise->row(t));
    belief.predict();
    estimate.predicted.row(t) = belief.mean();
    estimate.predicted_variance.row(t) = belief.variance();
    Step step{.noise = belief.noise()};
    if (keep_steps) {
      step.prior = belief.state();
      step.prior_covariances = belief.covariances();
      step.jacobians = belief.jacobians();
    }
    if (!belief.update(series.values.row(t)).ok()) {
      estimate.status = belief.status();
      break;
    }
    estimate.mean.row(t) = belief.mean();
    estimate.variance.row(t) = belief.variance();
    if (covariances == Covariances::full)
      estimate.covariance[static_cast<std::size_t>(t)] = belief.covariance();
    averages.add(model, series.values.row(t), estimate.mean.row(t), belief.covariances(),
                 step.noise);
    if (keep_steps) {
      first.take_in(belief, series.values.row(t), t, result.doubts);
      step.taken = taken_in(model, belief, series.values.row(t));
      step.posterior = belief.state();
      step.covariances = belief.covariances();
      result.steps.push_back(std::move(step));
    }
  }
  averages.put_into(estimate);
  estimate.gate = {belief.rejected(), belief.reopened()};
  return result;
}

/// A filter must believe the first entry of a channel. The rows after it tell whether it belongs
/// to them: not if the next does not follow from it, and it sticks out.
std::vector<Doubt> false_starts(const Matrix& rows, std::vector<Doubt> doubts) {
  if (doubts.empty()) return {};
  const Matrix belonging = without_outliers(rows);
  std::erase_if(doubts,
                [&](const Doubt& at) { return !std::isnan(belonging(at.row, at.channel)); });
  return doubts;
}

/// Nothing is known of the rows up to this one.
void fail_at(Index t, Estimate& estimate) {
  estimate.status = {StatusCode::not_definite, t};
  estimate.mean.topRows(t + 1).setConstant(kUnknown);
  estimate.variance.topRows(t + 1).setConstant(kUnknown);
  if (estimate.covariance.empty()) return;
  for (Index row = 0; row <= t; ++row)
    estimate.covariance[static_cast<std::size_t>(row)].setConstant(kUnknown);
}

/// From estimates of the filter to those of the smoother.
void go_back(const StateModel& model, const Series& series, Covariances covariances,
             Filtered& result) {
  auto& [estimate, steps, doubts] = result;
  NoiseAverages averages(series.dimension());
  for (auto t = std::ssize(steps) - 1; t >= 0; --t) {
    Step& here = steps[static_cast<std::size_t>(t)];
    if (t + 1 < std::ssize(steps) &&
        !step_back(model, here, steps[static_cast<std::size_t>(t) + 1])) {
      fail_at(t, estimate);
      break;
    }
    estimate.mean.row(t) = in_units(model, here.posterior);
    estimate.variance.row(t) = variance_in_units(model, here.covariances, model.bands.smoother);
    if (covariances == Covariances::full)
      estimate.covariance[static_cast<std::size_t>(t)] =
          covariance_in_units(model, here.covariances, model.bands.smoother);
    averages.add(model, series.values.row(t), estimate.mean.row(t), here.covariances, here.noise);
  }
  averages.put_into(estimate);
}

/// R of each row by what the smoother makes of those on both sides of it.
Matrix noise_by(const StateModel& model, const std::vector<Step>& smoothed) {
  const Index T = std::ssize(smoothed);
  Matrix squares(T, model.dimension()), before(T, model.dimension());
  for (Index t = 0; t < T; ++t) {
    const Step& step = smoothed[static_cast<std::size_t>(t)];
    const RowVector residual = step.taken - signal_mean(model, step.posterior);
    const RowVector square = residual.cwiseAbs2() + signal_variance(model, step.covariances);
    // A jump of the series is not noise. What is not known stays so.
    const RowVector most = kGate * kGate * step.noise;
    squares.row(t) = (square.array() > most.array()).select(most, square);
    before.row(t) = step.noise;
  }
  Matrix noise = noise_in_hindsight(squares, before, model.memory.measurement);
  for (Index j = 0; j < noise.cols(); ++j)
    noise.col(j) =
        noise.col(j).cwiseMax(kLeastNoise * model.noise[j]).cwiseMin(kMostNoise * model.noise[j]);
  return noise;
}

}  // namespace

Estimate filter(const StateModel& model, const Series& series, Covariances covariances) {
  return filtered(model, series, covariances, false).estimate;
}

Estimate smooth(const StateModel& model, const Series& series, Covariances covariances) {
  Filtered result = filtered(model, series, covariances, true);
  Series kept = series;
  const std::vector<Doubt> passed_over = false_starts(series.values, std::move(result.doubts));
  if (!passed_over.empty()) {
    for (const Doubt& at : passed_over) kept.values(at.row, at.channel) = kUnknown;
    result = {};  // both would need twice the memory
    result = filtered(model, kept, covariances, true);
  }
  if (!result.estimate.status.ok()) return std::move(result.estimate);
  go_back(model, series, covariances, result);
  if (result.estimate.status.ok() && model.memory.measurement < 1.0) {
    const Matrix noise = noise_by(model, result.steps);
    result.steps.clear();
    StateModel knowing = model;
    knowing.memory.measurement = 1.0;
    Filtered again = filtered(knowing, kept, covariances, true, &noise);
    if (again.estimate.status.ok()) go_back(model, series, covariances, again);
    if (again.estimate.status.ok()) {
      // Predictions must not know what comes.
      again.estimate.predicted = std::move(result.estimate.predicted);
      again.estimate.predicted_variance = std::move(result.estimate.predicted_variance);
      result = std::move(again);
    }
  }
  result.estimate.gate->rejected += std::ssize(passed_over);
  return std::move(result.estimate);
}

}  // namespace elto
