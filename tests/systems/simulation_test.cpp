// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/simulation.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Simulation, HasNoTruthUnlessItIsGiven) {
  const Simulation recording{.observed = Matrix::Zero(3, 2), .truth = {}};
  EXPECT_EQ(recording.observed.rows(), 3);
  EXPECT_EQ(recording.truth.size(), 0);
}

TEST(Simulation, TimesAreRegular) {
  const TimeColumn time = regular_times(4, 0.5);
  EXPECT_EQ(time.name, "time");
  EXPECT_EQ(time.values, (Vector{{0.0, 0.5, 1.0, 1.5}}));
  EXPECT_TRUE(time.labels.empty());
}

}  // namespace
}  // namespace elto
