// SPDX-License-Identifier: Apache-2.0
#include "elto/series/gaps.hpp"

#include <cmath>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

TEST(Gaps, WholeRowsAreMissingAltogetherOrNotAtAll) {
  const auto [series, dropped] =
      whole_rows(Matrix{{1, 2}, {kMissing, 3}, {kMissing, kMissing}, {4, kMissing}});
  EXPECT_EQ(dropped, 2);
  EXPECT_MATRIX_EQ(series.values.row(0), (Matrix{{1, 2}}));
  EXPECT_TRUE(series.values.bottomRows(3).array().isNaN().all());
}

TEST(Gaps, LieBetweenSequences) {
  const Matrix rows = with_gaps({Matrix{{1, 2}, {3, 4}}, Matrix{{5, 6}}});
  ASSERT_EQ(rows.rows(), 4);
  EXPECT_MATRIX_EQ(rows.topRows(2), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_TRUE(rows.row(2).array().isNaN().all());
  EXPECT_MATRIX_EQ(rows.row(3), (Matrix{{5, 6}}));
  EXPECT_REFUSED(with_gaps({}), "sequences: must be at least 1");
}

}  // namespace
}  // namespace elto
