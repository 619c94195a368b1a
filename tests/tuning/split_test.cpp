// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/split.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Split, CutsOneSequenceInTwo) {
  const Series series(Matrix{{1.0}, {2.0}, {3.0}, {4.0}}, {"a"});
  const auto [training, held_out] = split({series}, 0.25);
  ASSERT_EQ(training.size(), 1U);
  ASSERT_EQ(held_out.size(), 1U);
  EXPECT_MATRIX_EQ(training[0].values, (Matrix{{1.0}, {2.0}, {3.0}}));
  EXPECT_MATRIX_EQ(held_out[0].values, (Matrix{{4.0}}));
  EXPECT_EQ(held_out[0].channels, series.channels);
}

TEST(Split, HoldsOutTheLastOfSeveral) {
  const auto [training, held_out] = split({Matrix{{1.0}}, Matrix{{2.0}}, Matrix{{3.0}}}, 0.01);
  EXPECT_EQ(training.size(), 2U);
  EXPECT_MATRIX_EQ(held_out.at(0).values, (Matrix{{3.0}}));
}

TEST(Split, SaysWhatIsWrong) {
  EXPECT_REFUSED(split({}, 0.5), "sequences: must be at least 1");
  EXPECT_REFUSED(split({Matrix{{1.0}}}, 0.5), "series length: must be at least 2");
  EXPECT_REFUSED(split({Matrix{{1.0}, {2.0}}}, 1.0), "held_out: must be between 0 and 1");
}

}  // namespace
}  // namespace elto
