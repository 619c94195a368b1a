// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_law.hpp"

#include "elto/core/error.hpp"
#include "elto/systems/zoo.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

Simulation simulated(const ZooSystem& system) {
  Rng rng(3);
  return simulate(system, {.rows = 400}, rng);
}

TEST(KnownLaw, IsTheEquationsInUnitsOfTheMotion) {
  const ZooSystem& lorenz = *find_in_zoo("lorenz-63");
  const Simulation simulation = simulated(lorenz);
  const SignalLaw known = known_law(equations_of(lorenz), simulation);
  const Law& law = known.model.law;
  EXPECT_EQ((law.coefficients.array() != 0.0).count(), 7);
  const Vector x = simulation.truth.row(7).transpose();
  LawFlow flow(law);
  Vector state = Vector::Zero(6);
  state.head(3) = x.cwiseQuotient(known.scale);
  flow.evaluate(state.data());
  const Vector rates = equations_of(lorenz)(x) * known.step;
  for (Index d = 0; d < 3; ++d)
    EXPECT_NEAR(flow.velocity()[d] * known.scale[d], rates[d], 1e-8 * rates.norm());
}

TEST(KnownLaw, SmoothsBetterThanOneCouldWithoutIt) {
  const ZooSystem& lorenz = *find_in_zoo("lorenz-63");
  const Simulation simulation = simulated(lorenz);
  const Matrix smoothed = smoothed_by_known_law(equations_of(lorenz), simulation);
  const double raw = (simulation.observed.values - simulation.truth).squaredNorm();
  EXPECT_LT((smoothed - simulation.truth).squaredNorm(), 0.02 * raw);
}

TEST(KnownLaw, RefusesWhatIsNoPolynomial) {
  const ZooSystem& toda = *find_in_zoo("toda");
  EXPECT_THROW(known_law(equations_of(toda), simulated(toda)), InvalidArgument);
}

}  // namespace
}  // namespace elto::experiments
