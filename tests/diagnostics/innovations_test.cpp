// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/innovations.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

// Row 1 is missing, the filter fails at row 4.
const Series kSeries =
    Matrix{{1.0, 10.0}, {kMissing, kMissing}, {3.0, 30.0}, {4.0, 40.0}, {5.0, 50.0}};

Estimate some_estimate() {
  Estimate estimate;
  estimate.predicted =
      Matrix{{0.5, 9.0}, {1.0, 1.0}, {2.0, 28.0}, {4.0, 39.0}, {kMissing, kMissing}};
  estimate.predicted_variance =
      Matrix{{1.0, 5.0}, {2.0, 6.0}, {3.0, 7.0}, {4.0, -8.0}, {kMissing, kMissing}};
  estimate.variance = 0.5 * estimate.predicted_variance;
  estimate.mean = (estimate.predicted.array() + 0.25).matrix();
  return estimate;
}

TEST(Innovations, AreThoseOfObservedRowsBeforeAFailure) {
  const ChannelInnovations judged = judged_innovations(kSeries, some_estimate(), 0, 0);
  EXPECT_MATRIX_EQ(judged.e, (Vector{{0.5, 1.0, 0.0}}));
  EXPECT_MATRIX_EQ(judged.correction, (Vector{{0.25, 0.25, 0.25}}));
  EXPECT_MATRIX_EQ(judged.predicted_variance, (Vector{{1.0, 3.0, 4.0}}));
  EXPECT_MATRIX_EQ(judged.variance, (Vector{{0.5, 1.5, 2.0}}));
}

TEST(Innovations, LeaveOutTheRowsThatSettle) {
  EXPECT_MATRIX_EQ(judged_innovations(kSeries, some_estimate(), 1, 2).e, (Vector{{2.0, 1.0}}));
  EXPECT_EQ(judged_innovations(kSeries, some_estimate(), 1, 99).count(), 0);
}

TEST(Innovations, TakeANegativeVarianceAsZero) {
  EXPECT_MATRIX_EQ(judged_innovations(kSeries, some_estimate(), 1, 2).predicted_variance,
                   (Vector{{7.0, 0.0}}));
}

TEST(Innovations, RefuseAnEstimateOfAnotherSeries) {
  EXPECT_REFUSED(require_same_shape(Matrix::Zero(4, 2), some_estimate()),
                 "estimate: must be 4 x 2 as the series, got 5 x 2");
}

}  // namespace
}  // namespace elto
