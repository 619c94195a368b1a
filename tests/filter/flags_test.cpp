// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/flags.hpp"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Flags, AreMeasuredUntilSaidOtherwise) {
  EXPECT_TRUE(Flags().empty());
  Flags flags(3, 2);
  EXPECT_FALSE(flags.empty());
  flags(2, 1) = Flag::outlier;
  flags(0, 1) = Flag::missing;
  EXPECT_EQ(flags(2, 1), Flag::outlier);
  EXPECT_EQ(flags.count(0, Flag::measured), 3);
  EXPECT_EQ(flags.count(1, Flag::measured), 1);
  EXPECT_EQ(flags.count(1, Flag::outlier), 1);
}

TEST(Flags, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Flag flag : {Flag::measured, Flag::missing, Flag::outlier, Flag::jump, Flag::stuck})
    names.insert(name_of(flag));
  EXPECT_EQ(names.size(), 5u);
  EXPECT_EQ(names.count(""), 0u);
}

}  // namespace
}  // namespace elto
