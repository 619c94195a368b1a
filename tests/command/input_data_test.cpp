// SPDX-License-Identifier: Apache-2.0
#include "input_data.hpp"

#include "elto/io/whole_file.hpp"
#include "elto/systems/builtin.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using Names = std::vector<std::string>;

TEST(InputData, IsReadFromAFile) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "data.csv", "t,a,b\n0,1,2\n1,3,4\n");
  const Series series = read_input(folder / "data.csv", {.columns = {"b"}}, {});
  EXPECT_EQ(series.channels, Names{"b"});
  EXPECT_EQ(series.time.name, "t");
  const Series all = read_input(folder / "data.csv", {.time = "none"}, {});
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
  const Series one = read_input("builtin:lynx-hare", {.columns = {all.channels[1]}}, {});
  EXPECT_EQ(one.channels, Names{all.channels[1]});
  EXPECT_MATRIX_EQ(one.values, all.values.col(1));
  EXPECT_MATRIX_EQ(one.time.values, all.time.values);
  EXPECT_EQ(read_input("builtin:lynx-hare", {.time = "none"}, {}).dimension(), 3);
  EXPECT_SAYS(testing::io_error_of([] { read_input("builtin:lidar", {.columns = {"fox"}}, {}); }),
              "builtin:lidar: has no column 'fox'");
}

TEST(InputData, HelpNamesWhatIsBuiltIn) {
  for (const BuiltinSystem& system : builtin_systems())
    EXPECT_SAYS(input_description(), concat("builtin:", system.name));
}

TEST(InputData, HasATitle) {
  EXPECT_EQ(input_title("logs/noisy.csv"), "noisy");
  EXPECT_EQ(input_title("builtin:lidar"), "lidar");
  EXPECT_EQ(input_title("-"), "standard input");
}

}  // namespace
}  // namespace elto::command
