// SPDX-License-Identifier: Apache-2.0
// A filtering run made up without a filter: a known signal, noise, and an estimate that is off by a
// known amount. Enough to fill every part of a report.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/core/text.hpp"

#include "report/report.hpp"

namespace elto::testing {

struct SampleRun {
  Series series;
  Estimate estimate;
  Diagnostics diagnostics;
};

inline double sample_signal(Index channel, double t) {
  const double phase = 0.7 * static_cast<double>(channel);
  return 2.0 * std::sin(t / 90.0 + phase) + std::sin(t / 23.0 + 2.0 * phase) * std::cos(t / 700.0);
}

/// One row in ten thousand, and a run of rows in the middle, are missing.
inline bool sample_row_is_missing(Index t, Index rows) {
  return t % 10'000 == 5'000 || (t >= rows / 2 && t < rows / 2 + rows / 40);
}

/// A noise model whose variances drift.
inline NoiseModel sample_noise(Index t, Index rows) {
  constexpr Index kBlocks = 5;
  const double progress = static_cast<double>(t) / static_cast<double>(rows);
  NoiseModel noise{Matrix::Zero(kBlocks, kBlocks), Matrix::Zero(kBlocks, kBlocks)};
  for (Index k = 0; k < kBlocks; ++k) {
    const double slope = static_cast<double>(k) - 2.0;
    noise.process_factor(k, k) = 0.1 * std::exp(slope * progress);
    noise.measurement_factor(k, k) = 0.01 * std::exp(0.5 * slope * std::sqrt(progress));
  }
  return noise;
}

inline SampleRun sample_run(Index channels, Index rows) {
  constexpr double kNoise = 0.6, kError = 0.15, kPredictionError = 0.25;
  const double innovation_variance = kNoise * kNoise + kPredictionError * kPredictionError;
  Rng rng(7);
  SampleRun run;
  Matrix values(rows, channels);
  run.estimate.mean.resize(rows, channels);
  run.estimate.variance = Matrix::Constant(rows, channels, kError * kError);
  run.estimate.predicted.resize(rows, channels);
  run.estimate.predicted_variance =
      Matrix::Constant(rows, channels, kPredictionError * kPredictionError);
  Vector error = Vector::Zero(channels);
  for (Index t = 0; t < rows; ++t) {
    for (Index c = 0; c < channels; ++c) {
      const double signal = sample_signal(c, static_cast<double>(t));
      error(c) = 0.9 * error(c) + kError * std::sqrt(1.0 - 0.81) * rng.normal();
      values(t, c) = signal + kNoise * rng.normal();
      run.estimate.mean(t, c) = signal + error(c);
      run.estimate.predicted(t, c) = signal + kPredictionError * rng.normal();
    }
    if (sample_row_is_missing(t, rows)) {
      values.row(t).setConstant(std::numeric_limits<double>::quiet_NaN());
      run.estimate.variance.row(t) *= 6.0;
    }
    run.estimate.noise.push_back(sample_noise(t, rows));
  }
  run.estimate.status = {StatusCode::ok, -1};

  std::vector<std::string> names;
  for (Index c = 0; c < channels; ++c) names.push_back(concat("sensor ", c + 1));
  names[0] = "depth </script><b>&";
  run.series = Series(values, names);
  run.series.time.name = "time";
  run.series.time.values = Vector::LinSpaced(rows, 0.0, 10.0 * static_cast<double>(rows - 1));
  run.series.time.values.array() += 1'767'225'600.0;  // 2026-01-01T00:00Z
  run.series.time.labels.assign(static_cast<std::size_t>(rows), "2026-01-01T00:00:00Z");

  run.diagnostics.innovation = values - run.estimate.predicted;
  run.diagnostics.expected_variance = Matrix::Constant(rows, channels, innovation_variance);
  run.diagnostics.normalised_square = run.diagnostics.innovation.rowwise().squaredNorm() /
                                      (innovation_variance * static_cast<double>(channels));
  const double spread = 1.96 * std::sqrt(2.0 / static_cast<double>(channels));
  run.diagnostics.lower_bound = std::max(0.001, 1.0 - spread);
  run.diagnostics.upper_bound = 1.0 + spread;
  const Consistency honest{.noise_level = kNoise,
                           .error = kError,
                           .removed = 0.75,
                           .nis = {1.01, 0.96, 1.04},
                           .band_factor = 1.0,
                           .coverage = {0.502, 0.897, 0.951},
                           .bands = BandVerdict::honest,
                           .whiteness = {10, 9.1, 0.523, 7, -0.021},
                           .against_last_row = {0.531, 0.04},
                           .against_trend = {0.84, 0.03}};
  run.diagnostics.overall = honest;
  run.diagnostics.channels.assign(static_cast<std::size_t>(channels), honest);
  if (channels > 1) {
    Consistency& narrow = run.diagnostics.channels[1];
    narrow = {kNoise, 0.31, 0.48, {5.29, 0.96, 1.04}, 2.3, {0.21, 0.52, 0.61}};
    narrow.bands = BandVerdict::too_narrow;
    narrow.whiteness = {10, 1203.0, 1e-250, 1, 0.62};
    narrow.against_last_row = {0.97, 0.05};
    narrow.against_trend = {1.42, 0.07};
  }
  if (channels > 2) {
    Consistency& wide = run.diagnostics.channels[2];
    wide = {0.0421, 0.02, 0.52, {0.36, 0.96, 1.04}, 0.6, {0.74, 0.99, 0.999}};
    wide.bands = BandVerdict::too_wide;
  }
  run.diagnostics.gate = GateCounts{.rejected = 12, .reopened = 1};
  run.diagnostics.judged_rows = rows;
  return run;
}

/// With outliers far outside, a jump, a stuck sensor, and times that stop for a while.
inline SampleRun flagged_run(Index channels, Index rows) {
  SampleRun run = sample_run(channels, rows);
  run.series.time.values.tail(rows - rows / 4).array() += 2.5 * static_cast<double>(rows);
  run.estimate.flags = Flags(rows, channels);
  for (const Index t : {rows / 8, rows / 3}) {
    run.series.values(t, 0) = 1000.0;
    run.estimate.flags(t, 0) = Flag::outlier;
  }
  run.estimate.flags(rows / 5, 0) = Flag::jump;
  for (Index t = 7 * rows / 10 + 1; t < 8 * rows / 10; ++t) {
    run.series.values(t, 0) = run.series.values(7 * rows / 10, 0);
    run.estimate.flags(t, 0) = Flag::stuck;
  }
  run.diagnostics.channels[0].set_aside = run.diagnostics.overall.set_aside = {
      .outliers = 2, .jumps = 1, .stuck = rows / 10 - 1, .stuck_stretches = 1};
  run.diagnostics.by_left_out = true;
  return run;
}

/// Refers to the run, which must outlive it.
inline Report sample_report(const SampleRun& run) {
  TuningRecord tuning{.initial = 0.9};
  for (Index i = 1; i <= 40; ++i)
    tuning.best.push_back(0.31 + 0.5 / static_cast<double>(1 + i / 3));
  const Index rows = run.series.rows(), channels = run.series.dimension();
  return {.series = run.series,
          .estimate = run.estimate,
          .diagnostics = run.diagnostics,
          .title = "Wave tank, run 14",
          .subtitle = concat("wave_tank.csv, ", rows, " rows of ", channels, " channels"),
          .verdict = {{{Weight::remark, "Noise removed", "75% of the noise was removed."},
                       {Weight::good, "Error bars honest",
                        "The error bars of all but one channel are honest."},
                       {Weight::doubt, "Error bars too wide",
                        "One channel is more certain than it claims; see its row in the table."}}},
          .signals = std::vector<std::string>(static_cast<std::size_t>(channels),
                                              "trend and season of 1 day"),
          .tuning = tuning,
          .tried = {{"order 1, no map", -1.21, false}, {"order 2, all inputs", -0.93, true}},
          .learned_rows = rows / 5,
          .card = {{"Data",
                    {{"rows", text(rows)},
                     {"channels", text(channels)},
                     {"missing rows", text(rows / 40)},
                     {"sampling", "every 10 s"}}},
                   {"Model",
                    {{"window", "5"},
                     {"latent states", "8"},
                     {"kernel", "gaussian, scale 3.4"},
                     {"rank", "180"},
                     {"noise", "full, 5 blocks, adapted every 5 rows"}}},
                   {"Run",
                    {{"seed", "42"},
                     {"learning", "1.9 s"},
                     {"tuning", "500 evaluations, 14 s"},
                     {"filtering", "2.1 s"}}}}};
}

/// As little as a report can be made of: no times, no names, fixed noise, nothing tuned, no card,
/// and a filter that failed half way.
inline SampleRun bare_run(Index channels, Index rows) {
  SampleRun run = sample_run(channels, rows);
  run.series.time = {};
  run.series.channels.clear();
  run.estimate.noise.clear();
  run.diagnostics.gate.reset();
  run.estimate.status = {StatusCode::not_finite, rows / 2};
  const Index lost = rows - rows / 2;
  run.estimate.mean.bottomRows(lost).setConstant(std::numeric_limits<double>::quiet_NaN());
  run.estimate.variance.bottomRows(lost).setConstant(std::numeric_limits<double>::quiet_NaN());
  return run;
}

inline Report bare_report(const SampleRun& run) {
  return {.series = run.series,
          .estimate = run.estimate,
          .diagnostics = run.diagnostics,
          .title = "Bare run"};
}

}  // namespace elto::testing
