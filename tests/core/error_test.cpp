// SPDX-License-Identifier: Apache-2.0
#include "elto/core/error.hpp"

#include <stdexcept>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(InvalidArgument, MessageCarriesArgumentBoundAndValue) {
  const InvalidArgument error("window", "at least 1", "0");
  EXPECT_STREQ(error.what(), "window: must be at least 1, got 0");
  EXPECT_EQ(error.argument(), "window");
  EXPECT_EQ(error.bound(), "at least 1");
  EXPECT_EQ(error.value(), "0");
}

TEST(InvalidArgument, OutlivesTheTextsItWasMadeFrom) {
  const auto make = [] {
    const std::string argument = "a rather long argument name", bound = "short", value = "long";
    return InvalidArgument(argument, bound, value);
  };
  EXPECT_EQ(make().argument(), "a rather long argument name");
}

TEST(IoError, MessageCarriesThePath) {
  const IoError error("m.elto", "truncated, 12 of 4096 bytes");
  EXPECT_STREQ(error.what(), "m.elto: truncated, 12 of 4096 bytes");
  EXPECT_EQ(error.path(), "m.elto");
}

TEST(Error, OneHandlerCatchesThemAll) {
  EXPECT_THROW(throw InvalidArgument("a", "b", "c"), Error);
  EXPECT_THROW(throw IoError("a", "b"), Error);
  EXPECT_THROW(throw Error("a"), std::runtime_error);
}

TEST(Require, IsSilentWhenTheConditionHolds) {
  EXPECT_NO_THROW(require(true, "rank", "at least 1", 1));
}

TEST(Require, WritesTheValueOfAnyKind) {
  EXPECT_REFUSED(require(false, "rank", "at least 1", -3), "rank: must be at least 1, got -3");
  EXPECT_REFUSED(require(false, "ridge", "positive", 0.1), "ridge: must be positive, got 0.1");
  EXPECT_REFUSED(require(false, "name", "known", "rfb"), "name: must be known, got rfb");
  EXPECT_REFUSED(require(false, "name", "known", std::string("rfb")), "got rfb");
}

}  // namespace
}  // namespace elto
