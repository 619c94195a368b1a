// SPDX-License-Identifier: Apache-2.0
#include "tuning/band_calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "elto/filter/lag_smoother.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_smoother.hpp"

namespace elto {
namespace {

constexpr Index kLag = 10;           // rows; stands for all lags
constexpr Index kSettling = 5;       // rows before the first forecast
constexpr Index kForecasts = 500;    // of all sequences, about, at most
constexpr std::size_t kFewest = 30;  // forecasts that tell
constexpr double kNarrowest = 0.7, kNarrowestForecast = 0.3;

/// How far a channel is off.
struct BandErrors {
  std::vector<double> normalised = {};  // in standard deviations
  double variance = 0.0, noise = 0.0;   // sums over the rows

  /// With which bands of 90 % would have covered 90 % of the truth.
  double wanted() {
    constexpr double kShare = 0.9, kQuantile = 1.6448536269514722;
    const auto nth = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(normalised.size()));
    std::ranges::nth_element(normalised, normalised.begin() + nth);
    return normalised[static_cast<std::size_t>(nth)] / kQuantile;
  }
  double factor(double narrowest) {
    if (normalised.empty()) return 1.0;
    const double factor = wanted(), widest = std::max(1.0, std::sqrt(noise / variance));
    return std::clamp(factor < 1.0 ? std::sqrt(factor) : factor, narrowest, widest);
  }
};

/// By channel.
using Errors = std::vector<BandErrors>;

RowVector factors(Errors& channels, double narrowest) {
  RowVector result(std::ssize(channels));
  std::ranges::transform(channels, result.begin(),
                         [&](BandErrors& errors) { return errors.factor(narrowest); });
  return result;
}

/// Rows of one sequence and of its truth.
struct Known {
  const Matrix &rows, &truth;

  void add(Index t, const RowView& mean, const RowView& variance, Errors& channels) const {
    for (Index j = 0; j < truth.cols(); ++j) {
      const double noise = rows(t, j) - truth(t, j);
      const double error = std::abs(mean[j] - truth(t, j)) / std::sqrt(variance[j]);
      if (!std::isfinite(error) || std::isnan(noise)) continue;
      BandErrors& channel = channels[static_cast<std::size_t>(j)];
      channel.normalised.push_back(error);
      channel.variance += variance[j];
      channel.noise += noise * noise;
    }
  }
  void add(const Estimate& estimate, Errors& channels) const {
    for (Index t = 0; t < rows.rows(); ++t)
      add(t, estimate.mean.row(t), estimate.variance.row(t), channels);
  }
};

void add_lagged(const StateModel& model, const Known& known, Errors& channels) {
  LagSmoother<StateFilter> smoother(model, kLag);
  Index answered = 0;
  const auto answer = [&] {
    known.add(answered++, smoother.mean(), smoother.variance(), channels);
    smoother.pop();
  };
  for (Index t = 0; t < known.rows.rows(); ++t) {
    if (!smoother.update(known.rows.row(t)).ok()) return;
    if (smoother.pending() > kLag) answer();
  }
  while (smoother.pending() > 0) answer();
}

/// From every `stride`-th row of all sequences from which there is something to forecast; `passed`
/// counts these.
void add_forecasts(const StateModel& model, const Known& known, Index stride, Index& passed,
                   std::array<Errors, forecast_horizons.size()>& horizons) {
  StateFilter belief(model);
  const Index rows = known.rows.rows();
  for (Index t = 0; t + 1 < rows; ++t) {
    belief.predict();
    if (!belief.update(known.rows.row(t)).ok()) return;
    if (t < kSettling || t + forecast_horizons.front() >= rows || passed++ % stride != 0) continue;
    if (known.rows.row(t).array().isNaN().all()) continue;
    // NaN where the entry is missing: what is known of that channel is older.
    RowVector known_now = 0.0 * known.rows.row(t);
    if (model.latent) known_now.setZero();
    StateFilter ahead = belief;
    Index step = 0;
    for (std::size_t i = 0; i < horizons.size() && t + forecast_horizons[i] < rows; ++i) {
      for (; step < forecast_horizons[i]; ++step) ahead.predict();
      known.add(t + step, ahead.mean() + known_now, ahead.variance(), horizons[i]);
    }
  }
}

}  // namespace

BandFactors calibrated_bands(const StateModel& model, const std::vector<Series>& rows,
                             const std::vector<Series>& truth) {
  const Index D = model.dimension();
  StateModel plain = model;
  plain.bands = BandFactors(D);
  Index count = 0;
  for (const Series& series : rows) count += series.rows();
  const Index stride = 1 + count / kForecasts;
  Index passed = kSettling;  // one sequence alone is counted by its rows

  const Errors none(static_cast<std::size_t>(D));
  Errors filtered = none, lagged = none, smoothed = none;
  std::array<Errors, forecast_horizons.size()> ahead;
  ahead.fill(none);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Known known{rows[i].values, truth[i].values};
    known.add(filter(plain, rows[i]), filtered);
    known.add(smooth(plain, rows[i]), smoothed);
    add_lagged(plain, known, lagged);
    add_forecasts(plain, known, stride, passed, ahead);
  }

  const bool learned = !model.map.parts.empty();
  BandFactors bands(D);
  bands.filter = factors(filtered, kNarrowest);
  bands.lag = factors(lagged, kNarrowest);
  bands.smoother = factors(smoothed, learned ? 1.0 : kNarrowest);
  for (Index j = 0; j < D; ++j) {
    double nearer = bands.filter[j];  // where the rows do not reach so far
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      BandErrors& errors = ahead[i][static_cast<std::size_t>(j)];
      if (errors.normalised.size() >= kFewest)
        nearer = std::max(errors.wanted(), kNarrowestForecast);
      bands.forecast(static_cast<Index>(i), j) = nearer;
    }
  }
  return bands;
}

}  // namespace elto
