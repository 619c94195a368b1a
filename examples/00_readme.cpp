// SPDX-License-Identifier: Apache-2.0
// The lines of the README, as they stand there.
#include "elto/elto.hpp"

int main() {
  // clang-format off
  // [readme]
  elto::Series y = elto::read_series("noisy.csv");  // T x D, rows are time, NaN is missing
  elto::StateModel model = elto::fit_state_model({y}).model;
  elto::Estimate e = elto::smooth(model, y);  // mean and variance of every entry
  elto::write_csv({e.mean, y.channels}, "clean.csv");

  elto::StateFilter f(model);  // online
  f.predict();
  if (!f.update(y.values.row(0)).ok()) return 1;
  elto::save(model, "model.elto");
  elto::StateModel again = elto::load_state_model("model.elto");
  // [readme end]
  // clang-format on
  return e.status.ok() && again.dimension() == y.dimension() ? 0 : 1;
}
