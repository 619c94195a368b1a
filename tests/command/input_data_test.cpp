// SPDX-License-Identifier: Apache-2.0
#include "input_data.hpp"

#include <algorithm>
#include <cmath>

#include "elto/io/whole_file.hpp"
#include "elto/systems/builtin.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"
#include "verb.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using Names = std::vector<std::string>;

TEST(InputData, IsReadFromAFile) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "data.csv", "t,a,b\n0,1,2\n1,3,4\n");
  const Series series = read_input(folder / "data.csv", {.table = {.columns = {"b"}}}, {});
  EXPECT_EQ(series.channels, Names{"b"});
  EXPECT_EQ(series.time.name, "t");
  const Series all = read_input(folder / "data.csv", {.table = {.time = "none"}}, {});
  EXPECT_EQ(all.channels, (Names{"t", "a", "b"}));
  EXPECT_TRUE(all.time.empty());
}

TEST(InputData, MayBeBuiltInAndDependsOnTheSeed) {
  const Series first = read_input("builtin:van-der-pol", {}, {.seed = 1});
  EXPECT_MATRIX_EQ(first.values, builtin("van-der-pol", {.seed = 1}).observed.values);
  EXPECT_NE(first.values, read_input("builtin:van-der-pol", {}, {.seed = 2}).values);
}

TEST(InputData, ColumnsOfBuiltInDataAreChosenAsInAFile) {
  const Series all = read_input("builtin:lynx-hare", {}, {});
  const Series one = read_input("builtin:lynx-hare", {.table = {.columns = {all.channels[1]}}}, {});
  EXPECT_EQ(one.channels, Names{all.channels[1]});
  EXPECT_MATRIX_EQ(one.values, all.values.col(1));
  EXPECT_MATRIX_EQ(one.time.values, all.time.values);
  EXPECT_EQ(read_input("builtin:lynx-hare", {.table = {.time = "none"}}, {}).dimension(), 3);
  EXPECT_SAYS(testing::io_error_of(
                  [] { read_input("builtin:lidar", {.table = {.columns = {"fox"}}}, {}); }),
              "builtin:lidar: has no column 'fox'");
}

TEST(InputData, IsSortedOnlyWhenAsked) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "back.csv";
  write_whole_file(path, "time,x\n2026-01-01T10:30,3\n2026-01-01T10:00,1\n2026-01-01T10:01,2\n");
  EXPECT_SAYS(testing::io_error_of([&] { read_input(path, {}, {}); }),
              "row 1 before row 0; --sort puts rows in the order of their times");
  const Series sorted = read_input(path, {.sort = true}, {});
  EXPECT_MATRIX_EQ(sorted.values, (Matrix{{1}, {2}, {3}}));
  EXPECT_EQ(sorted.time.labels.front(), "2026-01-01T10:00");
}

TEST(InputData, IsMovedToAGridOnlyWhenAsked) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "jitter.csv";
  write_whole_file(path, "time,x\n2026-01-01 09:58,1\n2026-01-01 10:03,3\n2026-01-01 10:31,5\n");
  EXPECT_EQ(read_input(path, {}, {}).rows(), 3);
  const Series moved = read_input(path, {.step = 900.0}, {});
  EXPECT_EQ(moved.time.labels,
            (Names{"2026-01-01 10:00:00", "2026-01-01 10:15:00", "2026-01-01 10:30:00"}));
  EXPECT_EQ(moved.values(0, 0), 2.0);
  EXPECT_TRUE(std::isnan(moved.values(1, 0)));
  EXPECT_SAYS(testing::io_error_of([&] { read_input(path, {.step = 0.01}, {}); }),
              "--step: must be");
  EXPECT_THROW(read_input(path, {.step = -1.0}, {}), UsageError);
}

TEST(InputData, HelpSaysWhereBuiltInDataHaveTheirNames) {
  const std::vector<Verb> verbs = all_verbs();
  const auto simulate = std::ranges::find(verbs, "simulate", &Verb::name);
  ASSERT_NE(simulate, verbs.end());
  EXPECT_SAYS(input_description(), "elto simulate --help");
  const std::vector<std::string> words = simulate->positionals.front().all_words();
  for (const BuiltinSystem& system : builtin_systems()) {
    EXPECT_SAYS(simulate->explanation(), system.name);
    EXPECT_EQ(std::ranges::count(words, system.name), 1) << system.name;
  }
}

TEST(InputData, SaysWhereThereIsNoNumberAndWhatToDo) {
  const testing::TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    write_whole_file(folder / "data.csv", text);
    return testing::io_error_of([&] { read_input(folder / "data.csv", {}, {}); });
  };
  EXPECT_SAYS(refusal("time,x\n"), "data.csv: has no rows");
  EXPECT_SAYS(refusal("time,x,y\n0,1,2\n1,2,inf\n"),
              "row 1, y: is infinite; leave the field empty");
  EXPECT_SAYS(refusal("time,x\n0,1\n1,fail\n"),
              "line 3, column 2: 'fail' is not a number, nor a time stamp such as "
              "2026-01-31T12:00; read other columns");
  EXPECT_SAYS(refusal("time,x\n01.03.2026,1\n02.03.2026,2\n"), "nor a time stamp such as");
}

TEST(InputData, SaysHowLargeItIs) {
  EXPECT_EQ(size_words(Matrix::Zero(1, 1)), "1 row, 1 channel");
  EXPECT_EQ(size_words(Matrix::Zero(600, 2)), "600 rows, 2 channels");
}

TEST(InputData, HasATitle) {
  EXPECT_EQ(input_title("logs/noisy.csv"), "noisy");
  EXPECT_EQ(input_title("builtin:lidar"), "lidar");
  EXPECT_EQ(input_title("-"), "standard input");
}

}  // namespace
}  // namespace elto::command
