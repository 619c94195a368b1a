// SPDX-License-Identifier: Apache-2.0
// The engine as a whole: series learned and smoothed, long ones and many short ones, the rows of a
// stream, and laws of motion. Channels are a random walk and a season, seen with noise, outliers
// and gaps, or the Lorenz system of 1963. Every estimate is compared with the truth, and a stream
// with a plain filter.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numbers>
#include <string>

#include "elto/core/random.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/filter/signal_filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/fit_law.hpp"
#include "elto/learn/learn_signal_model.hpp"
#include "elto/systems/zoo.hpp"

#include <benchmark/benchmark.h>

namespace elto {
namespace {

constexpr double kNoise = 0.3;

struct Case {
  Series seen;
  Matrix truth;
};

Case walks_with_season(Index rows, Index channels) {
  Rng rng(1);
  Case made{.seen = Matrix(rows, channels), .truth = Matrix(rows, channels)};
  for (Index j = 0; j < channels; ++j) {
    double walk = 0.0;
    for (Index t = 0; t < rows; ++t) {
      walk += 0.02 * rng.normal();
      const double turn = 2.0 * std::numbers::pi * static_cast<double>(t) / 24.0;
      made.truth(t, j) = walk + std::sin(turn) + 0.4 * std::cos(2.0 * turn);
      made.seen.values(t, j) = made.truth(t, j) + kNoise * rng.normal();
      const double chance = rng.uniform();
      if (chance < 0.01) made.seen.values(t, j) = std::nan("");
      if (chance > 0.999) made.seen.values(t, j) += 20.0 * kNoise;
    }
  }
  return made;
}

/// A rise and a decay.
Case short_one(Rng& rng) {
  Vector truth(60), seen(60);
  const double onset = 5.0 + 10.0 * rng.uniform(), decay = 10.0 + 20.0 * rng.uniform();
  for (Index t = 0; t < 60; ++t) {
    const double after = std::max(0.0, static_cast<double>(t) - onset);
    truth[t] = 2.0 * (std::exp(-after / decay) - std::exp(-after / 3.0));
    seen[t] = truth[t] + kNoise * rng.normal();
  }
  return {.seen = Matrix(seen), .truth = truth};
}

void demand(bool right, const std::string& what, double value) {
  if (right) return;
  std::cerr << "wrong answer: " << what << ' ' << value << '\n';
  std::exit(EXIT_FAILURE);
}

Estimate cleaned(const Series& series) {
  return smooth(learn_signal_model({series}).model, series);
}

/// Root mean square over that of the noise.
double error_of(const Estimate& estimate, const Matrix& truth) {
  return std::sqrt((estimate.mean - truth).squaredNorm() / static_cast<double>(truth.size())) /
         kNoise;
}

/// Of what this process has in memory, the largest since begin_peak(), as Linux counts it.
double bytes_in_memory(const std::string& which) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0.0; word == which && status >> kilobytes) return 1024.0 * kilobytes;
  return std::nan("");
}
void begin_peak() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

/// By the textbook, with dense matrices, rows a step apart; of the first channel.
void check_stream() {
  const Case made = walks_with_season(1000, 1);
  const SignalModel model = learn_signal_model({made.seen}).model;
  const ChannelModel& part = model.parts[0];
  Matrix values = made.seen.values;
  for (double& value : values.reshaped())  // outliers wait for the next row
    if (std::abs(value) > 6.0) value = std::nan("");
  SignalFilter filter(model);
  Vector x = Vector::Zero(part.model.states());
  Matrix P = part.model.dynamics.initial();
  const Vector c = part.model.dynamics.readout().transpose();
  const auto [F, Q] = part.model.dynamics.transition(1.0);
  for (Index t = 0; t < values.rows(); ++t) {
    filter.predict(static_cast<double>(t));
    (void)filter.update(values.row(t));  // what it says is looked at below
    if (t > 0) {
      x = (F * x).eval();
      P = (F * P * F.transpose() + Q).eval();
    }
    if (const double y = (values(t, 0) - part.offset) / part.scale; !std::isnan(y)) {
      const Vector h = P * c;
      const double s = c.dot(h) + part.model.noise[0];
      x += h * ((y - c.dot(x)) / s);
      P -= h * h.transpose() / s;
    }
    const double away = filter.mean()[0] - (part.offset + part.scale * c.dot(x));
    demand(std::abs(away) < 1e-8, "the stream differs by", away);
  }
}

void learned_and_smoothed(benchmark::State& state) {
  const Case made = walks_with_season(state.range(0), state.range(1));
  const double numbers = static_cast<double>(made.truth.size()) * sizeof(double);
  begin_peak();
  const double others = bytes_in_memory("VmRSS:") - numbers;
  for (auto _ : state) {
    const Estimate estimate = cleaned(made.seen);
    const double error = error_of(estimate, made.truth);
    demand(error < 0.4, "error over that of the noise", error);
  }
  // Of all that is there at once: series, estimate, and what is needed on the way.
  state.counters["peak_over_data"] = (bytes_in_memory("VmHWM:") - others) / numbers;
}

void short_ones(benchmark::State& state) {
  constexpr int kCount = 200;
  Rng rng(2);
  std::vector<Case> cases;
  std::vector<Series> series;
  for (int i = 0; i < kCount; ++i) {
    cases.push_back(short_one(rng));
    series.push_back(cases.back().seen);
  }
  std::vector<double> errors(kCount);
  for (auto _ : state) {
    if (state.range(0) == 1) {
      const SignalModel model = learn_signal_model(series).model;
      for (std::size_t i = 0; i < kCount; ++i)
        errors[i] = error_of(smooth(model, series[i]), cases[i].truth);
    } else {
      ThreadPool(0).run(kCount, [&](Index i) {
        const auto at = static_cast<std::size_t>(i);
        errors[at] =
            error_of(smooth(learn_signal_model({series[at]}, {.threads = 1}).model, series[at]),
                     cases[at].truth);
      });
    }
    double squares = 0.0;
    for (const double error : errors) squares += error * error / kCount;
    demand(squares < 0.5, "mean square over that of the noise", squares);
  }
}

void stream(benchmark::State& state) {
  const Case made = walks_with_season(20'000, 3);
  const SignalModel model = learn_signal_model({made.seen}).model;
  for (auto _ : state) {
    SignalFilter filter(model);
    for (Index t = 0; t < made.seen.rows(); ++t) {
      filter.predict(static_cast<double>(t));
      benchmark::DoNotOptimize(filter.update(made.seen.values.row(t)).ok());
    }
  }
  state.counters["seconds_a_row"] =
      benchmark::Counter(static_cast<double>(state.iterations() * made.seen.rows()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

Simulation lorenz(Index rows) {
  Rng rng(3);
  return simulate(*find_in_zoo("lorenz-63"), {.rows = rows, .rows_per_period = 73}, rng);
}

double share_left(const Simulation& seen, const Matrix& cleaned) {
  return (cleaned - seen.truth).squaredNorm() / (seen.observed.values - seen.truth).squaredNorm();
}

/// One family, from rows that are scaled.
void law_learned(benchmark::State& state) {
  const Simulation seen = lorenz(state.range(0));
  LawRows rows{.rows = {.times = Vector::LinSpaced(seen.truth.rows(), 0.0,
                                                   static_cast<double>(seen.truth.rows() - 1)),
                        .values = seen.observed.values}};
  for (auto column : rows.rows.values.colwise())
    column /= std::sqrt((column.array() - column.mean()).square().mean());
  LawModel trend{.noise = Vector::Constant(3, 0.01), .centre = Vector::Zero(3)};
  trend.law = {.channels = 3,
               .coefficients = Matrix(0, 3),
               .level_noise = Vector::Constant(3, 1e-5),
               .drift_noise = Vector::Constant(3, 1e-3)};
  for (auto _ : state) {
    const LawFit fit = fit_law({.name = "quadratic law"}, {rows}, trend);
    demand(fit.learned.size() == 7, "terms", static_cast<double>(fit.learned.size()));
  }
}

/// All families of laws, and those of the channels.
void law_chosen(benchmark::State& state) {
  const Simulation seen = lorenz(state.range(0));
  for (auto _ : state) {
    const SignalModel model = learn_signal_model({seen.observed}).model;
    demand(model.laws.size() == 1, "laws", static_cast<double>(model.laws.size()));
  }
}

void law_learned_and_smoothed(benchmark::State& state) {
  const Simulation seen = lorenz(state.range(0));
  for (auto _ : state) {
    const LearnedSignalModel learned = learn_signal_model({seen.observed});
    demand(learned.model.laws.size() == 1, "laws", 0.0);
    const Estimate estimate = smooth(learned.model, seen.observed);
    const double left = share_left(seen, estimate.mean);
    demand(left < 0.02, "mean square over raw", left);
    const double claimed = estimate.variance.sum() / (estimate.mean - seen.truth).squaredNorm();
    demand(claimed > 0.5 && claimed < 2.0, "claimed mean square over the true one", claimed);
  }
}

BENCHMARK(learned_and_smoothed)
    ->Args({1'000'000, 3})
    ->Args({60'000, 6})
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Iterations(1);
BENCHMARK(short_ones)
    ->ArgName("one_model")
    ->Arg(1)
    ->Arg(0)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK(stream)->Unit(benchmark::kMillisecond);
BENCHMARK(law_learned)->Arg(1000)->Unit(benchmark::kSecond);
BENCHMARK(law_chosen)->Arg(1000)->Unit(benchmark::kSecond)->UseRealTime()->MeasureProcessCPUTime();
BENCHMARK(law_learned_and_smoothed)
    ->Arg(1'000'000)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Iterations(1);

}  // namespace
}  // namespace elto

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  elto::check_stream();
  benchmark::RunSpecifiedBenchmarks();
}
