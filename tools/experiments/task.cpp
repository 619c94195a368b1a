// SPDX-License-Identifier: Apache-2.0
#include "experiments/task.hpp"

#include "elto/core/random.hpp"
#include "elto/series/standardisation.hpp"
#include "elto/systems/lynx_hare.hpp"
#include "elto/systems/noisy_field.hpp"
#include "elto/systems/van_der_pol.hpp"

namespace elto::experiments {
namespace {

Simulation middle_rows(const Simulation& whole, Index begin, Index count) {
  return {Series(whole.observed.values.middleRows(begin, count)),
          whole.truth.middleRows(begin, count)};
}

Simulation standardised(const Simulation& simulation, const Standardisation& scaling) {
  return {Series(scaling.apply(simulation.observed.values)), scaling.apply(simulation.truth)};
}

Task by_quarters(const Simulation& whole) {
  const Index rows = whole.truth.rows(), half = rows / 2, quarter = rows / 4;
  return {{middle_rows(whole, 0, half).observed},
          {middle_rows(whole, half, quarter)},
          {middle_rows(whole, half + quarter, rows - half - quarter)}};
}

Simulation track(const LidarOptions& options, std::uint32_t seed) {
  Rng rng(seed);
  return lidar_track(options, rng);
}

}  // namespace

std::vector<Series> known_rows(const Task& task) {
  std::vector<Series> known = task.training;
  for (const Simulation& part : task.validation) known.push_back(part.observed);
  return known;
}

Task pendulum_task(const PendulumOptions& options, std::uint32_t seed) {
  constexpr int kTraining = 45, kValidation = 5, kTest = 10;
  Rng rng(seed);
  Task task;
  for (int i = 0; i < kTraining; ++i) task.training.push_back(pendulum(options, rng).observed);
  for (int i = 0; i < kValidation; ++i) task.validation.push_back(pendulum(options, rng));
  for (int i = 0; i < kTest; ++i) task.test.push_back(pendulum(options, rng));
  return task;
}

Task lidar_task(const LidarOptions& training, const LidarOptions& test, std::uint32_t seed) {
  // The same seed: the same path, and the same noise but for its size.
  const Simulation first = track(training, seed), second = track(test, seed);
  const Standardisation scaling = standardisation_of({first.observed.values});
  const Simulation seen = standardised(first, scaling);
  const Index rows = seen.truth.rows(), half = rows / 2, learned = half - half / 3;
  return {{middle_rows(seen, 0, learned).observed},
          {middle_rows(seen, learned, half - learned)},
          {middle_rows(standardised(second, scaling), half, rows - half)}};
}

Task lorenz96_task(const Lorenz96Options& options, std::uint32_t seed) {
  Rng rng(seed);
  return by_quarters(lorenz96(options, rng));
}

Task lorenz63_task(const Lorenz63Options& options, std::uint32_t seed) {
  Rng rng(seed);
  return by_quarters(lorenz63(options, rng));
}

Task van_der_pol_task(std::uint32_t seed) {
  constexpr Index kRows = 1500, kPeriod = 250;
  Rng rng(seed);
  const Matrix start = rng.normal(2, 1);
  Simulation whole = van_der_pol(
      {.rows = kRows, .noise = 0.0, .position = 2.0 + 0.5 * start(0), .velocity = start(1)}, rng);
  Matrix noise = rng.normal(kRows, 2);
  for (Index t = 0; t < kRows; ++t) noise.row(t) *= t / kPeriod % 2 == 0 ? 0.05 : 0.4;
  whole.observed.values += noise;
  return by_quarters(whole);
}

Task lynx_hare_task(double noise, std::uint32_t seed) {
  const Matrix fine = fine_lynx_hare().values;
  const Matrix truth = standardisation_of({fine}).apply(fine);
  Rng rng(seed);
  const auto noisy = [&] {
    return Simulation{Series(truth + noise * rng.normal(truth.rows(), truth.cols())), truth};
  };
  Task task;
  task.training.push_back(noisy().observed);
  task.validation.push_back(noisy());
  task.test.push_back(noisy());
  return task;
}

Task field_task(const Field& clean, std::uint32_t seed) {
  Rng rng(seed);
  const Simulation whole = to_simulation(add_noise(clean, 0.5, rng));
  const Simulation along_space{Series(whole.observed.values.transpose()), whole.truth.transpose()};
  Task task;
  task.training.push_back(along_space.observed);
  task.test.push_back(along_space);
  return task;
}

}  // namespace elto::experiments
