// SPDX-License-Identifier: Apache-2.0
#include "files/field_arrays.hpp"

#include "files/data_file.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Field small_field(double offset = 0.0) {
  return {.values = Matrix{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}.array() + offset,
          .space = Vector::LinSpaced(3, -0.1, 0.2),
          .time = Vector::LinSpaced(2, 0.0, 0.3)};
}

TEST(FieldArrays, AreReadAsTheyWereWritten) {
  const auto arrays = field_arrays({{"u", small_field()}, {"du", small_field(1.0)}});
  ASSERT_EQ(arrays.size(), 4u);
  EXPECT_EQ(arrays[2].values.rows(), 3);  // places
  const auto field = find_field(arrays, "f.mat");
  ASSERT_TRUE(field.has_value());
  EXPECT_MATRIX_EQ(field->values, small_field().values);
  EXPECT_MATRIX_EQ(field->space, small_field().space);
  EXPECT_MATRIX_EQ(field->time, small_field().time);
  EXPECT_MATRIX_EQ(find_field(arrays, "f.mat", {.columns = {"du"}})->values,
                   small_field(1.0).values);
}

TEST(FieldArrays, NeedPlacesAndTimes) {
  auto arrays = field_arrays({{"u", small_field()}});
  arrays[1].name = "time";
  EXPECT_FALSE(find_field(arrays, "f.mat").has_value());
  arrays[1].name = "t";
  EXPECT_FALSE(find_field(arrays, "f.mat", {.columns = {"x"}}).has_value());
  arrays[2].values.transposeInPlace();
  EXPECT_FALSE(find_field(arrays, "f.mat").has_value());
}

TEST(FieldArrays, AskWhichIfThereAreSeveral) {
  const auto arrays = field_arrays({{"v", small_field()}, {"w", small_field(1.0)}});
  EXPECT_SAYS(testing::io_error_of([&] { find_field(arrays, "f.mat"); }),
              "holds the fields 'v', 'w'; say which to read");
  EXPECT_MATRIX_EQ(find_field(arrays, "f.mat", {.columns = {"w"}})->values,
                   small_field(1.0).values);
}

// Through every format: with all its arrays, or as a table whose columns are places.
TEST(FieldArrays, GoThroughFiles) {
  const testing::TemporaryFolder folder;
  for (const std::string name : {"f.mat", "f.npz", "f.h5", "f.csv", "f.tsv"}) {
    const std::string path = (folder.path() / name).string();
    write_fields({{"u", small_field()}, {"du", small_field(1.0)}}, path, Overwrite::refuse);
    const Field field = to_field(read_data(path));
    EXPECT_MATRIX_EQ(field.values, small_field().values) << name;
    EXPECT_MATRIX_EQ(field.space, small_field().space) << name;
    EXPECT_MATRIX_EQ(field.time, small_field().time) << name;
    EXPECT_SAYS(testing::io_error_of([&] {
                  write_fields({{"u", small_field()}}, path, Overwrite::refuse);
                }),
                "exists already");
  }
}

}  // namespace
}  // namespace elto
