// SPDX-License-Identifier: Apache-2.0
#include "config_file.hpp"

#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

std::vector<std::pair<std::string, std::string>> settings(std::string_view toml) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Setting& setting : parse_config(toml, "run.toml"))
    pairs.emplace_back(setting.name, setting.value);
  return pairs;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string refusal_of_config(std::string_view toml) {
  return testing::io_error_of([&] { parse_config(toml, "run.toml"); });
}

TEST(ConfigFile, NamesOptionsByTheirTables) {
  const Pairs expected = {{"noise.blocks", "2"}, {"tuning.search.evaluations", "10"}};
  EXPECT_EQ(settings("[noise]\nblocks = 2\n[tuning.search]\nevaluations = 10\n"), expected);
  EXPECT_EQ(settings("noise.blocks = 2\ntuning.search.evaluations = 10\n"), expected);
  EXPECT_EQ(settings("\"noise.blocks\" = 2\ntuning = {search = {evaluations = 10}}\n"), expected);
}

TEST(ConfigFile, WritesValuesAsOnTheCommandLine) {
  EXPECT_EQ(settings("a = 1\nb = 0.1\nc = true\nd = 'rbf(median)'\ne = 1e-5\n"),
            (Pairs{{"a", "1"}, {"b", "0.1"}, {"c", "true"}, {"d", "rbf(median)"}, {"e", "1e-05"}}));
}

TEST(ConfigFile, JoinsListsAndKeepsNamesWithCommasWhole) {
  EXPECT_EQ(settings("columns = ['speed', 'x, left']"), (Pairs{{"columns", "speed,\"x, left\""}}));
  EXPECT_EQ(settings("columns = []"), (Pairs{{"columns", ""}}));
}

TEST(ConfigFile, MayBeEmpty) {
  EXPECT_TRUE(settings("").empty());
  EXPECT_TRUE(settings("# nothing\n[noise]\n").empty());
}

TEST(ConfigFile, KnowsTheLines) {
  const auto all = parse_config("\nwindow = 3\n[noise]\n\nblocks = 2\n", "run.toml");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "noise.blocks");
  EXPECT_EQ(all[0].line, 5);
  EXPECT_EQ(all[1].line, 2);
}

TEST(ConfigFile, SaysWhereItIsNotToml) {
  EXPECT_SAYS(refusal_of_config("window = 3\nnoise = \n"), "run.toml: line 2, column ");
  EXPECT_SAYS(refusal_of_config("window = 3\nwindow = 4\n"), "run.toml: line 2");
}

TEST(ConfigFile, RefusesValuesThatNoOptionTakes) {
  EXPECT_SAYS(refusal_of_config("x = 2026-11-15"), "run.toml: line 1: 'x' is neither text, number");
  EXPECT_SAYS(refusal_of_config("\nx = [2026-11-15]"), "run.toml: line 2: 'x' is neither");
  EXPECT_SAYS(refusal_of_config("x = [[1]]"), "'x' is a list of lists");
  EXPECT_SAYS(refusal_of_config("x = [{a = 1}]"), "'x' is a list of lists");
  EXPECT_SAYS(refusal_of_config("a.b.c.d.e.f.g.h.i.j.k = 1"), "is nested too deeply");
}

TEST(ConfigFile, IsReadFromItsPath) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "run.toml", "window = 3\n");
  EXPECT_EQ(read_config(folder / "run.toml").at(0).value, "3");
  EXPECT_SAYS(testing::io_error_of([&] { read_config(folder / "absent.toml"); }), "absent.toml");
}

}  // namespace
}  // namespace elto::command
