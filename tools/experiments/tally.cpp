// SPDX-License-Identifier: Apache-2.0
#include "experiments/tally.hpp"

namespace elto::experiments {

void Tally::add(const Matrix& mean, const Matrix& variance, const Matrix& truth) {
  constexpr double kBand = 1.6448536269514722;  // standard deviations to each side
  const Matrix error = mean - truth;
  squares += error.squaredNorm();
  inside += (error.array().abs() <= kBand * variance.array().sqrt()).count();
  entries += truth.size();
}

Tally tally_of(const Task& task, const std::function<Estimate(const Series&)>& estimator) {
  Tally tally;
  for (const Simulation& part : task.test) {
    const Estimate estimate = estimator(part.observed);
    tally.add(estimate.mean, estimate.variance, part.truth);
  }
  return tally;
}

}  // namespace elto::experiments
