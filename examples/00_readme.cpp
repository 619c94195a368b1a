// SPDX-License-Identifier: Apache-2.0
// The lines of the README, as they stand there.
#include "elto/elto.hpp"

int main() {
  // clang-format off
  // [readme]
  elto::Series y = elto::read_series("noisy.csv");             // T x D, rows are time, NaN rows are missing
  elto::Model model = elto::fit(y, {.window = 5, .noise = {.blocks = 5}});
  elto::Estimate e = elto::filter(model, y);                   // mean and covariance per row
  elto::write_csv({e.mean, y.channels}, "clean.csv");

  elto::Stepper s(model);                                      // online; allocates nothing after this
  s.predict();
  s.update(y.values.row(0));
  elto::save(model, "model.elto");
  elto::Model again = elto::load("model.elto");
  // [readme end]
  // clang-format on
  return e.status.ok() && again.window == 5 ? 0 : 1;
}
