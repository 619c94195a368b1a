// SPDX-License-Identifier: Apache-2.0
// Looking at what an error says, in tests.
#pragma once

#include <string>
#include <string_view>

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto::testing {

/// The message of the IoError that the action throws; anything else it throws passes through.
template <class Action>
std::string io_error_of(const Action& action) {
  try {
    action();
  } catch (const IoError& error) {
    return error.what();
  }
  return "no IoError";
}

inline ::testing::AssertionResult says(std::string_view message, std::string_view part) {
  if (message.find(part) != std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

}  // namespace elto::testing

#define EXPECT_SAYS(message, part) EXPECT_TRUE(::elto::testing::says((message), (part)))
#define ASSERT_SAYS(message, part) ASSERT_TRUE(::elto::testing::says((message), (part)))
