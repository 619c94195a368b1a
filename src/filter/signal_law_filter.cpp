// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_law_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/interventions.hpp"

namespace elto {

SignalLawFilter::SignalLawFilter(const SignalLaw& law)
    : law_(&law),
      filter_(law.model, law.doubted),
      sensitivity_(law.doubted, law.model.states()),
      waiting_(static_cast<std::size_t>(law.dimension()), 0),
      transition_(Matrix::Identity(law.model.states(), law.model.states())) {}

void SignalLawFilter::begin_anew() {
  filter_.belief = initial_belief(law_->model);
  sensitivity_.states.setZero();
  std::ranges::fill(waiting_, 0);
  began_anew_ = true;
}

void SignalLawFilter::predict(double length, const RowView& before, const RowView& now) {
  const auto known = [&](const RowView& inputs) {
    const Vector own = inputs_of(*law_, inputs);
    return Vector(own.array().isNaN().select(0.0, own));
  };
  InputLine inputs;
  if (!law_->inputs.empty()) inputs = {known(before), known(now)};
  began_anew_ = false;
  transition_.setIdentity();
  const auto carry = [&](const LawStep& part, const Vector&) {
    moved_ = part.F().lazyProduct(transition_);
    transition_.swap(moved_);
    sensitivity_.carry(part);
  };
  if (!filter_.predict(length / law_->step, carry, !law_->doubted.empty(), inputs)) begin_anew();
}

void SignalLawFilter::update(const RowView& row) {
  taken_.clear();
  for (Index d = 0; d < law_->dimension(); ++d) {
    const double y = row[law_->columns[static_cast<std::size_t>(d)]];
    if (std::isnan(y)) continue;
    const double value = (y - law_->offset[d]) / law_->scale[d];
    const LawEntry expected = filter_.expect(d, value);
    char& waits = waiting_[static_cast<std::size_t>(d)];
    if (expected.innovation * expected.innovation > kBeyondChance * expected.variance) {
      if (waits == 0) {
        waits = 1;
        ++rejected_;
        continue;
      }
      ++reopened_;
      filter_.belief.covariance(d, d) += kJumpVariance;
    }
    waits = 0;
    taken_.push_back({.channel = d, .entry = {}, .by_coefficients = {}});
    if (!filter_.take(d, value, taken_.back().entry)) {
      taken_.clear();
      begin_anew();
      return;
    }
    taken_.back().by_coefficients = sensitivity_.take(d, taken_.back().entry);
  }
}

double SignalLawFilter::mean(Index channel) const {
  return law_->offset[channel] + law_->scale[channel] * filter_.belief.mean[channel];
}

double SignalLawFilter::variance(Index channel) const {
  double variance = std::max(filter_.belief.covariance(channel, channel), 0.0);
  if (sensitivity_.states.cols() > 0) {
    const auto moved = sensitivity_.states.row(channel);
    variance += std::max((moved * law_->doubt).dot(moved), 0.0);
  }
  return law_->scale[channel] * law_->scale[channel] * variance;
}

void SignalLawFilter::snapshot(ArrayFile& file, const std::string& prefix) const {
  file.arrays.emplace_back(prefix + "mean", filter_.belief.mean);
  file.arrays.emplace_back(prefix + "covariance", filter_.belief.covariance);
  file.arrays.emplace_back(prefix + "sensitivity", sensitivity_.states);
  Matrix counts(1, 3);  // no part is longer than what a double holds
  counts << std::min(filter_.belief.longest, std::numeric_limits<double>::max()),
      static_cast<double>(rejected_), static_cast<double>(reopened_);
  file.arrays.emplace_back(prefix + "counts", counts);
  Matrix waiting(law_->dimension(), 1);
  for (Index d = 0; d < waiting.rows(); ++d) waiting(d) = waiting_[static_cast<std::size_t>(d)];
  file.arrays.emplace_back(prefix + "waiting", waiting);
}

void SignalLawFilter::restore(const ArrayFile& file, const std::string& prefix) {
  const Index n = law_->model.states();
  const Matrix mean = file.array(prefix + "mean", n, 1);
  const Matrix covariance = file.array(prefix + "covariance", n, n);
  const Matrix sensitivity = file.array(prefix + "sensitivity", n, std::ssize(law_->doubted));
  const Matrix counts = file.array(prefix + "counts", 1, 3);
  const Matrix waiting = file.array(prefix + "waiting", law_->dimension(), 1);
  const double most = 9e15;  // whole numbers that a double holds
  if (!mean.allFinite() || !covariance.allFinite() || !sensitivity.allFinite() ||
      !(counts(0, 0) > 0.0) || !(std::abs(counts(0, 1)) < most) || !(std::abs(counts(0, 2)) < most))
    throw IoError(file.name, "the snapshot holds numbers that are none of a filter");
  filter_.belief = {.mean = mean,
                    .covariance = covariance,
                    .longest = counts(0, 0) < std::numeric_limits<double>::max()
                                   ? counts(0, 0)
                                   : std::numeric_limits<double>::infinity()};
  sensitivity_.states = sensitivity;
  rejected_ = static_cast<Index>(counts(0, 1));
  reopened_ = static_cast<Index>(counts(0, 2));
  for (Index d = 0; d < law_->dimension(); ++d)
    waiting_[static_cast<std::size_t>(d)] = waiting(d) != 0.0;
}

}  // namespace elto
