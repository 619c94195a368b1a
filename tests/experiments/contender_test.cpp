// SPDX-License-Identifier: Apache-2.0
#include "experiments/contender.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

/// Multiplies rows by a number, and predicts them with it too.
struct Multiple {
  Vector start() const { return Vector::Zero(1); }
  Filter at(const Vector& point) const {
    return [factor = point[0]](const Series& rows) {
      Estimate estimate;
      estimate.mean = factor * rows.values;
      estimate.predicted = 2.0 * factor * rows.values;
      return estimate;
    };
  }
};
static_assert(TunableFilter<Multiple>);

struct NothingToTune {
  Vector start() const { return {}; }
  Filter at(const Vector& point) const {
    EXPECT_EQ(point.size(), 0);
    return [](const Series& rows) {
      Estimate estimate;
      estimate.mean = rows.values;
      estimate.mean(0, 0) = std::nan("");
      return estimate;
    };
  }
};

// The truth is three times what is observed.
Task threefold() {
  const Simulation part{Series(Matrix::Ones(4, 2)), Matrix::Constant(4, 2, 3.0)};
  return {{part.observed}, {part}, {part, part}};
}

TEST(Contender, IsTunedAgainstTheTruth) {
  const Contender multiple =
      contender("multiple", Target::truth, [](const Task&) { return Multiple{}; });
  EXPECT_EQ(multiple.name, "multiple");
  EXPECT_LT(multiple.compete(threefold(), {.evaluations = 200}).error, 1e-10);
}

TEST(Contender, IsTunedOnPredictionsOfTheObservations) {
  const Contender multiple =
      contender("multiple", Target::observations, [](const Task&) { return Multiple{}; });
  // Predicting ones takes a factor of 1/2.
  EXPECT_NEAR(multiple.compete(threefold(), {.evaluations = 200}).error, 6.25, 1e-4);
}

TEST(Contender, SaysThatItDiverged) {
  const Contender broken =
      contender("broken", Target::truth, [](const Task&) { return NothingToTune{}; });
  const Outcome outcome = broken.compete(threefold(), {});
  EXPECT_TRUE(outcome.diverged);
  EXPECT_EQ(outcome.error, std::numeric_limits<double>::infinity());
}

TEST(Contender, TakesTheTimeOfEachPart) {
  const Outcome outcome = contender("multiple", Target::truth, [](const Task&) {
                            return Multiple{};
                          }).compete(threefold(), {.evaluations = 50});
  EXPECT_GT(outcome.tuning, 0.0);
  EXPECT_GE(outcome.learning, 0.0);
  EXPECT_GE(outcome.filtering, 0.0);
}

}  // namespace
}  // namespace elto::experiments
