// SPDX-License-Identifier: Apache-2.0
#include "selection_options.hpp"

#include <algorithm>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

void assign(SelectionArguments& arguments, const std::string& name, const std::string& value) {
  const std::vector<Option> options = options_of(arguments);
  std::ranges::find(options, name, &Option::name)->assign(value);
}

TEST(SelectionOptions, GiveTheRuleOfTheirName) {
  SelectionArguments arguments;
  EXPECT_TRUE(std::holds_alternative<Ubic>(rule_of(arguments)));
  assign(arguments, "selection", "bic");
  assign(arguments, "largest_size", "3");
  EXPECT_EQ(std::get<Bic>(rule_of(arguments)).largest_size, 3);
  assign(arguments, "selection", "aic");
  EXPECT_EQ(std::get<Aic>(rule_of(arguments)).largest_size, 3);
  assign(arguments, "selection", "stridge");
  EXPECT_TRUE(std::holds_alternative<Stridge>(rule_of(arguments)));
  assign(arguments, "selection", "ssr");
  EXPECT_TRUE(std::holds_alternative<Ssr>(rule_of(arguments)));
  assign(arguments, "selection", "stlsq");
  assign(arguments, "threshold", "0.5");
  EXPECT_EQ(std::get<Stlsq>(rule_of(arguments)).threshold, 0.5);
  EXPECT_EQ(describe(arguments), "stlsq");
}

TEST(SelectionOptions, AGivenSizeWins) {
  SelectionArguments arguments;
  EXPECT_TRUE(tries_subsets(arguments));
  assign(arguments, "size", "2");
  EXPECT_EQ(std::get<FixedSize>(rule_of(arguments)).size, 2);
  EXPECT_EQ(describe(arguments), "2 terms");
  EXPECT_FALSE(tries_subsets(arguments));
}

TEST(SelectionOptions, ListTheRulesThereAre) {
  SelectionArguments arguments;
  EXPECT_EQ(testing::message_of<UsageError>([&] { assign(arguments, "selection", "lasso"); }),
            "--selection: 'lasso' is none of ubic, bic, aic, stridge, stlsq, ssr");
}

}  // namespace
}  // namespace elto::command
