// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/input_selection.hpp"

#include "elto/core/random.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Inputs = std::vector<std::vector<Index>>;

TEST(InputSelection, FindsWhatMatters) {
  Rng rng(1);
  const Matrix x = rng.normal(400, 12);
  Matrix y = 0.1 * rng.normal(400, 3);
  y.col(0) += x.col(3) + x.col(7).cwiseProduct(x.col(1));
  y.col(1) += 0.5 * x.col(11);
  EXPECT_EQ(select_inputs(x, y), (Inputs{{1, 3, 7}, {11}, {}}));
}

TEST(InputSelection, FindsAProductOfWhichNeitherFactorTellsAnything) {
  Rng rng(2);
  const Matrix x = rng.normal(300, 8);
  const Matrix y = x.col(2).cwiseProduct(x.col(5)) + 0.2 * rng.normal(300, 1);
  EXPECT_EQ(select_inputs(x, y), (Inputs{{2, 5}}));
}

TEST(InputSelection, FindsTheNeighboursAmongMoreInputsThanArePaired) {
  Rng rng(3);
  const Matrix x = rng.normal(500, 100);
  Matrix y = 0.1 * rng.normal(500, 2);
  y.col(0) += x.col(40) - x.col(90);
  y.col(1) += x.col(99).cwiseProduct(x.col(0)) + x.col(0);
  EXPECT_EQ(select_inputs(x, y), (Inputs{{40, 90}, {0, 99}}));
}

TEST(InputSelection, TakesNoMoreThanAllowed) {
  Rng rng(4);
  const Matrix x = rng.normal(300, 6);
  EXPECT_EQ(select_inputs(x, x.rowwise().sum(), {.most = 3}).front().size(), 3U);
}

TEST(InputSelection, SaysWhatIsWrong) {
  const Matrix x = Rng(5).normal(10, 2);
  EXPECT_REFUSED(select_inputs(x, x.topRows(9)), "outputs: must be of 10 rows");
  EXPECT_REFUSED(select_inputs(x, x, {.most = 1}), "most: must be at least 2");
  EXPECT_REFUSED(select_inputs(x, x, {.gain = 1.0}), "gain: must be in (0, 1)");
}

}  // namespace
}  // namespace elto
