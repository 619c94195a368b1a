// SPDX-License-Identifier: Apache-2.0
// The engine as a whole: series learned and smoothed, long ones and many short ones, and the rows
// of a stream. Channels are a random walk and a season, seen with noise, outliers and gaps. Before
// anything is timed, estimates are compared with the truth and a stream with a plain filter; the
// long series may take six times the memory of its numbers.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>
#include <string>

#include "elto/core/random.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/filter/signal_filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"

#include <benchmark/benchmark.h>
#include <sys/resource.h>

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

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
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
  const double before = peak_bytes();
  for (auto _ : state) {
    const Estimate estimate = cleaned(made.seen);
    const double error = error_of(estimate, made.truth);
    demand(error < 0.4, "error over that of the noise", error);
  }
  state.counters["peak_over_data"] =
      1.0 + (peak_bytes() - before) / static_cast<double>(made.truth.size() * 8);
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

}  // namespace
}  // namespace elto

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  elto::check_stream();
  benchmark::RunSpecifiedBenchmarks();
}
