// SPDX-License-Identifier: Apache-2.0
#include "elto/series/field.hpp"

#include <cmath>
#include <limits>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Field small_field() {
  return {.values = Matrix{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}},
          .space = Vector::LinSpaced(3, -0.1, 0.2),
          .time = Vector::LinSpaced(2, 0.0, 0.3)};
}

TEST(Field, ASeriesKeepsItsGrid) {
  const Field field = small_field(), back = to_field(to_series(field));
  EXPECT_MATRIX_EQ(back.values, field.values);
  EXPECT_MATRIX_EQ(back.space, field.space);
  EXPECT_MATRIX_EQ(back.time, field.time);
  EXPECT_EQ(to_series(field).channels.front(), "x=-0.1");
  EXPECT_NEAR(field.space_step(), 0.15, 1e-15);
  EXPECT_NEAR(field.time_step(), 0.3, 1e-15);
}

TEST(Field, OnlyPlacesMakeAField) {
  EXPECT_TRUE(is_field(to_series(small_field())));
  EXPECT_FALSE(is_field(Series(Matrix::Zero(2, 2))));
  EXPECT_FALSE(is_field(Series(Matrix::Zero(2, 2), {"x=1", "x"})));
  EXPECT_FALSE(is_field(Series(Matrix::Zero(2, 1), {"x=1m"})));
}

TEST(Field, SaysWhatIsWrong) {
  Field field = small_field();
  field.space[1] = 0.1;
  EXPECT_REFUSED(validate(field), "field.space: must be equally spaced, here by 0.15");
  field = small_field();
  field.time.conservativeResize(1);
  EXPECT_REFUSED(validate(field), "field.time: must be as long as the field, 2, got 1");
  field = small_field();
  field.time = Vector::LinSpaced(2, 1.0, 0.0);
  EXPECT_REFUSED(validate(field), "field.time: must be finite and ascending, got -1");
  field = small_field();
  field.values(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_REFUSED(validate(field), "finite everywhere (row 1, column 2), got nan");
  EXPECT_REFUSED(to_field(Series(Matrix::Zero(2, 1), {"a"})),
                 "must be a series whose channels are named by places, x=0.5, got a");
  EXPECT_REFUSED(to_field(Series(Matrix::Zero(2, 1), {"x=1"})), "a time in numbers, got none");
}

}  // namespace
}  // namespace elto
