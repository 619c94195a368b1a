// SPDX-License-Identifier: Apache-2.0
#include "experiments/structure_table.hpp"

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(Structure, OfLorenzIsFoundAndTheTruthIsNoLikelier) {
  Rng rng(1001);
  const Structure found = structure_found({.system = "lorenz-63", .rows = 400}, rng);
  EXPECT_TRUE(found.exact()) << found.missing << ' ' << found.extra;
  EXPECT_NEAR(found.evidence, 0.0, 1.0);
  EXPECT_LT(found.off, 0.2);
}

TEST(Structure, OfSeriesWithoutNoiseIsTheEquationToSixDigits) {
  Rng rng(1);
  const Structure found = structure_found({.system = "lorenz-63", .rows = 500, .noise = 0.0}, rng);
  EXPECT_TRUE(found.exact()) << found.missing << ' ' << found.extra;
  EXPECT_LT(found.off, 1e-6);
}

TEST(StructureTable, HasARowForEachTarget) {
  const Table table = structure_table();
  Index targets = 0;
  for (const TableRow& row : table.rows) targets += expected("structure", row.paper, "exact") > 0.0;
  EXPECT_EQ(targets, 4);
}

}  // namespace
}  // namespace elto::experiments
