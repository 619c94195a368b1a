// SPDX-License-Identifier: Apache-2.0
#include "selection_options.hpp"

#include <algorithm>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

void assign_selection(SelectionArguments& arguments, const std::string& name,
                      const std::string& value) {
  const std::vector<Option> options = options_of(arguments);
  std::ranges::find(options, name, &Option::name)->assign(value);
}

TEST(SelectionOptions, GiveTheRuleOfTheirName) {
  SelectionArguments arguments;
  EXPECT_TRUE(std::holds_alternative<Ubic>(rule_of(arguments)));
  assign_selection(arguments, "selection", "bic");
  assign_selection(arguments, "largest_size", "3");
  EXPECT_EQ(std::get<Bic>(rule_of(arguments)).largest_size, 3);
  assign_selection(arguments, "selection", "aic");
  EXPECT_EQ(std::get<Aic>(rule_of(arguments)).largest_size, 3);
  assign_selection(arguments, "selection", "stridge");
  EXPECT_TRUE(std::holds_alternative<Stridge>(rule_of(arguments)));
  assign_selection(arguments, "selection", "ssr");
  EXPECT_TRUE(std::holds_alternative<Ssr>(rule_of(arguments)));
  assign_selection(arguments, "selection", "stlsq");
  assign_selection(arguments, "threshold", "0.5");
  EXPECT_EQ(std::get<Stlsq>(rule_of(arguments)).threshold, 0.5);
  EXPECT_EQ(describe(arguments), "stlsq");
}

TEST(SelectionOptions, AGivenSizeWins) {
  SelectionArguments arguments;
  EXPECT_TRUE(tries_subsets(arguments));
  assign_selection(arguments, "size", "2");
  EXPECT_EQ(std::get<FixedSize>(rule_of(arguments)).size, 2);
  EXPECT_EQ(describe(arguments), "2 terms");
  EXPECT_FALSE(tries_subsets(arguments));
}

TEST(SelectionOptions, ListTheRulesThereAre) {
  SelectionArguments arguments;
  EXPECT_EQ(
      testing::message_of<UsageError>([&] { assign_selection(arguments, "selection", "lasso"); }),
      "--selection: 'lasso' is none of ubic, bic, aic, stridge, stlsq, ssr");
}

}  // namespace
}  // namespace elto::command
