// SPDX-License-Identifier: Apache-2.0
// What the library says when it refuses an argument.
#pragma once

#include <string>

#include "support/error_message.hpp"

namespace elto::testing {

/// The message of the InvalidArgument that the action throws; anything else passes through.
template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace elto::testing

#define EXPECT_REFUSED(expression, part) \
  EXPECT_SAYS(::elto::testing::refusal_of([&] { (void)(expression); }), part)
