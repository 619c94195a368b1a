// SPDX-License-Identifier: Apache-2.0
#include "elto/core/status.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Status, ReadsNotRunByDefault) {
  const Status status;
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(describe(status), "not run");
}

TEST(Status, IsOkForThatCodeAlone) {
  EXPECT_TRUE((Status{StatusCode::ok}.ok()));
  for (const StatusCode code :
       {StatusCode::not_run, StatusCode::not_finite, StatusCode::stopped, StatusCode::not_definite})
    EXPECT_FALSE(Status{code}.ok());
}

TEST(Status, DescribesWhatHappenedAndWhere) {
  EXPECT_EQ(describe({StatusCode::ok}), "ok");
  EXPECT_EQ(describe({StatusCode::not_finite, 17}), "not finite at step 17");
  EXPECT_EQ(describe({StatusCode::stopped, 0}), "stopped at step 0");
  EXPECT_EQ(describe({StatusCode::not_definite, 3}), "not positive definite at step 3");
}

TEST(Status, ComparesCodeAndStep) {
  EXPECT_EQ((Status{StatusCode::stopped, 3}), (Status{StatusCode::stopped, 3}));
  EXPECT_NE((Status{StatusCode::stopped, 3}), (Status{StatusCode::stopped, 4}));
  EXPECT_NE(Status{}, Status{StatusCode::ok});
}

}  // namespace
}  // namespace elto
