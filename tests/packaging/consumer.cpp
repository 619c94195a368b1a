// SPDX-License-Identifier: Apache-2.0
// A user's program, built against the installed library.
#include <cmath>
#include <iostream>
#include <random>

#include "elto/elto.hpp"

int main() {
  const elto::Index T = 120;
  std::mt19937 engine(1);
  elto::Matrix y(T, 1);
  for (elto::Index t = 0; t < T; ++t) {
    const double uniform = static_cast<double>(engine()) / static_cast<double>(engine.max());
    y(t, 0) = std::sin(0.3 * static_cast<double>(t)) + 0.4 * (uniform - 0.5);
  }

  const elto::FitOptions options{.tuning = {.search = {.evaluations = 20}}};
  const elto::Model model = elto::fit(y, {}, options);
  const elto::Estimate estimate = elto::filter(model, y);

  elto::Stepper stepper(model);
  for (elto::Index t = 0; t < T; ++t) {
    stepper.predict();
    if (!stepper.update(y.row(t)).ok()) return 1;
  }

  std::cout << "elto " << elto::version << ": " << elto::describe(estimate.status)
            << ", last estimate " << estimate.mean(T - 1, 0) << " +- "
            << std::sqrt(estimate.variance(T - 1, 0)) << '\n';
  const bool finite = estimate.status.ok() && estimate.mean.allFinite() &&
                      estimate.variance.allFinite() && stepper.mean().allFinite();
  const bool agree = stepper.mean().isApprox(estimate.mean.row(T - 1), 1e-12);
  return finite && agree ? 0 : 1;
}
