// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_lag_smoother.hpp"

#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/lag_smoother.hpp"

namespace elto {

SignalLagSmoother::SignalLagSmoother(const SignalModel& model, Index lag)
    : model_(&model), lag_(lag), filter_(model) {
  require(lag >= 0 && lag <= largest_lag, "lag", concat("from 0 to ", largest_lag), lag);
  mean_ = variance_ = drive_ = Matrix::Zero(model.dimension(), lag + 1);
  for (const ChannelModel& part : model.parts)
    cross_.push_back(Matrix::Zero(part.model.states(), lag + 1));
  for (const SignalLaw& law : model.laws) laws_.emplace_back(law, lag + 1);
}

Status SignalLagSmoother::update(double time, const RowView& row) {
  return update(time, row, RowVector());
}

Status SignalLagSmoother::update(double time, const RowView& row, const RowView& inputs) {
  if (pending_ > lag_) pop();
  filter_.predict(time, inputs);
  const Status status = filter_.update(row);
  const Index newest = place_after(pending_);
  waiting_.clear();
  for (Index k = 0; k < pending_; ++k) waiting_.push_back(place_after(k));
  for (std::size_t i = 0; i < laws_.size(); ++i)
    laws_[i].update(filter_.laws()[i], waiting_, newest);
  for (std::size_t j = 0; j < cross_.size(); ++j) {
    const auto channel = static_cast<Index>(j);
    if (filter_.by_law(channel)) continue;
    const SignalFilter::Trace& trace = filter_.trace(channel);
    const LinearModel& model = model_->parts[j].model;
    const RowVector& c = model.dynamics.readout();
    const Matrix& F = filter_.transition(channel);
    for (Index k = 0; k < pending_; ++k) {
      const Index place = place_after(k);
      auto V = cross_[j].col(place);
      Index begin = 0;
      for (const Index size : model.dynamics.blocks()) {
        auto part = V.segment(begin, size);
        part = F.block(begin, begin, size, size).lazyProduct(part).eval();
        begin += size;
      }
      if (trace.variance == 0.0) continue;
      const double seen = c.dot(V);
      mean_(channel, place) += seen * trace.innovation / trace.variance;
      variance_(channel, place) -= seen * seen / trace.variance;
      V -= trace.seen * (seen / trace.variance);
    }
    cross_[j].col(newest) = filter_.covariance(channel).lazyProduct(c.transpose());
    mean_(channel, newest) = c.dot(filter_.state(channel));
    variance_(channel, newest) = filter_.signal_variance(channel);
    drive_(channel, newest) = filter_.drive(channel);
  }
  ++pending_;
  return status;
}

RowVector SignalLagSmoother::mean() const {
  require(pending_ > 0, "pending rows", "at least 1", pending_);
  RowVector result(model_->dimension());
  for (Index j = 0; j < result.size(); ++j) {
    const ChannelModel& part = model_->parts[static_cast<std::size_t>(j)];
    result[j] = part.offset + part.scale * mean_(j, oldest_) + drive_(j, oldest_);
  }
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (Index d = 0; d < model_->laws[i].dimension(); ++d)
      result[model_->laws[i].columns[static_cast<std::size_t>(d)]] = laws_[i].mean(d, oldest_);
  return result;
}

RowVector SignalLagSmoother::variance() const {
  require(pending_ > 0, "pending rows", "at least 1", pending_);
  RowVector result(model_->dimension());
  for (Index j = 0; j < result.size(); ++j) {
    const ChannelModel& part = model_->parts[static_cast<std::size_t>(j)];
    result[j] = part.scale * part.scale * std::max(variance_(j, oldest_), 0.0);
  }
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (Index d = 0; d < model_->laws[i].dimension(); ++d)
      result[model_->laws[i].columns[static_cast<std::size_t>(d)]] = laws_[i].variance(d, oldest_);
  return result;
}

void SignalLagSmoother::pop() {
  require(pending_ > 0, "pending rows", "at least 1", pending_);
  oldest_ = place_after(1);
  --pending_;
}

ArrayFile SignalLagSmoother::snapshot() const {
  ArrayFile file = filter_.snapshot();
  Matrix ring(1, 3);
  ring << static_cast<double>(lag_), static_cast<double>(pending_), static_cast<double>(oldest_);
  file.arrays.emplace_back("lag.ring", ring);
  file.arrays.emplace_back("lag.mean", mean_);
  file.arrays.emplace_back("lag.variance", variance_);
  file.arrays.emplace_back("lag.drive", drive_);
  for (std::size_t j = 0; j < cross_.size(); ++j)
    file.arrays.emplace_back(concat("lag.cross.", j), cross_[j]);
  for (std::size_t i = 0; i < laws_.size(); ++i)
    laws_[i].snapshot(file, concat("lag.law.", i, "."));
  return file;
}

void SignalLagSmoother::restore(const ArrayFile& snapshot) {
  const Matrix ring = snapshot.array("lag.ring", 1, 3);
  if (ring(0, 0) != static_cast<double>(lag_))
    throw IoError(snapshot.name, concat("is of a lag of ", ring(0, 0), ", not ", lag_));
  const double places = static_cast<double>(lag_) + 1.0;
  if (!(ring(0, 1) >= 0.0 && ring(0, 1) <= places && ring(0, 2) >= 0.0 && ring(0, 2) < places))
    throw IoError(snapshot.name, "its rows that are pending are none");
  const Matrix mean = snapshot.array("lag.mean", mean_.rows(), mean_.cols());
  const Matrix variance = snapshot.array("lag.variance", mean_.rows(), mean_.cols());
  const Matrix drive = snapshot.array("lag.drive", drive_.rows(), drive_.cols());
  std::vector<Matrix> cross;
  for (std::size_t j = 0; j < cross_.size(); ++j)
    cross.push_back(snapshot.array(concat("lag.cross.", j), cross_[j].rows(), cross_[j].cols()));
  std::vector<SignalLawLag> laws = laws_;
  for (std::size_t i = 0; i < laws.size(); ++i)
    laws[i].restore(snapshot, concat("lag.law.", i, "."));
  filter_.restore(snapshot);
  laws_ = std::move(laws);
  mean_ = mean;
  variance_ = variance;
  drive_ = drive;
  cross_ = std::move(cross);
  pending_ = static_cast<Index>(ring(0, 1));
  oldest_ = static_cast<Index>(ring(0, 2));
}

}  // namespace elto
