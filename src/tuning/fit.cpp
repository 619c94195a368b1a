// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit.hpp"

#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/diagnostics/calibration.hpp"
#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"
#include "elto/tuning/split.hpp"

namespace elto {
namespace {

// A missing row between two sequences, so that nothing is taken from one to the next.
Matrix joined(const Matrix& above, const Matrix& below) {
  if (above.rows() == 0) return below;
  Matrix both(above.rows() + 1 + below.rows(), below.cols());
  both << above, RowVector::Constant(below.cols(), std::numeric_limits<double>::quiet_NaN()), below;
  return both;
}

/// The estimates of several sequences, and their rows, as those of one.
struct JoinedEstimate {
  Series rows;
  Estimate estimate;
};

template <class EstimateOf>
JoinedEstimate joined_estimate(const std::vector<Series>& sequences, EstimateOf estimate_of) {
  JoinedEstimate all;
  auto& [rows, estimate] = all;
  estimate.sensitivity = RowVector::Zero(sequences.front().dimension());
  Index count = 0;
  for (const Series& series : sequences) {
    const Estimate part = estimate_of(series);
    estimate.sensitivity += static_cast<double>(series.rows()) * part.sensitivity;
    count += series.rows();
    rows.values = joined(rows.values, series.values);
    estimate.mean = joined(estimate.mean, part.mean);
    estimate.variance = joined(estimate.variance, part.variance);
    estimate.predicted = joined(estimate.predicted, part.predicted);
    estimate.predicted_variance = joined(estimate.predicted_variance, part.predicted_variance);
  }
  estimate.sensitivity /= static_cast<double>(count);
  return all;
}

// Each channel's bands to the error seen on the sequences.
void calibrate(Model& model, const std::vector<Series>& sequences) {
  const JoinedEstimate filtered = joined_estimate(sequences, [&](const Series& series) {
    return filter(model, series, {.covariances = Covariances::variances, .sensitivity = true});
  });
  const JoinedEstimate smoothed = joined_estimate(sequences, [&](const Series& series) {
    return smooth(model, series, {.covariances = Covariances::variances, .sensitivity = true});
  });
  model.estimate_factor = band_factors(filtered.rows, filtered.estimate);
  model.prediction_factor = prediction_factors(filtered.rows, filtered.estimate);
  model.smoother_factor = band_factors(smoothed.rows, smoothed.estimate);
}

FitResult fitted(const std::vector<Series>& sequences, const ModelOptions& model,
                 const FitOptions& options) {
  const auto [training, validation] = split(sequences, options.held_out);
  TuneResult tuned = tune(learn(training, model), validation, options.tuning);
  FitResult result{std::move(tuned.model), 0, tuned.initial, std::move(tuned.search)};
  for (const Series& series : training) result.learned_rows += series.rows();
  calibrate(result.model, validation);
  return result;
}

}  // namespace

void validate(const FitOptions& options) {
  require(options.held_out > 0.0 && options.held_out < 1.0, "held_out", "between 0 and 1",
          options.held_out);
}

FitResult fit_with_record(const Series& series, const ModelOptions& model,
                          const FitOptions& options) {
  validate(options);
  validate(series);
  const Index T = series.rows();
  require(T >= 2 * model.window + 2, "series length",
          concat("at least 2 * window + 2 = ", 2 * model.window + 2), T);
  return fitted({series}, model, options);
}

FitResult fit_with_record(const std::vector<Series>& sequences, const ModelOptions& model,
                          const FitOptions& options) {
  validate(options);
  if (sequences.size() == 1) return fit_with_record(sequences.front(), model, options);
  return fitted(sequences, model, options);
}

Model fit(const Series& series, const ModelOptions& model, const FitOptions& options) {
  return fit_with_record(series, model, options).model;
}

Model fit(const std::vector<Series>& sequences, const ModelOptions& model,
          const FitOptions& options) {
  return fit_with_record(sequences, model, options).model;
}

}  // namespace elto
