// SPDX-License-Identifier: Apache-2.0
#include "report/heat_map.hpp"

#include <limits>

#include "report/encode.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

TEST(HeatMap, HasTimeToTheRightAndSpaceUpwards) {
  // Rows are times: u(x = 0) is 0 then 1, u(x = 1) is 0.2 then 0.4, u(x = 2) is 0.6 then 0.8.
  const Matrix field{{0.0, 0.2, 0.6}, {1.0, 0.4, 0.8}};
  const HeatMap map = heat_map(field, {.low = 0.0, .high = 1.0});
  EXPECT_EQ(map.width, 2);
  EXPECT_EQ(map.height, 3);
  EXPECT_EQ(map.levels, base64(std::string("\x99\xcc\x33\x66\x00\xff", 6)));
}

TEST(HeatMap, KeepsToItsScale) {
  const HeatMap map = heat_map(Matrix{{-5.0, 7.0}}, {.low = 0.0, .high = 1.0});
  EXPECT_EQ(map.levels, base64(std::string("\xff\x00", 2)));
}

TEST(HeatMap, TakesMeansWhereThereAreTooManyPoints) {
  const Matrix field{{0.0, 1.0, 0.2}, {0.0, 1.0, 0.2}, {1.0, 0.0, 0.6}};
  const HeatMap map = heat_map(field, {.low = 0.0, .high = 1.0}, 2);
  EXPECT_EQ(map.width, 2);
  EXPECT_EQ(map.height, 2);
  EXPECT_EQ(map.levels, base64(std::string("\x33\x99\x80\x80", 4)));
}

TEST(HeatMap, ScaleIsCommonToAllFields) {
  const Matrix low{{-1.0, std::numeric_limits<double>::quiet_NaN()}}, high{{0.0, 3.0}};
  const ColourScale scale = common_scale({&low, &high});
  EXPECT_EQ(scale.low, -1.0);
  EXPECT_EQ(scale.high, 3.0);
  const Matrix flat{{2.0, 2.0}};
  EXPECT_LT(common_scale({&flat}).low, common_scale({&flat}).high);
}

}  // namespace
}  // namespace elto::page
