// SPDX-License-Identifier: Apache-2.0
// Looking at what an error says, in tests.
#pragma once

#include <string>
#include <string_view>

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto::testing {

/// The message of the error that the action throws; an error of another kind passes through.
template <class Kind, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Kind& error) {
    return error.what();
  }
  return "accepted";
}

template <class Action>
std::string io_error_of(const Action& action) {
  return message_of<IoError>(action);
}

inline ::testing::AssertionResult says(std::string_view message, std::string_view part) {
  if (message.find(part) != std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

}  // namespace elto::testing

#define EXPECT_SAYS(message, part) EXPECT_TRUE(::elto::testing::says((message), (part)))
#define EXPECT_REFUSED(expression, part)                                                         \
  EXPECT_SAYS(::elto::testing::message_of<::elto::InvalidArgument>([&] { (void)(expression); }), \
              part)
#define ASSERT_SAYS(message, part) ASSERT_TRUE(::elto::testing::says((message), (part)))
