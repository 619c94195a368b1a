// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/linear_smoother.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include "filter/linear_pass.hpp"

namespace elto {
namespace {

constexpr double kUncut = std::numeric_limits<double>::infinity();

void check(const Rows& rows) {
  require(rows.count() >= 1, "rows", "at least 1", rows.count());
  require(rows.times.size() == rows.count(), "times", "one for each row", rows.times.size());
  require(std::isfinite(rows.times[0]), "times", "finite", rows.times[0]);
  for (Index t = 1; t < rows.count(); ++t)
    require(rows.times[t] >= rows.times[t - 1] && std::isfinite(rows.times[t]), "times",
            "finite and never decreasing", rows.times[t]);
}

void check(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps) {
  validate(model);
  require(rows.values.cols() == model.channels(), "columns", "as many as the model has channels",
          rows.values.cols());
  for (const Jump& jump : jumps) {
    require(jump.row >= 0 && jump.row < rows.count(), "jump.row", "one of the rows", jump.row);
    require(jump.state >= 0 && jump.state < model.states(), "jump.state", "one of the states",
            jump.state);
    require(jump.variance >= 0.0, "jump.variance", "at least 0", jump.variance);
  }
}

Status status_of(bool finite, const LinearPass& pass) {
  return {.code = finite ? StatusCode::ok : StatusCode::not_finite, .step = pass.failed_row()};
}

/// Mean and variance of the signals, by those of the states.
void write(SignalMoments& moments, const LinearModel& model, Index row, const double* x,
           const double* P) {
  const Index n = model.states();
  const Eigen::Map<const Vector> mean(x, n);
  const Eigen::Map<const Matrix> covariance(P, n, n);
  for (Index j = 0; j < model.channels(); ++j) {
    const auto c = model.observation.row(j);
    moments.mean(row, j) = c.dot(mean);
    moments.variance(row, j) = (c * covariance).dot(c);
  }
}

}  // namespace

Likelihood::Likelihood(const Rows& rows, const std::vector<Jump>& jumps)
    : rows_(std::make_unique<Rows>(rows)), pass_(std::make_unique<LinearPass>(*rows_, jumps)) {
  check(rows);
}
Likelihood::~Likelihood() = default;
Likelihood::Likelihood(Likelihood&&) noexcept = default;

double Likelihood::value(const LinearModel& model, double cut) {
  check(model, *rows_, pass_->jumps());
  return pass_->forward(model, cut) ? pass_->log_likelihood() : -kUncut;
}

double Likelihood::value(const LinearModel& model, Vector& by_logs) {
  const double value = this->value(model);
  by_logs = Vector::Zero(model.logs().size());
  if (!std::isfinite(value)) return value;
  pass_->turn_back();
  while (pass_->back(false, true)) continue;
  by_logs = pass_->gradient();
  return value;
}

void SmoothedRows::resize(Index rows, Index channels) {
  for (SignalMoments* part : {&signal, &left_out}) {
    part->mean.resize(rows, channels);
    part->variance.resize(rows, channels);
  }
  jump.resize(rows);
  jump_precision.resize(rows);
}

FilteredRows filter(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps) {
  check(rows);
  check(model, rows, jumps);
  const Matrix none = Matrix::Constant(rows.count(), model.channels(), std::nan(""));
  FilteredRows result{.predicted = {none, none}, .updated = {none, none}};
  LinearPass pass(rows, jumps);
  const bool finite = pass.forward(model, kUncut, [&](const LinearPass::Visit& visit) {
    write(result.predicted, model, visit.row, visit.predicted_mean, visit.predicted_covariance);
    write(result.updated, model, visit.row, visit.mean, visit.covariance);
  });
  result.log_likelihood = pass.log_likelihood();
  result.status = status_of(finite, pass);
  return result;
}

SmoothedRows smooth(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps) {
  SmoothedStretches stretches(model, rows, jumps);
  SmoothedRows all;
  all.resize(rows.count(), model.channels());
  while (stretches.next()) {
    const auto put = [&](const auto& part, auto& whole) {
      whole.middleRows(stretches.begin(), part.rows()) = part;
    };
    const SmoothedRows& some = stretches.rows();
    put(some.signal.mean, all.signal.mean);
    put(some.signal.variance, all.signal.variance);
    put(some.left_out.mean, all.left_out.mean);
    put(some.left_out.variance, all.left_out.variance);
    put(some.jump, all.jump);
    put(some.jump_precision, all.jump_precision);
  }
  all.log_likelihood = stretches.log_likelihood();
  all.status = stretches.status();
  if (!all.status.ok()) {
    for (SignalMoments* part : {&all.signal, &all.left_out}) {
      part->mean.setConstant(std::nan(""));
      part->variance.setConstant(std::nan(""));
    }
    all.jump.setConstant(std::nan(""));
    all.jump_precision.setConstant(std::nan(""));
  }
  return all;
}

SmoothedStretches::SmoothedStretches(const LinearModel& model, const Rows& rows,
                                     const std::vector<Jump>& jumps)
    : pass_(std::make_unique<LinearPass>(rows, jumps)) {
  check(rows);
  check(model, rows, jumps);
  status_ = status_of(pass_->forward(model, kUncut), *pass_);
  pass_->turn_back();
}
SmoothedStretches::~SmoothedStretches() = default;
SmoothedStretches::SmoothedStretches(SmoothedStretches&&) noexcept = default;

bool SmoothedStretches::next() {
  return status_.ok() && pass_->back(true, false);
}
Index SmoothedStretches::begin() const {
  return pass_->begin();
}
const SmoothedRows& SmoothedStretches::rows() const {
  return pass_->smoothed();
}
double SmoothedStretches::log_likelihood() const {
  return pass_->log_likelihood();
}

}  // namespace elto
