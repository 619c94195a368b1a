// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/held_out_likelihood.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "elto/core/error.hpp"
#include "elto/diagnostics/noise_level.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/series/gaps.hpp"
#include "elto/series/outliers.hpp"
#include "elto/series/standardisation.hpp"

#include "tuning/predicted_rows.hpp"

namespace elto {
namespace {

PredictedRows predicted(const StateModel& model, const Series& rows, const RowVector& /*noise*/) {
  return predicted_rows(model, rows);
}

PredictedRows predicted(const SignalModel& model, const Series& rows, const RowVector& /*noise*/) {
  Estimate estimate = filter(model, rows);
  estimate.predicted_variance.rowwise() += estimate.noise_level.cwiseAbs2();
  return {std::move(estimate.predicted), std::move(estimate.predicted_variance)};
}

PredictedRows predicted(const Model& model, const Series& rows, const RowVector& noise) {
  Estimate estimate =
      filter(model, whole_rows(rows).series, {.covariances = Covariances::variances});
  estimate.predicted_variance.rowwise() += noise.cwiseAbs2();
  return {std::move(estimate.predicted), std::move(estimate.predicted_variance)};
}

/// 0 where it is not known.
RowVector measured_noise(const std::vector<Series>& sequences) {
  const RowVector noise = noise_level(with_gaps(sequences));
  return noise.array().isNaN().select(0.0, noise);
}

double log_density(double y, double mean, double variance) {
  const double d = y - mean;
  return -0.5 * (d * d / variance + std::log(2.0 * std::numbers::pi * variance));
}

}  // namespace

double held_out_likelihood(const AnyModel& model, const std::vector<Series>& learned_from,
                           const std::vector<Series>& held_out) {
  std::vector<Matrix> known;
  known.reserve(learned_from.size());
  for (const Series& series : learned_from) known.push_back(series.values);
  const RowVector scale = standardisation_of(known).scale, noise = measured_noise(learned_from);
  double sum = 0.0;
  Index entries = 0;
  for (const Series& series : held_out) {
    const Matrix counted = without_outliers(series.values);
    const PredictedRows rows =
        std::visit([&](const auto& any) { return predicted(any, series, noise); }, model);
    for (Index j = 0; j < counted.cols(); ++j)
      for (Index t = 0; t < counted.rows(); ++t) {
        if (std::isnan(counted(t, j))) continue;
        if (!(rows.variance(t, j) > 0.0)) return -std::numeric_limits<double>::infinity();
        sum +=
            log_density(counted(t, j), rows.mean(t, j), rows.variance(t, j)) + std::log(scale[j]);
        ++entries;
      }
  }
  require(entries > 0, "held_out", "observed at least once", entries);
  return sum / static_cast<double>(entries);
}

}  // namespace elto
