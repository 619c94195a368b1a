// SPDX-License-Identifier: Apache-2.0
// Equation discovery on a large field: Kuramoto-Sivashinsky with 50 % noise, 1024 places and 251
// times, 14 candidate terms up to the fourth derivative, 20 draws of 10,000 rectangles, two
// threads.
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "elto/discovery/discover_pde.hpp"
#include "elto/systems/builtin.hpp"

#include <benchmark/benchmark.h>

namespace elto {
namespace {

bool is_right(const PdeDiscovery& found) {
  const std::vector<Index> expected = {3, 5, 6};  // u_xx, u_xxxx, u u_x, all with coefficient -1
  bool is_near = found.equation == expected;
  for (const Index j : found.equation)
    is_near = is_near && std::abs(found.terms[static_cast<std::size_t>(j)].coefficient + 1) < 0.05;
  return is_near;
}

void kuramoto_sivashinsky_20_draws(benchmark::State& state) {
  const Field field = builtin_field("kuramoto-sivashinsky", {.seed = 0})->observed;
  const PdeOptions options{
      .weak = {.terms = {.highest_order = 4}, .subdomains = 10000}, .draws = 20, .threads = 2};
  for (auto _ : state) {
    const PdeDiscovery found = discover_pde(field, options);
    if (!is_right(found)) {
      std::cerr << "wrong answer: " << to_text(found) << "\n";
      std::exit(EXIT_FAILURE);
    }
    state.counters["agreeing"] = static_cast<double>(found.agreeing);
  }
}

BENCHMARK(kuramoto_sivashinsky_20_draws)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace elto

BENCHMARK_MAIN();
