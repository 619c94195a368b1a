// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/terms.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::string names(const TermOptions& options) {
  std::string list;
  for (const Term& term : candidate_terms(options))
    list += (list.empty() ? "" : ", ") + name_of(term);
  return list;
}

TEST(Terms, AreChosenByHighestPowerAndOrder) {
  EXPECT_EQ(names({}), "u, u^2, u_x, u_xx, u u_x, u^2 u_x, u u_xx, u^2 u_xx");
  EXPECT_EQ(names({.highest_power = 1, .highest_order = 1, .constant = true}), "1, u, u_x, u u_x");
  EXPECT_EQ(names({.highest_power = 0, .highest_order = 3}), "u_x, u_xx, u_xxx");
  EXPECT_EQ(candidate_terms({.highest_power = 3, .highest_order = 4}).size(), 19u);
}

TEST(Terms, SayWhatIsWrong) {
  EXPECT_REFUSED(candidate_terms({.highest_power = -1}), "highest_power: must be at least 0");
  EXPECT_REFUSED(candidate_terms({.highest_power = 0, .highest_order = 0}),
                 "highest_power: must be at least 1");
}

}  // namespace
}  // namespace elto
