// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_smoother.hpp"

#include <cmath>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/filter/input_gains.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/filter/parameter_variance.hpp"
#include "elto/filter/signal_filter.hpp"
#include "elto/filter/signal_law_smoother.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/stuck_runs.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

constexpr Index kWorthThreads = 20'000;  // numbers of a series

void check(const SignalModel& model, const Series& series) {
  validate(model);
  require(series.rows() >= 1, "series", "at least 1 row", series.rows());
  require(series.dimension() == model.dimension(), "columns",
          concat("those of the model, ", model.dimension()), series.dimension());
  require(!series.values.array().isInf().any(), "values", "finite or NaN", "an infinity");
  require(series.inputs.count() == std::ssize(model.inputs), "inputs",
          concat("those of the model, ", model.inputs.size()), series.inputs.count());
}

RowVector noise_levels(const SignalModel& model) {
  RowVector levels(model.dimension());
  for (Index j = 0; j < model.dimension(); ++j) {
    const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
    levels[j] = part.scale * std::sqrt(part.model.noise[0]);
  }
  for (const SignalLaw& law : model.laws)
    for (Index d = 0; d < law.dimension(); ++d)
      levels[law.columns[static_cast<std::size_t>(d)]] =
          law.scale[d] * std::sqrt(law.model.noise[d]);
  return levels;
}

/// Without any rows yet.
Estimate estimate_by(const SignalModel& model, double span) {
  Estimate estimate{.mean = {},
                    .variance = {},
                    .covariance = {},
                    .predicted = {},
                    .predicted_variance = {},
                    .noise = {},
                    .sensitivity = {},
                    .status = {StatusCode::ok},
                    .noise_level = noise_levels(model)};
  for (const ChannelModel& part : model.parts) estimate.traits.push_back(traits_of(part, span));
  return estimate;
}

/// Rows without the entries of stuck sensors, which a filter cannot know to be stuck.
Estimate filtered(const SignalModel& model, const Series& series, const VectorView& times) {
  const Index T = series.rows(), D = series.dimension();
  const Matrix none = Matrix::Constant(T, D, std::nan(""));
  Estimate estimate = estimate_by(model, times[T - 1] - times[0]);
  estimate.mean = estimate.variance = estimate.predicted = estimate.predicted_variance = none;
  SignalFilter filter(model);
  const Matrix inputs = known_inputs(series).transpose();  // a column of none is one, too
  for (Index t = 0; t < T; ++t) {
    filter.predict(times[t], inputs.col(t).transpose());
    estimate.predicted.row(t) = filter.mean();
    estimate.predicted_variance.row(t) = filter.variance();
    estimate.status = filter.update(series.values.row(t));
    if (!estimate.status.ok()) break;
    estimate.mean.row(t) = filter.mean();
    estimate.variance.row(t) = filter.variance();
  }
  estimate.gate = GateCounts{.rejected = filter.rejected(), .reopened = filter.reopened()};
  return estimate;
}

/// The rows of a channel without what does not belong to it, which is flagged.
Treated set_aside(const SignalModel& model, const Series& series, Index j, Flags& flags) {
  const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
  for (Index t = 0; t < series.rows(); ++t)
    if (std::isnan(series.values(t, j))) flags(t, j) = Flag::missing;
  Rows rows = believed_rows(part, series, j, flags);
  const Interventions found = interventions_in(part, rows);
  for (const Index t : lone_jumps(rows, found)) flags(t, j) = Flag::jump;
  for (const Index t : found.outliers) flags(t, j) = Flag::outlier;
  return treat(std::move(rows), found);
}

/// What inputs add to a channel, which its rows are without.
void add_effects(const ChannelModel& part, const Series& series, const Treated& treated, Index j,
                 Estimate& estimate) {
  const Vector times = times_of(series);
  const Matrix inputs = known_inputs(series);
  const Vector drive = drive_of(part.effects, times, inputs);
  const GainVariance added =
      gain_variance(part.model, part.gain_covariance, treated.rows, treated.jumps,
                    responses_of(part.effects, times, inputs));
  estimate.mean.col(j) += drive;
  estimate.variance.col(j) += added.signal;
  if (estimate.left_out.size() == 0) return;
  estimate.left_out.col(j) += drive;
  estimate.left_out_variance.col(j) += added.left_out;
}

/// What hindsight makes of a channel.
Status look_back(const SignalModel& model, const Series& series, Index j, Estimate& estimate) {
  const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
  const Treated treated = set_aside(model, series, j, estimate.flags);
  SmoothedStretches stretches(part.model, treated.rows, treated.jumps);
  const double unit = part.scale, square = unit * unit;
  while (stretches.next()) {
    const SmoothedRows& some = stretches.rows();
    const auto put = [&](Matrix& whole, const auto& values) {
      whole.col(j).segment(stretches.begin(), values.size()) = values;
    };
    put(estimate.mean, part.offset + unit * some.signal.mean.col(0).array());
    put(estimate.variance, some.signal.variance.col(0));
    if (estimate.left_out.size() == 0) continue;
    put(estimate.left_out, part.offset + unit * some.left_out.mean.col(0).array());
    put(estimate.left_out_variance, square * some.left_out.variance.col(0).array());
  }
  auto variance = estimate.variance.col(j);
  if (part.uncertainty.size() > 0)
    variance +=
        parameter_variance(part.model, part.uncertainty, treated.rows, treated.jumps, variance);
  variance *= square;
  if (!part.effects.empty()) add_effects(part, series, treated, j, estimate);
  return stretches.status();
}

}  // namespace

Rows believed_rows(const ChannelModel& part, const Series& series, Index channel, Flags& flags) {
  const auto values = series.values.col(channel);
  const Vector times = times_of(series);
  Rows rows = rows_of(part, times, values);
  if (!part.effects.empty())
    rows.values.col(0) -= drive_of(part.effects, times, known_inputs(series)) / part.scale;
  // What a sensor said first was still a measurement.
  for (const StuckRun& run : stuck_runs(values))
    for (Index t = run.first + 1; t <= run.last; ++t)
      if (!std::isnan(values[t])) {
        rows.values(t, 0) = std::nan("");
        flags(t, channel) = Flag::stuck;
      }
  return rows;
}

Interventions interventions_in(const ChannelModel& part, const Rows& rows) {
  if (!part.intervenes) return {};
  return find_interventions(part.model, rows, {},
                            part.bursts ? Movement::in_bursts : Movement::even);
}

Estimate filter(const SignalModel& model, const Series& series) {
  check(model, series);
  return filtered(model, series, times_of(series));
}

Estimate smooth(const SignalModel& model, const Series& series, const HindsightOptions& options) {
  check(model, series);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
  const Index T = series.rows(), D = series.dimension();
  Estimate estimate;
  if (options.judged) {
    estimate = filtered(model, series, times_of(series));
    if (!estimate.status.ok()) return estimate;
    estimate.gate.reset();  // it looked ahead only; what counts are the flags
    estimate.left_out = estimate.left_out_variance = Matrix::Constant(T, D, std::nan(""));
  } else {
    const Vector times = times_of(series);
    estimate = estimate_by(model, times[T - 1] - times[0]);
  }
  estimate.mean = estimate.variance = Matrix::Constant(T, D, std::nan(""));
  estimate.flags = Flags(T, D);
  std::vector<char> by_law(model.parts.size(), 0);
  for (const SignalLaw& law : model.laws)
    for (const Index j : law.columns) by_law[static_cast<std::size_t>(j)] = 1;
  std::vector<Status> status(model.parts.size(), Status{StatusCode::ok});
  const Index threads = series.values.size() < kWorthThreads ? 1 : options.threads;
  ThreadPool(threads).run(D, [&](Index j) {
    const auto at = static_cast<std::size_t>(j);
    if (by_law[at])
      (void)set_aside(model, series, j, estimate.flags);  // the law says what becomes of it
    else
      status[at] = look_back(model, series, j, estimate);
  });
  for (const SignalLaw& law : model.laws)
    if (!smooth_by_law(law, series, estimate, threads))  // the motion leaves all bounds
      for (const Index j : law.columns)
        status[static_cast<std::size_t>(j)] = look_back(model, series, j, estimate);
  for (const Status& one : status)
    if (!one.ok()) estimate.status = one;
  return estimate;
}

Forecast forecast(const SignalModel& model, const Series& known, Index steps) {
  require(steps >= 1, "steps", "at least 1", steps);
  const Vector times = times_of(model.inputs.empty() ? known : up_to_last_entry(known));
  require(times.size() > 0, "known", "a series with entries", "none at all");
  const double step = median_step(times), last = times[times.size() - 1];
  return forecast(model, known,
                  Vector::LinSpaced(steps, last + step, last + static_cast<double>(steps) * step));
}

Forecast forecast(const SignalModel& model, const Series& given, const VectorView& times) {
  check(model, given);
  const Series known = model.inputs.empty() ? given : up_to_last_entry(given);
  const Vector before = times_of(known);
  Forecast ahead{.mean = Matrix::Constant(times.size(), known.dimension(), std::nan("")),
                 .variance = Matrix::Constant(times.size(), known.dimension(), std::nan("")),
                 .status = {StatusCode::ok},
                 .noise_level = {}};
  // All rows with what hindsight knows of them, and the ones to come as missing.
  Series all(Matrix::Constant(known.rows() + times.size(), known.dimension(), std::nan("")),
             known.channels);
  all.values.topRows(known.rows()) = known.values;
  all.time.values.resize(all.rows());
  all.time.values << before, times;
  if (!model.inputs.empty()) {
    all.inputs = {Matrix(all.rows(), given.inputs.count()), given.inputs.names};
    all.inputs.values << known_inputs(given).topRows(known.rows()), inputs_at(given, times);
  }
  const Estimate estimate = smooth(model, all);
  ahead.status = estimate.status;
  ahead.noise_level = estimate.noise_level;
  ahead.mean = estimate.mean.bottomRows(times.size());
  ahead.variance = estimate.variance.bottomRows(times.size());
  return ahead;
}

}  // namespace elto
