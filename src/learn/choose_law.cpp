// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/law_outliers.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

constexpr Index kMostChannels = 12, kFewestRows = 100;
constexpr Index kMostCoefficients = 200;  // their products are summed for every entry
constexpr Index kEntriesOfCoefficient = 5;
constexpr Index kBumpsOfPlane = 20, kBumpsOfLine = 12;
constexpr double kNearZero =
    3.0;  // standard deviations within which products are of values as they are
constexpr double kUnmoved = 1e-12;  // standard deviation over size of an input that never moves
constexpr Index kScreened = 600;    // rows by which it is decided which law may pay
constexpr int kLooks = 3;           // at outliers

/// Rows from the first to the last that are learned from, in two blocks of long series.
std::vector<Series> sampled(const std::vector<Series>& series, Index rows) {
  std::vector<Series> sample;
  const Index each = std::max<Index>(rows / std::ssize(series), kFewestRows);
  const auto cut = [&](const Series& one, Index begin, Index length) {
    Series part(one.values.middleRows(begin, length), one.channels);
    part.time.values = times_of(one).segment(begin, length);
    if (!one.inputs.empty())
      part.inputs = {known_inputs(one).middleRows(begin, length), one.inputs.names};
    sample.push_back(std::move(part));
  };
  for (const Series& one : series) {
    if (std::ssize(sample) * each >= 2 * rows) break;
    if (one.rows() <= each) {
      cut(one, 0, one.rows());
    } else {
      cut(one, 0, each / 2);
      cut(one, one.rows() - each / 2, each / 2);
    }
  }
  return sample;
}

Index coefficients_of(const LawFamily& family, Index channels, Index inputs) {
  const Index n = family.order * channels + inputs;
  Index products = 1;  // (n + degree) choose degree
  for (Index k = 1; k <= family.degree; ++k) products = products * (n + k) / k;
  return channels * (products + family.bumps);
}

/// One channel alone moves by itself with order 2 only, but also with order 1 by inputs.
std::vector<LawFamily> families_of(Index channels, Index inputs, Index entries) {
  std::vector<LawFamily> all;
  if (channels > 1 || inputs > 0) {
    all = {{.name = "linear law", .order = 1, .degree = 1},
           {.name = "quadratic law", .order = 1, .degree = 2},
           {.name = "cubic law", .order = 1, .degree = 3}};
    if (channels <= 3)
      all.push_back({.name = "law of bumps", .order = 1, .degree = 1, .bumps = kBumpsOfPlane});
  }
  all.push_back({.name = "linear law of order 2", .order = 2, .degree = 1});
  if (channels == 1) {
    all.push_back({.name = "quadratic law of order 2", .order = 2, .degree = 2});
    all.push_back({.name = "cubic law of order 2", .order = 2, .degree = 3});
    all.push_back(
        {.name = "law of bumps of order 2", .order = 2, .degree = 1, .bumps = kBumpsOfLine});
  }
  std::erase_if(all, [&](const LawFamily& family) {
    const Index K = coefficients_of(family, channels, inputs);
    return K > kMostCoefficients || kEntriesOfCoefficient * K > entries;
  });
  return all;
}

/// Those that ever move, as laws see channels.
void take_inputs(SignalLaw& law, const std::vector<Series>& series) {
  std::vector<double> offsets, scales;
  for (Index i = 0; i < series.front().inputs.count(); ++i) {
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (const Series& one : series) sum += known_inputs(one).col(i).sum();
    for (const Series& one : series) count += static_cast<double>(one.rows());
    const double mean = sum / count;
    for (const Series& one : series)
      squares += (known_inputs(one).col(i).array() - mean).square().sum();
    const double scale = std::sqrt(squares / count);
    if (!(scale > kUnmoved * std::abs(mean))) continue;
    law.inputs.push_back(i);
    scales.push_back(scale);
    offsets.push_back(std::abs(mean) > kNearZero * scale ? mean : 0.0);
  }
  law.input_offset = Vector::Map(offsets.data(), std::ssize(offsets));
  law.input_scale = Vector::Map(scales.data(), std::ssize(scales));
}

/// With the noises of the channels' own models, and without a law.
SignalLaw blank(const SignalModel& model, const std::vector<Index>& columns,
                const std::vector<Series>& series) {
  const Index D = std::ssize(columns);
  SignalLaw law{.columns = columns, .offset = Vector::Zero(D), .scale = Vector(D)};
  law.model.law = {.channels = D,
                   .coefficients = Matrix(0, D),
                   .level_noise = Vector::Constant(D, 1e-5),
                   .drift_noise = Vector::Constant(D, 1e-3)};
  law.model.noise = law.model.centre = Vector(D);
  law.step = std::numeric_limits<double>::infinity();
  for (Index d = 0; d < D; ++d) {
    const ChannelModel& part =
        model.parts[static_cast<std::size_t>(columns[static_cast<std::size_t>(d)])];
    law.scale[d] = part.scale;
    if (std::abs(part.offset) > kNearZero * part.scale) law.offset[d] = part.offset;
    law.model.centre[d] = (part.offset - law.offset[d]) / part.scale;
    law.model.noise[d] = std::clamp(part.model.noise[0], 1e-4, 0.5);
    law.step = std::min(law.step, part.step);
  }
  for (const Series& one : series)
    if (one.rows() > 1) law.step = std::min(law.step, median_step(times_of(one)));
  take_inputs(law, series);
  return law;
}

struct LawData {
  std::vector<Rows> rows = {};
  std::vector<Mask> aside = {};
  Index entries = 0;
};

/// Learns a law without what does not belong to the series; what that is, the law itself decides.
template <class Learn>
LawFit learned_without_outliers(const LawData& data, Learn learn) {
  LawFit fit;
  std::vector<Mask> aside = data.aside;
  for (int look = 0; look < kLooks; ++look) {
    std::vector<LawRows> rows;
    for (std::size_t i = 0; i < aside.size(); ++i)
      rows.push_back({.rows = without(data.rows[i], aside[i])});
    fit = learn(rows);
    if (!fit.status.ok()) return fit;
    bool changed = false;
    for (std::size_t i = 0; i < aside.size(); ++i) {
      Mask found = find_law_outliers(fit.model, data.rows[i], aside[i]);
      changed = changed || (found != aside[i]).any();
      aside[i] = std::move(found);
    }
    if (!changed) break;
  }
  return fit;
}

/// Log-densities of the entries of some columns by row: of entries left out, and of entries that
/// are predicted, or set aside.
struct Densities {
  Vector left_out, predicted;
};

Densities densities_of(const SignalModel& model, const std::vector<Index>& columns,
                       const std::vector<Series>& series) {
  std::vector<double> left_out, predicted;
  for (const Series& one : series) {
    const Estimate estimate = smooth(model, one, {.judged = true});
    for (Index t = 0; t < one.rows(); ++t) {
      double out = 0.0, ahead = 0.0;
      for (const Index j : columns) {
        const double y = one.values(t, j);
        if (std::isnan(y)) continue;
        const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
        const double aside =
            -cost_of_outlier((y - part.offset) / part.scale) - std::log(part.scale);
        const auto density = [&](double mean, double variance) {
          if (std::isnan(mean)) return aside;
          const double z = y - mean;
          return std::max(-0.5 * (z * z / variance + std::log(2.0 * std::numbers::pi * variance)),
                          aside);
        };
        if (!std::isnan(estimate.left_out(t, j)) || estimate.flags(t, j) != Flag::stuck)
          out += density(estimate.left_out(t, j), estimate.left_out_variance(t, j));
        if (estimate.flags(t, j) == Flag::jump) out -= cost_of_jump();
        const double noise = estimate.noise_level[j];
        ahead +=
            density(estimate.predicted(t, j), estimate.predicted_variance(t, j) + noise * noise);
      }
      left_out.push_back(out);
      predicted.push_back(ahead);
    }
  }
  const auto vector = [](const std::vector<double>& all) {
    return Vector(Vector::Map(all.data(), std::ssize(all)));
  };
  return {.left_out = vector(left_out), .predicted = vector(predicted)};
}

Index parameters_of(const SignalModel& model, const std::vector<Index>& columns) {
  Index sum = 0;
  for (const Index j : columns) {
    const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
    sum += part.model.logs().size() + std::ssize(part.effects);
  }
  return sum;
}

Index parameters_of(const SignalLaw& law) {
  return std::ssize(law.learned) + 3 * law.dimension() + 1;
}

/// By how much the law is the better one: by entries that rows before predict, which is the
/// evidence for it, beyond chance, and by entries left out at least by what its parameters cost. If
/// it is not, no more than 0.
double gain_of(const SignalLaw& law, const SignalModel& model, const std::vector<Series>& series) {
  SignalModel with = model;
  with.laws.push_back(law);
  const Densities ours = densities_of(with, law.columns, series);
  const Densities theirs = densities_of(model, law.columns, series);
  const auto cost = static_cast<double>(parameters_of(law) - parameters_of(model, law.columns));
  const Vector ahead = ours.predicted - theirs.predicted;
  const double chance = std::sqrt((ahead.array() - ahead.mean()).square().sum());
  const double left_out = (ours.left_out - theirs.left_out).sum() - cost;
  return std::min(ahead.sum() - cost - chance, left_out);
}

/// Series as laws are learned from them: what the sensor was stuck at left out, and what the models
/// of single channels set aside marked.
struct Sample {
  std::vector<Series> series;
  std::vector<Estimate> estimates;

  Sample(const std::vector<Series>& all, Index rows, const SignalModel& model)
      : series(sampled(all, rows)) {
    for (const Series& one : series) estimates.push_back(smooth(model, one));
  }
};

LawData data_of(const Sample& sample, const SignalLaw& law) {
  LawData data;
  for (std::size_t i = 0; i < sample.series.size(); ++i) {
    const Series& series = sample.series[i];
    const Flags& flags = sample.estimates[i].flags;
    Matrix values = series.values;
    Mask mask = Mask::Constant(values.rows(), law.dimension(), false);
    for (Index d = 0; d < law.dimension(); ++d)
      for (Index t = 0; t < values.rows(); ++t) {
        const Index j = law.columns[static_cast<std::size_t>(d)];
        if (flags(t, j) == Flag::stuck) values(t, j) = std::nan("");
        mask(t, d) = flags(t, j) == Flag::outlier;
      }
    data.rows.push_back(rows_of(law, times_of(series), values, known_inputs(series)));
    data.aside.push_back(std::move(mask));
    data.entries += data.rows.back().values.array().isFinite().count();
  }
  return data;
}

void set(SignalLaw& law, const LawFit& fit) {
  law.family = fit.family;
  law.model = fit.model;
  law.learned = fit.learned;
  law.covariance = fit.covariance;
  law.doubted = fit.doubted;
  law.doubt = fit.doubt;
}

class LawChooser {
 public:
  LawChooser(const std::vector<Series>& series, SignalModel& model, const LawOptions& options)
      : few_(series, kScreened, model),
        all_(series, options.rows, model),
        model_(model),
        options_(options) {}

  /// Whether one of the laws of these channels pays: the likeliest of all by some of the rows, then
  /// that one by all.
  bool try_columns(const std::vector<Index>& columns) {
    SignalLaw law = blank(model_, columns, all_.series);
    const LawData few = data_of(few_, law);
    const LawModel start = law.model;
    const std::vector<LawFamily> families =
        families_of(law.dimension(), std::ssize(law.inputs), few.entries);
    std::vector<LawFit> fits(families.size());
    ThreadPool(options_.threads).run(std::ssize(families), [&](Index k) {
      const auto at = static_cast<std::size_t>(k);
      fits[at] = learned_without_outliers(few, [&](const std::vector<LawRows>& rows) {
        return fit_law(families[at], rows, start, options_.stopped);
      });
    });
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < fits.size(); ++k)
      if (fits[k].status.ok() && !fits[k].learned.empty() &&
          (!best || fits[k].evidence > fits[*best].evidence))
        best = k;
    const std::size_t first = trials.size();
    for (const LawFit& fit : fits) trials.push_back({.columns = columns, .fit = fit});
    if (!best) return false;
    LawTrial& trial = trials[first + *best];
    set(law, fits[*best]);
    trial.gain = gain_of(law, model_, few_.series);
    if (!(trial.gain > 0.0)) return false;
    const LawData all = data_of(all_, law);
    if (all.entries > few.entries) {
      trial.fit = learned_without_outliers(all, [&](const std::vector<LawRows>& rows) {
        return refit_law(fits[*best], rows, start, options_.stopped);
      });
      if (!trial.fit.status.ok()) return false;
      set(law, trial.fit);
      trial.gain = gain_of(law, model_, all_.series);
    }
    trial.taken = trial.gain > 0.0;
    if (trial.taken) model_.laws.push_back(std::move(law));
    return trial.taken;
  }

  std::vector<LawTrial> trials;

 private:
  Sample few_, all_;
  SignalModel& model_;
  const LawOptions& options_;
};

}  // namespace

std::vector<LawTrial> choose_laws(const std::vector<Series>& series, SignalModel& model,
                                  const LawOptions& options) {
  const Index D = model.dimension();
  Index rows = 0;
  for (const Series& one : series) rows = std::max(rows, one.rows());
  std::vector<Index> moving;
  for (Index j = 0; j < D; ++j)
    if (model.parts[static_cast<std::size_t>(j)].family != kConstantFamily) moving.push_back(j);
  if (moving.empty() || std::ssize(moving) > kMostChannels || rows < kFewestRows) return {};
  LawChooser chooser(series, model, options);
  if (!chooser.try_columns(moving) && moving.size() > 1)
    for (const Index j : moving) chooser.try_columns({j});
  return std::move(chooser.trials);
}

}  // namespace elto
