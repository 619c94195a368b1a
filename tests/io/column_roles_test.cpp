// SPDX-License-Identifier: Apache-2.0
#include "elto/io/column_roles.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using enum ColumnKind;
using Positions = std::vector<std::size_t>;

ColumnRoles roles(const std::vector<Column>& columns, const ReadOptions& options = {}) {
  return assign_roles(columns, options, "data.csv");
}

std::string refusal(const std::vector<Column>& columns, const ReadOptions& options = {}) {
  return testing::io_error_of([&] { roles(columns, options); });
}

TEST(ColumnRoles, FindsTheTimeByItsName) {
  for (const char* name : {"t", "T", "Time", "timestamp", "DATE", "datetime", "Year", "seconds",
                           "index", "Time (s)", "time [h]"}) {
    EXPECT_TRUE(names_time(name)) << name;
    EXPECT_EQ(roles({{name}, {"x"}}).time, 0U) << name;
    EXPECT_EQ(roles({{name}, {"x"}}).channels, Positions{1}) << name;
    EXPECT_EQ(roles({{"x"}, {name}}).time, std::nullopt) << name;
  }
  for (const char* name : {"", "x", "tt", "temperature", "lifetime"})
    EXPECT_FALSE(names_time(name)) << name;
}

TEST(ColumnRoles, TakesALoneColumnForAChannel) {
  EXPECT_EQ(roles({{"t"}}).time, std::nullopt);
  EXPECT_EQ(roles({{"t"}}).channels, Positions{0});
}

TEST(ColumnRoles, TakesTheNumbersOfRowsForTheTime) {
  EXPECT_EQ(roles({{""}, {"x"}}).time, 0U);
  EXPECT_EQ(roles({{""}, {""}}).time, std::nullopt);
}

TEST(ColumnRoles, FindsTimestampsAnywhere) {
  const ColumnRoles found = roles({{"x"}, {"when", timestamps}, {"y"}});
  EXPECT_EQ(found.time, 1U);
  EXPECT_EQ(found.channels, (Positions{0, 2}));
}

TEST(ColumnRoles, AsksWhenTwoColumnsCouldBeTheTime) {
  EXPECT_SAYS(refusal({{"begin", timestamps}, {"end", timestamps}, {"x"}}),
              "columns 'begin' and 'end' could both be the time");
  EXPECT_SAYS(refusal({{"index"}, {"date", timestamps}, {"x"}}), "'index' and 'date'");
  const std::vector<Column> three = {{"begin", timestamps}, {"end", timestamps}, {"x"}};
  EXPECT_EQ(roles(three, {.columns = {"x"}}).time, 0U);
  EXPECT_EQ(roles(three, {.columns = {"x"}, .time = "end"}).time, 1U);
  EXPECT_SAYS(refusal(three, {.time = "end"}), "column 'begin' holds timestamps");
  EXPECT_SAYS(refusal(three, {.time = "none"}), "column 'begin' holds timestamps");
}

TEST(ColumnRoles, KeepsTheOrderAskedFor) {
  const ColumnRoles found = roles({{"t"}, {"x"}, {"note", words}, {"y"}}, {.columns = {"y", "x"}});
  EXPECT_EQ(found.time, 0U);
  EXPECT_EQ(found.channels, (Positions{3, 1}));
}

TEST(ColumnRoles, TakesTheNameItIsTold) {
  const ColumnRoles found = roles({{"t"}, {"depth"}, {"x"}}, {.time = "depth"});
  EXPECT_EQ(found.time, 1U);
  EXPECT_EQ(found.channels, (Positions{0, 2}));
  EXPECT_EQ(roles({{"t"}, {"x"}}, {.time = "none"}).channels, (Positions{0, 1}));
  EXPECT_EQ(roles({{"t"}, {"x"}}, {.columns = {"t", "x"}}).time, std::nullopt);
}

TEST(ColumnRoles, BelievesTheFile) {
  const std::vector<Column> columns = {{"t"}, {"elapsed", numbers, true}, {"x"}};
  EXPECT_EQ(roles(columns).channels, (Positions{0, 2}));
  EXPECT_EQ(roles({columns[1], columns[2]}).time, 0U);
  EXPECT_EQ(roles({columns[1], columns[2]}, {.time = "none"}).channels, Positions{1});
}

TEST(ColumnRoles, DoesNotTakeWordsForTheTime) {
  EXPECT_EQ(roles({{"date", words}, {"x"}}).channels, (Positions{0, 1}));
  EXPECT_EQ(roles({{"date", words}, {"x"}}, {.columns = {"x"}}).time, std::nullopt);
}

TEST(ColumnRoles, ListsTheNamesThereAre) {
  EXPECT_EQ(refusal({{"t"}, {"x"}}, {.columns = {"y"}}),
            "data.csv: has no column 'y'; it has 't', 'x'");
  EXPECT_SAYS(refusal({{"t"}, {"x"}}, {.time = "y"}), "has no column 'y'");
  EXPECT_SAYS(refusal({{""}, {""}}, {.columns = {"y"}}), "its columns have no names");
}

TEST(ColumnRoles, RefusesWhatIsAmbiguous) {
  EXPECT_SAYS(refusal({{"x"}, {"x"}}, {.columns = {"x"}}), "several columns 'x'");
  EXPECT_SAYS(refusal({{"x"}, {"y"}}, {.columns = {"x", "x"}}), "asked for twice");
  EXPECT_SAYS(refusal({{"x"}, {"y"}}, {.columns = {"x"}, .time = "x"}), "time and channel");
  EXPECT_SAYS(refusal({{"when", timestamps}}), "no channel beside the time");
}

}  // namespace
}  // namespace elto
