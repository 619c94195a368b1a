// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/look_ahead.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/filter/linear_smoother.hpp"

#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

struct Looking : ::testing::Test {
  ChannelModel part = testing::small_signal_model().parts[1];
  Series series = testing::small_signal_series(60);
  Rows rows = rows_of(part, series.time.values, series.values.col(1));
  std::vector<Jump> jumps = {{.row = 20, .state = 0, .variance = 2.0}};
};

/// The same filter without the rows behind the origin.
TEST_F(Looking, ForeseesWhatAFilterPredictsThatSeesNoFurther) {
  const std::vector<Index> origins = {10, 19, 40};
  const std::vector<Foreseen> foreseen =
      look_ahead(part.model, rows, jumps, origins, {.reach = 12.0});
  Index count = 0;
  for (const Index origin : origins) {
    Rows known = rows;
    known.values.bottomRows(rows.count() - origin - 1).setConstant(std::nan(""));
    std::vector<Jump> before = jumps;
    std::erase_if(before, [&](const Jump& jump) { return jump.row > origin; });
    const FilteredRows oracle = filter(part.model, known, before);
    for (Index row = origin + 1; row < rows.count(); ++row) {
      if (std::isnan(rows.values(row, 0)) || rows.times[row] > rows.times[origin] + 12.0) continue;
      const Foreseen& one = foreseen.at(static_cast<std::size_t>(count++));
      EXPECT_EQ(one.origin, origin);
      EXPECT_EQ(one.row, row);
      EXPECT_NEAR(one.mean, oracle.predicted.mean(row, 0), 1e-9);
      EXPECT_NEAR(one.variance, oracle.predicted.variance(row, 0) + part.model.noise[0], 1e-9);
    }
  }
  EXPECT_EQ(count, std::ssize(foreseen));
}

TEST_F(Looking, TakesEverySoManyRows) {
  const std::vector<Foreseen> all = look_ahead(part.model, rows, {}, {10}, {.reach = 30.0}),
                              some = look_ahead(part.model, rows, {}, {10},
                                                {.reach = 30.0, .stride = 3});
  ASSERT_LT(some.size(), all.size());
  for (const Foreseen& one : some) EXPECT_EQ((one.row - one.origin) % 3, 0);
}

TEST_F(Looking, RefusesAStrideOfNothing) {
  EXPECT_THROW((void)look_ahead(part.model, rows, {}, {10}, {.reach = 1.0, .stride = 0}),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
