// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

constexpr std::string_view kKind = "state filter";
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kGate = 5.0;     // standard deviations of an innovation
constexpr Index kLongestRun = 3;  // of entries passed over

RowVector in_units(const StateModel& model, const Vector& x) {
  return (model.observation * x).transpose().cwiseProduct(model.scaling.scale) +
         model.scaling.offset;
}

/// c_j P c_j^T of each channel, in standardised units.
RowVector signal_variance(const StateModel& model, const Matrix& P) {
  return (model.observation * P).cwiseProduct(model.observation).rowwise().sum().transpose();
}

/// The same in the units of the data, with bands multiplied by `factor`.
RowVector variance_in_units(const StateModel& model, const Matrix& P, const RowVector& factor) {
  const RowVector scale = factor.cwiseProduct(model.scaling.scale);
  return signal_variance(model, P).cwiseProduct(scale.cwiseAbs2());
}

Matrix covariance_in_units(const StateModel& model, const Matrix& P, const RowVector& factor) {
  const RowVector scale = factor.cwiseProduct(model.scaling.scale);
  const Matrix whole = model.observation * P * model.observation.transpose();
  return scale.asDiagonal() * whole * scale.asDiagonal();
}

/// What the backward pass needs of each row.
struct Step {
  Vector prior, posterior;
  Matrix prior_covariance, covariance;
  Matrix jacobian;  // of the step to this row
  RowVector noise;  // R at this row
};

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
  void add(const StateModel& model, const RowView& row, const RowView& mean, const Matrix& P,
           const RowVector& noise) {
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

Estimate filtered(const StateModel& model, const Series& series, Covariances covariances,
                  std::vector<Step>* steps) {
  require_fits(model, series);
  const Index T = series.rows(), D = series.dimension();
  const Matrix unknown = Matrix::Constant(T, D, kUnknown);
  Estimate estimate{unknown, unknown, {}, unknown, unknown, {}, {}, {StatusCode::ok}};
  if (covariances == Covariances::full)
    estimate.covariance.assign(static_cast<std::size_t>(T), Matrix::Constant(D, D, kUnknown));
  StateFilter belief(model);
  NoiseAverages averages(D);
  for (Index t = 0; t < T; ++t) {
    belief.predict();
    estimate.predicted.row(t) = belief.mean();
    estimate.predicted_variance.row(t) = belief.variance();
    Step step;
    if (steps != nullptr) {
      step.prior = belief.state();
      step.prior_covariance = belief.state_covariance();
      step.jacobian = belief.jacobian();
      step.noise = belief.noise();
    }
    const RowVector noise = belief.noise();
    if (!belief.update(series.values.row(t)).ok()) {
      estimate.status = belief.status();
      break;
    }
    estimate.mean.row(t) = belief.mean();
    estimate.variance.row(t) = belief.variance();
    if (covariances == Covariances::full)
      estimate.covariance[static_cast<std::size_t>(t)] = belief.covariance();
    averages.add(model, series.values.row(t), estimate.mean.row(t), belief.state_covariance(),
                 noise);
    if (steps != nullptr) {
      step.posterior = belief.state();
      step.covariance = belief.state_covariance();
      steps->push_back(std::move(step));
    }
  }
  averages.put_into(estimate);
  return estimate;
}

/// Enough of a model to tell it from others: they differ in some of these.
Matrix fingerprint(const StateModel& model) {
  Matrix print(3, model.mean.size());
  print << model.mean.transpose(), model.process.diagonal().transpose(),
      model.covariance.diagonal().transpose();
  return print;
}

}  // namespace

StateFilter::StateFilter(const StateModel& model)
    : model_(&model),
      x_(model.mean),
      moved_(model.mean.size()),
      gain_(model.mean.size()),
      move_(model.map.outputs),
      P_(model.covariance),
      J_(Matrix::Identity(model.mean.size(), model.mean.size())),
      G_(model.map.outputs, model.map.inputs),
      product_(model.mean.size(), model.mean.size()),
      residual_(RowVector::Constant(model.dimension(), kUnknown)),
      noise_(model.noise),
      run_(static_cast<std::size_t>(model.dimension())) {}

void StateFilter::predict() {
  if (++row_ == 0) return;
  const Index n = model_->map.inputs;
  model_->map.linearise(x_.head(n), move_, G_, room_);
  moved_.noalias() = model_->law * x_;
  moved_.noalias() += model_->entry * move_;
  x_.swap(moved_);
  J_ = model_->law;
  J_.leftCols(n).noalias() += model_->entry * G_;
  product_.noalias() = J_ * P_;
  P_.noalias() = product_ * J_.transpose();
  P_ += process_ * model_->process;
  product_ = P_.transpose();
  P_ = 0.5 * (P_ + product_);
}

Status StateFilter::update(const RowView& row) {
  const Index D = model_->dimension();
  require(row.size() == D, "row", concat("of ", D, " entries"), row.size());
  require(!row.array().isInf().any(), "row", "without infinities", "one");
  drift_ = x_.tail(D);
  drift_variance_ = P_.diagonal().tail(D);
  for (Index j = 0; j < D; ++j) {
    if (std::isnan(row[j])) continue;
    const double y = (row[j] - model_->scaling.offset[j]) / model_->scaling.scale[j];
    const auto c = model_->observation.row(j);
    gain_.noalias() = P_ * c.transpose();
    const double variance = c.dot(gain_) + noise_[j], d = y - c.dot(x_);
    const double distance = std::min(d * d / variance, kGate * kGate);
    log_likelihood_ -= 0.5 * (distance + std::log(2.0 * std::numbers::pi * variance));
    if (d * d > kGate * kGate * variance && !gives_in(j)) continue;
    run_[static_cast<std::size_t>(j)] = 0;
    x_ += (d / variance) * gain_;
    P_.noalias() -= (gain_ / variance) * gain_.transpose();
  }
  if (model_->memory != NoiseMemory{}) adapt(row);
  if (status_.ok() && !(x_.allFinite() && P_.allFinite())) status_ = {StatusCode::not_finite, row_};
  return status_;
}

bool StateFilter::gives_in(Index channel) {
  Index& run = run_[static_cast<std::size_t>(channel)];
  if (run == kLongestRun) {
    ++reopened_;
    return true;
  }
  ++run;
  ++rejected_;
  return false;
}

void StateFilter::adapt(const RowView& row) {
  constexpr double kLeast = 1e-4, kMost = 1e4;  // times the noise of the model
  const auto [alpha, beta] = model_->memory;
  const Index D = row.size();
  for (Index j = 0; j < D; ++j) {
    if (std::isnan(row[j])) continue;
    const double y = (row[j] - model_->scaling.offset[j]) / model_->scaling.scale[j];
    const auto c = model_->observation.row(j);
    gain_.noalias() = P_ * c.transpose();
    const double residual = y - c.dot(x_);
    const double change = residual - std::exchange(residual_[j], residual);
    if (std::isnan(change)) continue;
    const double farthest = kGate * kGate * noise_[j];  // one outlier is no new noise
    const double seen = std::min(0.5 * change * change, farthest) + c.dot(gain_);
    noise_[j] = std::clamp(alpha * noise_[j] + (1.0 - alpha) * seen, kLeast * model_->noise[j],
                           kMost * model_->noise[j]);
  }
  const double expected = (drift_variance_ - P_.diagonal().tail(D)).sum();
  if (expected > 0.0) {
    const double seen = (x_.tail(D) - drift_).squaredNorm();
    process_ = std::clamp(process_ * (beta + (1.0 - beta) * seen / expected), kLeast, kMost);
  }
}

RowVector StateFilter::mean() const {
  return in_units(*model_, x_);
}

RowVector StateFilter::variance() const {
  return variance_in_units(*model_, P_, model_->filter_factor);
}

Matrix StateFilter::covariance() const {
  return covariance_in_units(*model_, P_, model_->filter_factor);
}

ArrayFile StateFilter::snapshot() const {
  ArrayFile file;
  file.kind = kKind;
  const RowVector progress{{static_cast<double>(row_), static_cast<double>(status_.code),
                            static_cast<double>(status_.step), static_cast<double>(rejected_),
                            static_cast<double>(reopened_), process_, log_likelihood_}};
  RowVector run(model_->dimension());
  std::ranges::copy(run_, run.begin());
  file.arrays = {{"model", fingerprint(*model_)},
                 {"progress", progress},
                 {"state", x_},
                 {"covariance", P_},
                 {"noise", noise_},
                 {"residual", residual_},
                 {"run", run}};
  return file;
}

void StateFilter::restore(const ArrayFile& snapshot) {
  if (snapshot.kind != kKind)
    throw IoError(snapshot.name, concat("holds a '", snapshot.kind, "', not a ", kKind));
  const Matrix &made_with = snapshot.array("model"), ours = fingerprint(*model_);
  // Eigen compares only matrices of the same shape.
  if (made_with.rows() != ours.rows() || made_with.cols() != ours.cols() || made_with != ours)
    throw IoError(snapshot.name, "was made with another model");
  const Index D = model_->dimension(), m = model_->mean.size();
  const Matrix &progress = snapshot.array("progress", 1, 7), &run = snapshot.array("run", 1, D);
  constexpr double kMostRows = 1LL << 53;  // what a double counts
  const auto counts = progress.leftCols(5).array();
  const bool in_range = (counts >= -1.0).all() && (counts < kMostRows).all() &&
                        progress(1) >= 0.0 &&
                        progress(1) <= static_cast<double>(StatusCode::stopped);
  if (!in_range) throw IoError(snapshot.name, "array progress is out of range");
  if (!((run.array() >= 0.0).all() && (run.array() <= kLongestRun).all()))
    throw IoError(snapshot.name, "array run is out of range");
  x_ = snapshot.array("state", m, 1);
  P_ = snapshot.array("covariance", m, m);
  noise_ = snapshot.array("noise", 1, D);
  residual_ = snapshot.array("residual", 1, D);
  row_ = static_cast<Index>(progress(0));
  status_ = {static_cast<StatusCode>(progress(1)), static_cast<Index>(progress(2))};
  rejected_ = static_cast<Index>(progress(3));
  reopened_ = static_cast<Index>(progress(4));
  process_ = progress(5);
  log_likelihood_ = progress(6);
  for (Index j = 0; j < D; ++j) run_[static_cast<std::size_t>(j)] = static_cast<Index>(run(j));
}

Estimate filter(const StateModel& model, const Series& series, Covariances covariances) {
  return filtered(model, series, covariances, nullptr);
}

Estimate smooth(const StateModel& model, const Series& series, Covariances covariances) {
  std::vector<Step> steps;
  Estimate estimate = filtered(model, series, covariances, &steps);
  if (!estimate.status.ok()) return estimate;
  NoiseAverages averages(series.dimension());
  for (auto t = std::ssize(steps) - 1; t >= 0; --t) {
    Step& here = steps[static_cast<std::size_t>(t)];
    if (t + 1 < std::ssize(steps)) {
      const Step& next = steps[static_cast<std::size_t>(t) + 1];
      const Matrix G =
          solve_on_the_right(here.covariance * next.jacobian.transpose(), next.prior_covariance);
      here.posterior += G * (next.posterior - next.prior);
      here.covariance += G * (next.covariance - next.prior_covariance) * G.transpose();
    }
    estimate.mean.row(t) = in_units(model, here.posterior);
    estimate.variance.row(t) = variance_in_units(model, here.covariance, model.smoother_factor);
    if (covariances == Covariances::full)
      estimate.covariance[static_cast<std::size_t>(t)] =
          covariance_in_units(model, here.covariance, model.smoother_factor);
    averages.add(model, series.values.row(t), estimate.mean.row(t), here.covariance, here.noise);
  }
  averages.put_into(estimate);
  return estimate;
}

}  // namespace elto
