// SPDX-License-Identifier: Apache-2.0
// The filter and the smoother of linear models, 20,000 rows of one channel: 2, 4 and 14 states,
// rows at equal steps, the same with 15 % of the entries missing, and rows at random times. The
// likelihood, its gradient and the smoothed signal are compared with those of a plain filter and a
// plain smoother with dense matrices before anything is timed.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/filter/linear_smoother.hpp"

#include <Eigen/Cholesky>
#include <benchmark/benchmark.h>

namespace elto {
namespace {

constexpr Index kRows = 20'000;

struct Case {
  std::string name;
  LinearModel model;
  Rows rows;
};

LinearModel model_of(Index states) {
  const IntegratedWiener trend{.order = 2, .noise = 1e-4, .level_noise = 1e-3};
  const Cycle cycle{.period = 17.3, .noise = 1e-3, .decay = 0.02, .learns_period = true};
  if (states == 2) return {{{trend}}, 0.1};
  if (states == 4) return {{{trend, cycle}}, 0.1};
  return {{{trend, cycle, Cycle{.period = 24.0, .harmonics = 5, .noise = 1e-5}}}, 0.1};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Index states : {2, 4, 14})
    for (const std::string kind : {"regular", "missing", "irregular"}) {
      Rng rng(1);
      Rows rows{.times = Vector(kRows), .values = Matrix(kRows, 1)};
      double time = 0.0;
      for (Index t = 0; t < kRows; ++t) {
        rows.times[t] = time;
        time += kind == "irregular" ? 0.5 + rng.uniform() : 1.0;
        rows.values(t, 0) = kind == "missing" && rng.uniform() < 0.15
                                ? std::nan("")
                                : std::sin(0.01 * time) +
                                      std::sin(2.0 * std::numbers::pi * time / 24.0) +
                                      0.3 * rng.normal();
      }
      all.push_back(
          {.name = kind + "/n" + std::to_string(states), .model = model_of(states), .rows = rows});
    }
  return all;
}

/// By the textbook, nothing cached, nothing known of blocks.
struct Plain {
  double log_likelihood = 0.0;
  std::vector<Vector> predicted, updated;
  std::vector<Matrix> predicted_covariance, covariance, transitions;

  Plain(const LinearModel& model, const Rows& rows) {
    const Index n = model.states();
    const Vector c = model.observation.row(0).transpose();
    Vector x = Vector::Zero(n);
    Matrix P = model.dynamics.initial();
    Transition step{.F = Matrix::Identity(n, n), .Q = Matrix::Zero(n, n)};
    double length = 0.0;
    for (Index t = 0; t < rows.count(); ++t) {
      if (t > 0) {
        const double now = rows.times[t] - rows.times[t - 1];
        if (now != length) step = model.dynamics.transition(now);
        length = now;
        x = (step.F * x).eval();
        P = (step.F * P * step.F.transpose() + step.Q).eval();
      }
      transitions.push_back(step.F);
      predicted.push_back(x);
      predicted_covariance.push_back(P);
      if (const double y = rows.values(t, 0); !std::isnan(y)) {
        const Vector h = P * c;
        const double s = c.dot(h) + model.noise[0], v = y - c.dot(x);
        x += h * (v / s);
        P -= h * h.transpose() / s;
        log_likelihood -= 0.5 * (v * v / s + std::log(2.0 * std::numbers::pi * s));
      }
      updated.push_back(x);
      covariance.push_back(P);
    }
  }

  Vector smoothed(const Vector& c) const {
    Vector signal(static_cast<Index>(updated.size())), x = updated.back();
    for (std::size_t t = updated.size(); t-- > 0;) {
      if (t + 1 < updated.size())
        x = updated[t] + covariance[t] * transitions[t + 1].transpose() *
                             predicted_covariance[t + 1].ldlt().solve(x - predicted[t + 1]);
      signal[static_cast<Index>(t)] = c.dot(x);
    }
    return signal;
  }
};

void demand(double difference, double largest, const std::string& what) {
  if (difference <= largest) return;
  std::cerr << "wrong answer: " << what << " differs by " << difference << '\n';
  std::exit(EXIT_FAILURE);
}

/// Of the first rows, as the plain forms take their time.
void check_answer(const Case& one) {
  const Rows rows{.times = one.rows.times.head(2000), .values = one.rows.values.topRows(2000)};
  const Plain plain(one.model, rows);
  const SmoothedRows smoothed = smooth(one.model, rows);
  demand(std::abs(smoothed.log_likelihood - plain.log_likelihood), 1e-7, "the likelihood");
  const Vector signal = plain.smoothed(one.model.observation.row(0).transpose());
  demand((smoothed.signal.mean.col(0) - signal).cwiseAbs().maxCoeff(), 1e-8, "the signal");
  Vector gradient;
  Likelihood(rows).value(one.model, gradient);
  constexpr double h = 1e-4;
  const auto at = [&](double moved) {
    LinearModel model = one.model;
    model.set_logs(one.model.logs().array() + moved);
    return Plain(model, rows).log_likelihood;
  };
  const double difference = (at(h) - at(-h)) / (2.0 * h);
  demand(std::abs(gradient.sum() - difference), 1e-4 * (1.0 + std::abs(difference)),
         "the gradient");
}

template <class What>
void add(const std::string& name, What what) {
  benchmark::RegisterBenchmark(name.c_str(), [what](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(what());
    state.SetItemsProcessed(state.iterations() * kRows);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace elto

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<elto::Case> cases = elto::cases();
  for (const elto::Case& one : cases) {
    elto::check_answer(one);
    elto::add("likelihood/" + one.name,
              [&one] { return elto::Likelihood(one.rows).value(one.model); });
    elto::add("gradient/" + one.name, [&one] {
      elto::Vector by_logs;
      return elto::Likelihood(one.rows).value(one.model, by_logs);
    });
    elto::add("smooth/" + one.name, [&one] { return elto::smooth(one.model, one.rows).jump[0]; });
  }
  benchmark::RunSpecifiedBenchmarks();
}
