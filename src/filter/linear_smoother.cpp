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
  if (std::isfinite(value)) pass_->backward(nullptr, &by_logs);
  return value;
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
  check(rows);
  check(model, rows, jumps);
  LinearPass pass(rows, jumps);
  const bool finite = pass.forward(model, kUncut);
  SmoothedRows result;
  if (finite) {
    pass.backward(&result, nullptr);
  } else {
    const Matrix none = Matrix::Constant(rows.count(), model.channels(), std::nan(""));
    result = {.signal = {none, none},
              .left_out = {none, none},
              .jump = Vector::Constant(rows.count(), std::nan("")),
              .jump_precision = Vector::Constant(rows.count(), std::nan(""))};
  }
  result.log_likelihood = pass.log_likelihood();
  result.status = status_of(finite, pass);
  return result;
}

}  // namespace elto
