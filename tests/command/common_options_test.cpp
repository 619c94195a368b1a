// SPDX-License-Identifier: Apache-2.0
#include "common_options.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

void assign_common(const std::vector<Option>& options, std::string_view name,
                   const std::string& value) {
  for (const Option& option : options)
    if (option.name == name) return option.assign(value);
  FAIL() << "no option " << name;
}

TEST(CommonOptions, SetTheirFields) {
  CommonOptions common;
  const std::vector<Option> options = options_of(common);
  assign_common(options, "seed", "7");
  assign_common(options, "threads", "3");
  for (const char* name : {"quiet", "json", "force"}) assign_common(options, name, "true");
  EXPECT_EQ(common.seed, 7U);
  EXPECT_EQ(common.threads, 3);
  EXPECT_TRUE(common.quiet && common.json && common.force);
}

TEST(CommonOptions, ChooseColumnsAndTimes) {
  InputOptions input;
  const std::vector<Option> options = options_of(input);
  assign_common(options, "columns", "speed,\"x, left\"");
  assign_common(options, "time", "none");
  assign_common(options, "sort", "true");
  assign_common(options, "step", "0.5");
  EXPECT_EQ(input.table.columns, (std::vector<std::string>{"speed", "x, left"}));
  EXPECT_EQ(input.table.time, "none");
  EXPECT_TRUE(input.sort);
  EXPECT_EQ(input.step, 0.5);
}

TEST(CommonOptions, AreJoinedInOrder) {
  CommonOptions common;
  InputOptions input;
  const std::vector<Option> all = joined({options_of(input), {}, options_of(common)});
  ASSERT_EQ(all.size(), options_of(input).size() + options_of(common).size());
  EXPECT_EQ(all[0].name, "columns");
  EXPECT_EQ(all[4].name, "seed");
  EXPECT_TRUE(joined({}).empty());
}

TEST(OutputOption, HasAShortForm) {
  std::string file;
  const Option output = output_option(file, "Where it goes", kOutputGroup);
  EXPECT_EQ(output.letter, 'o');
  output.assign("clean.csv");
  EXPECT_EQ(file, "clean.csv");
}

}  // namespace
}  // namespace elto::command
