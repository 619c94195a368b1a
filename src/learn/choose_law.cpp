// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "elto/core/thread_pool.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/signal_smoother.hpp"

#include "learn/law_sample.hpp"

namespace elto {
namespace {

constexpr Index kMostChannels = 12, kFewestRows = 100;
constexpr Index kMostCoefficients = 200;  // their products are summed for every entry
constexpr Index kEntriesOfCoefficient = 5;
constexpr Index kBumpsOfPlane = 20, kBumpsOfLine = 12;
constexpr Index kScreened = 600;  // rows by which it is decided which law may pay

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
    SignalLaw law = blank_law(model_, columns, all_.series);
    const LawData few = data_of(few_, law);
    const LawModel start = law.model;
    const std::vector<LawFamily> families =
        families_of(law.dimension(), std::ssize(law.inputs), few.entries);
    std::vector<LawFit> fits(families.size());
    ThreadPool(options_.threads).run(std::ssize(families), [&](Index k) {
      const auto at = static_cast<std::size_t>(k);
      LawData data = few;
      fits[at] = learned_without_outliers(data, [&](const std::vector<LawRows>& rows) {
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
    LawData all = data_of(all_, law);
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
  LawSample few_, all_;
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
