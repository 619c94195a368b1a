// SPDX-License-Identifier: Apache-2.0
#include "experiments/hidden_entries.hpp"

#include <cmath>

#include "elto/io/csv.hpp"

#include "experiments/expected.hpp"
#include "support/folders.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

Series wave() {
  Matrix rows(300, 2);
  for (Index t = 0; t < rows.rows(); ++t)
    rows.row(t) << std::sin(0.2 * static_cast<double>(t)), std::cos(0.1 * static_cast<double>(t));
  return rows;
}

TEST(HiddenEntries, AreHiddenAtRandomAndInABlock) {
  Rng rng(2);
  const Series hidden = hide_entries(wave(), rng);
  for (Index j = 0; j < 2; ++j) {
    const auto missing = hidden.values.col(j).array().isNaN().eval();
    EXPECT_NEAR(static_cast<double>(missing.count()), 0.15 * 290.0 + 10.0, 25.0);
    EXPECT_FALSE(missing[0]);
    EXPECT_FALSE(missing[299]);
    Index run = 0, longest = 0;
    for (const bool gone : missing) longest = std::max(longest, run = gone ? run + 1 : 0);
    EXPECT_GE(longest, 10);
  }
}

TEST(HiddenEntries, OfAWaveAreFilledFarBetterThanByALine) {
  Rng rng(2);
  const Series full = wave();
  const HiddenScore score = hidden_score(full, hide_entries(full, rng));
  EXPECT_LT(score.random, 0.5);
  EXPECT_LT(score.block, 0.5);
}

TEST(HiddenEntries, HaveTheFiguresOfStatsmodels) {
  for (const TableRow& row : hidden_entries().rows)
    EXPECT_TRUE(expected("hidden_entries", row.paper, "block")) << row.name;
}

TEST(HiddenEntries, AreReadFromTheFolderOfTheRealSeries) {
  const std::filesystem::path folder = elto::testing::shared_folder() / "data" / "real";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  const Table table = hidden_entries();
  Task nile;
  nile.name = "nile";
  EXPECT_LT(table.columns[0].contender.compete(nile, {.seed = 1, .real = folder}).error, 1.05);
}

}  // namespace
}  // namespace elto::experiments
