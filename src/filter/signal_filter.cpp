// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_filter.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/dynamics/first_order_lag.hpp"
#include "elto/filter/interventions.hpp"

namespace elto {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kDigits = 1e-9;  // of a step's length, within which it is a whole one
constexpr std::string_view kSnapshotKind = "signal filter";
constexpr int kSnapshotVersion = 3;

double whole_if_nearly(double step) {
  const double whole = std::round(step);
  return std::abs(step - whole) <= kDigits * std::max(1.0, whole) ? whole : step;
}

}  // namespace

SignalFilter::SignalFilter(const SignalModel& model) : model_(&model), time_(kNone) {
  validate(model);
  for (const ChannelModel& part : model.parts) {
    const Components& dynamics = part.model.dynamics;
    const Matrix initial = dynamics.initial();
    beliefs_.push_back({.mean = Vector::Zero(part.model.states()),
                        .covariance = initial,
                        .trace = {.seen = {}, .innovation = 0.0, .variance = 0.0},
                        .waiting = 0.0,
                        .step = kNone,
                        .transition = {},
                        .blocks = Blocks(dynamics.blocks()),
                        .before = initial,
                        .phase = Phase::moving,
                        .signal_variance = 0.0});
    look(beliefs_.back(), part);
  }
  inputs_ = RowVector::Constant(std::ssize(model.inputs), kNone);
  for (const ChannelModel& part : model.parts)
    follows_.push_back(RowVector::Constant(std::ssize(part.effects), kNone));
  by_law_.assign(beliefs_.size(), 0);
  for (const SignalLaw& law : model.laws) {
    laws_.emplace_back(law);
    for (const Index column : law.columns) by_law_[at(column)] = 1;
  }
}

/// What an entry would be told by.
void SignalFilter::look(Belief& belief, const ChannelModel& part) {
  const RowVector& c = part.model.dynamics.readout();
  belief.trace.seen.noalias() = belief.covariance.lazyProduct(c.transpose());
  belief.signal_variance = c.dot(belief.trace.seen);
}

/// Where steps are equal and each brings an entry, covariances settle and two of them take turns.
void SignalFilter::move(Belief& belief, const ChannelModel& part, double step) {
  const bool same = step == belief.step;
  if (!same) {
    belief.transition = part.model.dynamics.transition(step);
    belief.step = step;
  }
  const auto& [F, Q] = belief.transition;
  belief.blocks.multiply(F.data(), belief.mean.data());
  if (same && belief.phase == Phase::steady) {
    belief.covariance.swap(belief.before);
    belief.phase = Phase::steady_predicted;
    belief.signal_variance = part.model.dynamics.readout().dot(belief.trace.seen);
    return;
  }
  belief.blocks.transform(F.data(), belief.covariance.data());
  belief.blocks.add(Q.data(), belief.covariance.data());
  const bool stays = same && belief.phase == Phase::regular &&
                     settled(belief.covariance.data(), belief.before.data(), belief.mean.size());
  belief.phase = stays ? Phase::settling : Phase::moving;
  belief.before = belief.covariance;
  look(belief, part);
}

void SignalFilter::predict(double time) {
  predict(time, RowVector());
}

void SignalFilter::predict(double time, const RowView& inputs) {
  require(std::isfinite(time), "time", "finite", time);
  require(std::isnan(time_) || time >= time_, "time",
          concat("at least that of the last row, ", time_), time);
  require(inputs.size() == inputs_.size(), "inputs", concat(inputs_.size(), " entries"),
          inputs.size());
  require(!inputs.array().isInf().any(), "inputs", "finite or NaN", "an infinity");
  ++row_;
  const RowVector before = inputs_;
  take_inputs(time, inputs);
  if (!std::isnan(time_)) {
    for (std::size_t j = 0; j < beliefs_.size(); ++j) {
      if (by_law_[j]) continue;
      const ChannelModel& part = model_->parts[j];
      move(beliefs_[j], part, whole_if_nearly((time - time_) / part.step));
    }
    for (SignalLawFilter& law : laws_) law.predict(time - time_, before, inputs_);
  }
  time_ = time;
}

void SignalFilter::take_inputs(double time, const RowView& inputs) {
  for (std::size_t j = 0; j < follows_.size(); ++j)
    for (Index k = 0; k < follows_[j].size(); ++k) {
      const InputEffect& effect = model_->parts[j].effects[static_cast<std::size_t>(k)];
      const double before = inputs_[effect.input], now = inputs[effect.input];
      double& w = follows_[j][k];
      if (std::isnan(w))
        w = now;
      else
        w = follow(w, before, std::isnan(now) ? before : now, time - time_, effect.lag);
    }
  inputs_ = inputs.array().isNaN().select(inputs_, inputs);
}

double SignalFilter::drive(Index channel) const {
  const std::vector<InputEffect>& effects = model_->parts[at(channel)].effects;
  double sum = 0.0;
  for (std::size_t k = 0; k < effects.size(); ++k)
    if (const double w = follows_[at(channel)][static_cast<Index>(k)]; !std::isnan(w))
      sum += effects[k].gain * (w - effects[k].centre);
  return sum;
}

bool SignalFilter::take(Belief& belief, const ChannelModel& part, double value) {
  const RowVector& c = part.model.dynamics.readout();
  auto& [seen, innovation, s] = belief.trace;
  const Phase phase = std::exchange(belief.phase, Phase::moving);
  s = 0.0;
  if (std::isnan(value)) return true;
  innovation = (value - part.offset) / part.scale - c.dot(belief.mean);
  double variance = belief.signal_variance + part.model.noise[0];
  const bool beyond = part.intervenes && innovation * innovation > kBeyondChance * variance;
  if (beyond) {
    if (belief.waiting == 0.0) {
      belief.waiting = 1.0;
      ++rejected_;
      return true;
    }
    ++reopened_;
    belief.covariance(0, 0) += kJumpVariance;
    look(belief, part);
    variance = belief.signal_variance + part.model.noise[0];
  }
  belief.waiting = 0.0;
  s = variance;
  belief.mean += seen * (innovation / s);
  belief.signal_variance *= part.model.noise[0] / s;
  if (!beyond && phase == Phase::steady_predicted) {
    belief.covariance.swap(belief.before);
    belief.phase = Phase::steady;
  } else {
    belief.covariance -= (seen / s).lazyProduct(seen.transpose());
    if (!beyond) belief.phase = phase == Phase::settling ? Phase::steady : Phase::regular;
  }
  return s > 0.0 && std::isfinite(innovation);
}

Status SignalFilter::update(const RowView& row) {
  require(row.size() == model_->dimension(), "row", concat(model_->dimension(), " entries"),
          row.size());
  require(!row.array().isInf().any(), "row", "finite or NaN", "an infinity");
  if (!status_.ok()) return status_;
  for (SignalLawFilter& law : laws_) law.update(row);
  for (std::size_t j = 0; j < beliefs_.size(); ++j) {
    if (by_law_[j]) continue;
    if (!take(beliefs_[j], model_->parts[j],
              row[static_cast<Index>(j)] - drive(static_cast<Index>(j))))
      status_ = {.code = StatusCode::not_finite, .step = row_};
  }
  return status_;
}

RowVector SignalFilter::mean() const {
  RowVector result(model_->dimension());
  for (std::size_t j = 0; j < beliefs_.size(); ++j) {
    const ChannelModel& part = model_->parts[j];
    result[static_cast<Index>(j)] =
        part.offset + part.scale * part.model.dynamics.readout().dot(beliefs_[j].mean) +
        drive(static_cast<Index>(j));
  }
  for (const SignalLawFilter& law : laws_)
    for (Index d = 0; d < law.law().dimension(); ++d)
      result[law.law().columns[at(d)]] = law.mean(d);
  return result;
}

RowVector SignalFilter::variance() const {
  RowVector result(model_->dimension());
  for (std::size_t j = 0; j < beliefs_.size(); ++j) {
    const ChannelModel& part = model_->parts[j];
    result[static_cast<Index>(j)] =
        part.scale * part.scale * std::max(beliefs_[j].signal_variance, 0.0);
  }
  for (const SignalLawFilter& law : laws_)
    for (Index d = 0; d < law.law().dimension(); ++d)
      result[law.law().columns[at(d)]] = law.variance(d);
  return result;
}

Index SignalFilter::rejected() const {
  Index sum = rejected_;
  for (const SignalLawFilter& law : laws_) sum += law.rejected();
  return sum;
}

Index SignalFilter::reopened() const {
  Index sum = reopened_;
  for (const SignalLawFilter& law : laws_) sum += law.reopened();
  return sum;
}

ArrayFile SignalFilter::snapshot() const {
  ArrayFile file;
  file.kind = kSnapshotKind;
  file.kind_version = kSnapshotVersion;
  Matrix counts(1, 5);
  counts << time_, static_cast<double>(row_), static_cast<double>(rejected_),
      static_cast<double>(reopened_), status_.ok() ? 1.0 : 0.0;
  file.arrays.emplace_back("counts", counts);
  if (inputs_.size() > 0) file.arrays.emplace_back("inputs", inputs_);
  Index j = 0;
  for (const Belief& belief : beliefs_) {
    file.arrays.emplace_back(concat("mean.", j), belief.mean);
    file.arrays.emplace_back(concat("covariance.", j), belief.covariance);
    file.arrays.emplace_back(concat("before.", j), belief.before);
    file.arrays.emplace_back(concat("seen.", j), belief.trace.seen);
    Matrix numbers(1, 6);
    numbers << belief.waiting, belief.step, static_cast<double>(belief.phase),
        belief.signal_variance, belief.trace.innovation, belief.trace.variance;
    file.arrays.emplace_back(concat("numbers.", j), numbers);
    if (const RowVector& w = follows_[at(j)]; w.size() > 0)
      file.arrays.emplace_back(concat("follows.", j), w);
    ++j;
  }
  for (std::size_t i = 0; i < laws_.size(); ++i) laws_[i].snapshot(file, concat("law.", i, "."));
  return file;
}

void SignalFilter::restore(const ArrayFile& snapshot) {
  snapshot.require_kind(kSnapshotKind, kSnapshotVersion);
  const Matrix counts = snapshot.array("counts", 1, 5);
  const RowVector inputs =
      inputs_.size() > 0 ? snapshot.array("inputs", 1, inputs_.size()) : Matrix(1, 0);
  if (inputs.array().isInf().any()) throw IoError(snapshot.name, "its inputs are none");
  std::vector<Belief> beliefs = beliefs_;
  std::vector<RowVector> follows = follows_;
  Index j = 0;
  for (Belief& belief : beliefs) {
    const Index n = belief.mean.size();
    belief.mean = snapshot.array(concat("mean.", j), n, 1);
    belief.covariance = snapshot.array(concat("covariance.", j), n, n);
    belief.before = snapshot.array(concat("before.", j), n, n);
    const Matrix numbers = snapshot.array(concat("numbers.", j), 1, 6);
    belief.waiting = numbers(0, 0);
    belief.step = numbers(0, 1);
    const double phase = numbers(0, 2);
    if (!belief.mean.allFinite() || !belief.covariance.allFinite() || !belief.before.allFinite())
      throw IoError(snapshot.name, "the snapshot holds numbers that are not finite");
    if (!(phase >= 0.0 && phase <= static_cast<double>(Phase::steady_predicted)) ||
        belief.step < 0.0)
      throw IoError(snapshot.name, "the snapshot is none that a filter has made");
    belief.phase = static_cast<Phase>(static_cast<int>(phase));
    belief.signal_variance = numbers(0, 3);
    belief.trace = {.seen = snapshot.array(concat("seen.", j), n, 1),
                    .innovation = numbers(0, 4),
                    .variance = numbers(0, 5)};
    if (RowVector& w = follows[at(j)]; w.size() > 0)
      w = snapshot.array(concat("follows.", j), 1, w.size());
    if (std::isfinite(belief.step))
      belief.transition =
          model_->parts[static_cast<std::size_t>(j)].model.dynamics.transition(belief.step);
    ++j;
  }
  const double most = 9e15;  // whole numbers that a double holds
  for (Index i = 1; i < 4; ++i)
    if (!(std::abs(counts(0, i)) < most)) throw IoError(snapshot.name, "its counts are none");
  std::vector<SignalLawFilter> laws = laws_;
  for (std::size_t i = 0; i < laws.size(); ++i) laws[i].restore(snapshot, concat("law.", i, "."));
  laws_ = std::move(laws);
  beliefs_ = std::move(beliefs);
  inputs_ = inputs;
  follows_ = std::move(follows);
  time_ = counts(0, 0);
  row_ = static_cast<Index>(counts(0, 1));
  rejected_ = static_cast<Index>(counts(0, 2));
  reopened_ = static_cast<Index>(counts(0, 3));
  status_ = counts(0, 4) == 1.0 ? Status{StatusCode::ok}
                                : Status{.code = StatusCode::not_finite, .step = row_};
}

}  // namespace elto
