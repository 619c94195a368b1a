// SPDX-License-Identifier: Apache-2.0
// A kernel of your own: any symmetric, positive semidefinite function of two rows. Here the states
// are known (an angle), so the operators are learned from them directly, with a kernel that
// respects that angles wrap around.
#include <cmath>
#include <cstdio>

#include "elto/core/random.hpp"
#include "elto/elto.hpp"

int main() {
  const elto::Index rows = 400;
  elto::Rng rng(1);
  elto::StateData data;
  data.states.resize(rows, 1);
  data.observations.resize(rows, 2);
  for (elto::Index t = 0; t < rows; ++t) {
    const double angle = std::fmod(0.2 * static_cast<double>(t), 6.283185307179586);
    data.states(t, 0) = angle;
    data.observations.row(t) << std::cos(angle), std::sin(angle);
    if (t > 0) {
      data.transitions.from.push_back(t - 1);
      data.transitions.to.push_back(t);
    }
  }

  elto::ModelOptions options;
  options.operators.state_kernel =
      elto::CustomKernel{[](const elto::RowView& x, const elto::RowView& y) {
        return std::exp(2.0 * (std::cos(x[0] - y[0]) - 1.0));
      }};
  options.noise.structure = elto::NoiseStructure::scalar;
  const elto::Model model = elto::learn_from_states(data, options);

  const elto::Matrix noisy = data.observations + 0.2 * rng.normal(rows, 2);
  const elto::Estimate estimate = elto::filter(model, noisy);
  const double before = (noisy - data.observations).norm();
  const double after = (estimate.mean - data.observations).norm();
  std::printf("error %.2f before, %.2f after filtering\n", before, after);
  return after < before ? 0 : 1;
}
