// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_filter.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/interventions.hpp"

namespace elto {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kSnapshotKind = "signal filter";
constexpr int kSnapshotVersion = 1;

}  // namespace

SignalFilter::SignalFilter(const SignalModel& model) : model_(&model), time_(kNoTime) {
  validate(model);
  for (const ChannelModel& part : model.parts) {
    const Index n = part.model.states();
    beliefs_.push_back({.mean = Vector::Zero(n),
                        .covariance = part.model.dynamics.initial(),
                        .trace = {.seen = Vector::Zero(n), .innovation = 0.0, .variance = 0.0},
                        .waiting = 0.0,
                        .step = kNoTime,
                        .transition = {}});
  }
  by_law_.assign(beliefs_.size(), 0);
  for (const SignalLaw& law : model.laws) {
    laws_.emplace_back(law);
    for (const Index column : law.columns) by_law_[at(column)] = 1;
  }
}

void SignalFilter::move(Belief& belief, const ChannelModel& part, double step) {
  if (step != belief.step) {
    belief.transition = part.model.dynamics.transition(step);
    belief.step = step;
  }
  const auto& [F, Q] = belief.transition;
  Matrix& P = belief.covariance;
  // Block after block: n^2 operations for each row of a block.
  Index begin = 0;
  for (const Index size : part.model.dynamics.blocks()) {
    const auto f = F.block(begin, begin, size, size);
    auto x = belief.mean.segment(begin, size);
    x = f.lazyProduct(x).eval();
    auto rows = P.middleRows(begin, size);
    rows = f.lazyProduct(rows).eval();
    begin += size;
  }
  begin = 0;
  for (const Index size : part.model.dynamics.blocks()) {
    const auto f = F.block(begin, begin, size, size);
    auto columns = P.middleCols(begin, size);
    columns = columns.lazyProduct(f.transpose()).eval();
    P.block(begin, begin, size, size) += Q.block(begin, begin, size, size);
    begin += size;
  }
  P.triangularView<Eigen::StrictlyUpper>() = P.transpose();
}

void SignalFilter::predict(double time) {
  require(std::isfinite(time), "time", "finite", time);
  ++row_;
  if (!std::isnan(time_)) {
    require(time >= time_, "time", concat("at least that of the last row, ", time_), time);
    for (std::size_t j = 0; j < beliefs_.size(); ++j) {
      if (by_law_[j]) continue;
      const ChannelModel& part = model_->parts[j];
      move(beliefs_[j], part, (time - time_) / part.step);
    }
    for (SignalLawFilter& law : laws_) law.predict(time - time_);
  }
  time_ = time;
}

bool SignalFilter::take(Belief& belief, const ChannelModel& part, double value) {
  const RowVector& c = part.model.dynamics.readout();
  Matrix& P = belief.covariance;
  auto& [seen, innovation, s] = belief.trace;
  s = 0.0;
  if (std::isnan(value)) return true;
  innovation = (value - part.offset) / part.scale - c.dot(belief.mean);
  seen = P.lazyProduct(c.transpose());
  double variance = c.dot(seen) + part.model.noise[0];
  if (part.intervenes && innovation * innovation > kBeyondChance * variance) {
    if (belief.waiting == 0.0) {
      belief.waiting = 1.0;
      ++rejected_;
      return true;
    }
    ++reopened_;
    P(0, 0) += kJumpVariance;
    seen = P.lazyProduct(c.transpose());
    variance = c.dot(seen) + part.model.noise[0];
  }
  belief.waiting = 0.0;
  s = variance;
  belief.mean += seen * (innovation / s);
  P -= (seen / s).lazyProduct(seen.transpose());
  return s > 0.0 && belief.mean.allFinite();
}

Status SignalFilter::update(const RowView& row) {
  require(row.size() == model_->dimension(), "row", concat(model_->dimension(), " entries"),
          row.size());
  require(!row.array().isInf().any(), "row", "finite or NaN", "an infinity");
  if (!status_.ok()) return status_;
  for (SignalLawFilter& law : laws_) law.update(row);
  for (std::size_t j = 0; j < beliefs_.size(); ++j) {
    if (by_law_[j]) continue;
    if (!take(beliefs_[j], model_->parts[j], row[static_cast<Index>(j)]))
      status_ = {.code = StatusCode::not_finite, .step = row_};
  }
  return status_;
}

RowVector SignalFilter::mean() const {
  RowVector result(model_->dimension());
  for (std::size_t j = 0; j < beliefs_.size(); ++j) {
    const ChannelModel& part = model_->parts[j];
    result[static_cast<Index>(j)] =
        part.offset + part.scale * part.model.dynamics.readout().dot(beliefs_[j].mean);
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
    const RowVector& c = part.model.dynamics.readout();
    const double variance = c.lazyProduct(beliefs_[j].covariance).dot(c);
    result[static_cast<Index>(j)] = part.scale * part.scale * std::max(variance, 0.0);
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
  Index j = 0;
  for (const Belief& belief : beliefs_) {
    file.arrays.emplace_back(concat("mean.", j), belief.mean);
    file.arrays.emplace_back(concat("covariance.", j), belief.covariance);
    file.arrays.emplace_back(concat("waiting.", j), Matrix::Constant(1, 1, belief.waiting));
    ++j;
  }
  for (std::size_t i = 0; i < laws_.size(); ++i) laws_[i].snapshot(file, concat("law.", i, "."));
  return file;
}

void SignalFilter::restore(const ArrayFile& snapshot) {
  snapshot.require_kind(kSnapshotKind, kSnapshotVersion);
  const Matrix counts = snapshot.array("counts", 1, 5);
  std::vector<Belief> beliefs = beliefs_;
  Index j = 0;
  for (Belief& belief : beliefs) {
    const Index n = belief.mean.size();
    belief.mean = snapshot.array(concat("mean.", j), n, 1);
    belief.covariance = snapshot.array(concat("covariance.", j), n, n);
    belief.waiting = snapshot.array(concat("waiting.", j), 1, 1)(0, 0);
    if (!belief.mean.allFinite() || !belief.covariance.allFinite())
      throw IoError(snapshot.name, "the snapshot holds numbers that are not finite");
    ++j;
  }
  const double most = 9e15;  // whole numbers that a double holds
  for (Index i = 1; i < 4; ++i)
    if (!(std::abs(counts(0, i)) < most)) throw IoError(snapshot.name, "its counts are none");
  std::vector<SignalLawFilter> laws = laws_;
  for (std::size_t i = 0; i < laws.size(); ++i) laws[i].restore(snapshot, concat("law.", i, "."));
  laws_ = std::move(laws);
  for (std::size_t k = 0; k < beliefs_.size(); ++k) {
    beliefs_[k].mean = beliefs[k].mean;
    beliefs_[k].covariance = beliefs[k].covariance;
    beliefs_[k].waiting = beliefs[k].waiting;
  }
  time_ = counts(0, 0);
  row_ = static_cast<Index>(counts(0, 1));
  rejected_ = static_cast<Index>(counts(0, 2));
  reopened_ = static_cast<Index>(counts(0, 3));
  status_ = counts(0, 4) == 1.0 ? Status{StatusCode::ok}
                                : Status{.code = StatusCode::not_finite, .step = row_};
}

}  // namespace elto
