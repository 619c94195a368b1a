// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

TEST(ProgressBar, ShowsShareRemarkAndTimeLeft) {
  EXPECT_EQ(progress_line("tuning", 0.5, "error 0.0123", 12.4),
            "tuning    [############............]  50%  error 0.0123  12 s left");
}

TEST(ProgressBar, IsEmptyAtFirstAndFullAtLast) {
  EXPECT_SAYS(progress_line("a", 0.0, "", 1), "[........................]   0%");
  EXPECT_SAYS(progress_line("a", 1.0, "", 0), "[########################] 100%");
}

TEST(ProgressBar, StaysWithinItsFrame) {
  EXPECT_EQ(progress_line("a", 1.5, "", 0), progress_line("a", 1.0, "", 0));
  EXPECT_EQ(progress_line("a", -0.5, "", -3), progress_line("a", 0.0, "", 0));
}

TEST(ProgressBar, TellsLongTimesInMinutesAndHours) {
  EXPECT_SAYS(progress_line("a", 0.1, "", 59.4), " 59 s left");
  EXPECT_SAYS(progress_line("a", 0.1, "", 59.6), " 1 min 00 s left");
  EXPECT_SAYS(progress_line("a", 0.1, "", 754), " 12 min 34 s left");
  EXPECT_SAYS(progress_line("a", 0.1, "", 7500), " 2 h 05 min left");
}

TEST(ProgressBar, FitsATerminal) {
  EXPECT_LT(progress_line("filtering", 0.999, "error 1.234e-05", 3599).size(), 80U);
}

TEST(ProgressBar, IsSilentUnlessSomebodyLooks) {
  ::testing::internal::CaptureStderr();  // which is no terminal
  {
    ProgressBar bar(true);
    bar.stage("tuning");
    bar.advance(1, 2, "error 1");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace elto::command
