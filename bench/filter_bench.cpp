// SPDX-License-Identifier: Apache-2.0
// The feature-space filter against the dense one, on one core and in one run: Lorenz-96, D = 5,
// noise 0.1, N = 491 windows, T = 250 rows. Each contender's estimates are compared with the dense
// ones before anything is timed.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "elto/baselines/dense_filter.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/model/learn.hpp"

#include "support/disturb.hpp"
#include "support/lorenz96.hpp"

#include <benchmark/benchmark.h>

namespace elto {
namespace {

struct Problem {
  Model exact;
  DenseOperators dense;
  DenseBelief belief;
  Matrix rows, expected;
  double dense_seconds = 0.0;  // of the run that made the expected estimates
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

const Problem& problem(Index blocks, bool adapts) {
  static std::map<std::pair<Index, bool>, Problem> problems;
  const auto [place, is_new] = problems.try_emplace({blocks, adapts});
  Problem& p = place->second;
  if (!is_new) return p;
  const Matrix noisy = testing::lorenz96(1000, 5, 0.1, 1).noisy;
  p.rows = noisy.bottomRows(250);
  const double memory = adapts ? 0.9 : 1.0;
  p.exact = learn(noisy.topRows(500),
                  {.operators = {.rank = RankOptions::exact()},
                   .update = UpdateRule::as_printed,
                   .noise = {.blocks = blocks},
                   .adaptation = {.measurement_memory = memory, .process_memory = memory}});
  testing::disturb(p.exact.noise);
  p.dense = dense_operators(p.exact.data, p.exact.operator_options);
  p.belief = dense_initial_belief(p.exact);
  const Matrix standardised = p.exact.scaling.apply(p.rows);
  const auto start = std::chrono::steady_clock::now();
  p.expected =
      dense_filter(p.dense, p.belief, p.exact.noise, standardised, {p.exact.adaptation}).mean;
  p.dense_seconds = seconds_since(start);
  return p;
}

Model with_rank(const Model& exact, Index rank) {
  OperatorOptions options = exact.operator_options;
  if (rank > 0) options.rank = {.tolerance = 0.0, .max_rank = rank};
  return with_operators(exact, options);
}

/// Means in standardised units; construction of the stepper is part of the work.
Matrix filtered(const Model& model, const Matrix& rows) {
  Matrix means(rows.rows(), rows.cols());
  Stepper stepper(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    stepper.predict();
    (void)stepper.update(rows.row(t));  // checked by its means
    means.row(t) = stepper.mean();
    benchmark::DoNotOptimize(stepper.covariance().data());
  }
  return model.scaling.apply(means);
}

void dense(benchmark::State& state, Index blocks, bool adapts) {
  const Problem& p = problem(blocks, adapts);
  for (auto _ : state) state.SetIterationTime(p.dense_seconds);
}

void fast(benchmark::State& state, Index blocks, bool adapts, Index rank, double largest_rms) {
  const Problem& p = problem(blocks, adapts);
  const Model model = with_rank(p.exact, rank);
  const Matrix difference = filtered(model, p.rows) - p.expected;
  const double rms = std::sqrt(difference.squaredNorm() / static_cast<double>(difference.size()));
  if (!(rms <= largest_rms)) {
    std::cerr << "wrong answer: rms difference " << rms << " > " << largest_rms << '\n';
    std::exit(EXIT_FAILURE);
  }
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) benchmark::DoNotOptimize(filtered(model, p.rows));
  const double seconds = seconds_since(start) / static_cast<double>(state.iterations());
  state.counters["speedup"] = p.dense_seconds / seconds;
  state.counters["rms"] = rms;
  state.counters["rank"] = static_cast<double>(model.operators.rank());
}

void add_contenders(Index blocks, bool adapts) {
  const std::string kind = adapts ? "adaptive/" : "fixed_noise/";
  const std::string k = "/k" + std::to_string(blocks);
  const auto add = [&](const std::string& name, Index rank, double largest_rms) {
    benchmark::RegisterBenchmark((kind + name + k).c_str(), fast, blocks, adapts, rank, largest_rms)
        ->Unit(benchmark::kMillisecond);
  };
  benchmark::RegisterBenchmark((kind + "dense" + k).c_str(), dense, blocks, adapts)
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime()
      ->Iterations(1);
  if (!adapts) add("full_rank", 0, 1e-8);
  add("rank_160", 160, 1e-3);
}

}  // namespace
}  // namespace elto

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const elto::Index blocks : {2, 5})
    for (const bool adapts : {false, true}) elto::add_contenders(blocks, adapts);
  benchmark::RunSpecifiedBenchmarks();
}
