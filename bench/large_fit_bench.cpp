// SPDX-License-Identifier: Apache-2.0
// Learning from a long series: N = 20,000 windows at rank 256 must stay under 500 MiB, which an N x
// N matrix alone would exceed six times. The peak is that of the whole program.
#include <cstdlib>
#include <iostream>

#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"

#include "support/lorenz96.hpp"

#include <benchmark/benchmark.h>
#include <sys/resource.h>

namespace elto {
namespace {

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void learn_20000_rank_256(benchmark::State& state) {
  const Matrix rows = testing::lorenz96(20009, 5, 0.1, 1).noisy;
  for (auto _ : state) {
    const Model model = learn(rows, {.operators = {.rank = {.max_rank = 256}}});
    if (model.operators.samples() != 20000 || model.operators.rank() != 256 ||
        !filter(model, rows.topRows(50)).status.ok() || peak_mib() > 500.0) {
      std::cerr << "wrong answer: rank " << model.operators.rank() << ", peak " << peak_mib()
                << " MiB\n";
      std::exit(EXIT_FAILURE);
    }
  }
  state.counters["peak_MiB"] = peak_mib();
}

BENCHMARK(learn_20000_rank_256)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace elto

BENCHMARK_MAIN();
