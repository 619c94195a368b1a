// SPDX-License-Identifier: Apache-2.0
#include "blame.hpp"

#include "support/error_message.hpp"
#include "verb.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using testing::message_of;

const std::vector<std::string> kOptions = {"draws", "operators.rank.max_rank"};

TEST(Blame, AnOptionIsNamedAsTheUserWroteIt) {
  EXPECT_EQ(message_of<UsageError>(
                [] { blame(InvalidArgument("draws", "at least 1", "0"), kOptions, "f.mat"); }),
            "--draws: must be at least 1, got 0");
  EXPECT_EQ(message_of<UsageError>([] {
              blame(InvalidArgument("rank.max_rank", "at least 1", "0"), kOptions, "f.mat");
            }),
            "--operators.rank.max_rank: must be at least 1, got 0");
}

TEST(Blame, AnythingElseIsAboutTheFile) {
  EXPECT_EQ(message_of<IoError>([] {
              blame(InvalidArgument("rows", "at least 3", "2"), kOptions, "f.mat", "more rows");
            }),
            "f.mat: rows: must be at least 3, got 2; more rows");
}

}  // namespace
}  // namespace elto::command
