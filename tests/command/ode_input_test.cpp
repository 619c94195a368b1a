// SPDX-License-Identifier: Apache-2.0
#include "ode_input.hpp"

#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

class OdeInputTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    write_whole_file(folder_ / name, text);
    return folder_ / name;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(OdeInputTest, ReadsSeveralSeriesOfTheSameChannels) {
  const std::string first = write("a.csv", "t,x,y\n0,1,2\n0.5,,4\n3,4,5\n"),
                    second = write("b.csv", "t,x,y\n0,1,2\n1,2,3\n"),
                    other = write("c.csv", "t,x,z\n0,1,2\n1,2,3\n");
  const OdeInput input = read_ode_input({.data = {first, second}}, {});
  ASSERT_EQ(input.series.size(), 2u);
  EXPECT_EQ(input.series[0].rows(), 3);
  EXPECT_EQ(input.series[0].time.values[1], 0.5);
  EXPECT_SAYS(testing::io_error_of([&] {
                (void)read_ode_input({.data = {first, other}}, {});
              }),
              "c.csv: has other channels than");
}

TEST_F(OdeInputTest, KnowsWhatIsBuiltIn) {
  const OdeInput input = read_ode_input({.data = {"builtin:lotka-volterra"}}, {});
  EXPECT_EQ(input.truth.size(), 4u);
  ASSERT_TRUE(input.clean.has_value());
  EXPECT_EQ(input.clean->rows(), input.series[0].rows());
}

TEST_F(OdeInputTest, TakesAStepInPlaceOfTimestampsAndPointsOfASpline) {
  const std::string days =
      write("d.csv", "time,x\n2020-01-01,1\n2020-01-02,2\n2020-01-03,4\n2020-01-04,4\n");
  EXPECT_EQ(read_ode_input({.data = {days}}, {}).series[0].time.values[1] -
                read_ode_input({.data = {days}}, {}).series[0].time.values[0],
            86400.0);
  const OdeInput input = read_ode_input({.data = {days}, .time_step = 2.0, .resample = 7}, {});
  EXPECT_EQ(input.series[0].rows(), 7);
  EXPECT_EQ(input.series[0].time.values[6], 6.0);
}

}  // namespace
}  // namespace elto::command
