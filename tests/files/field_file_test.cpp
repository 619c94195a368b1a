// SPDX-License-Identifier: Apache-2.0
#include "files/field_file.hpp"

#include <limits>

#include "elto/io/whole_file.hpp"

#include "files/data_file.hpp"
#include "files/mat.hpp"
#include "files/npz.hpp"
#include "support/error_message.hpp"
#include "support/folders.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::io_error_of;

Field written_field() {
  return {.values = Matrix{{1.0, 2.0, 3.0, 4.0}, {5.0, 6.0, 7.0, 8.0}, {9.0, 1.0, 2.0, 3.0}},
          .space = Vector::LinSpaced(4, -1.0, 0.5),
          .time = Vector::LinSpaced(3, 0.0, 0.4)};
}

void expect_same(const Field& actual, const Field& expected) {
  EXPECT_MATRIX_EQ(actual.values, expected.values);
  EXPECT_MATRIX_NEAR(actual.space, expected.space, 1e-15);
  EXPECT_MATRIX_NEAR(actual.time, expected.time, 1e-15);
}

class FieldFileTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    const std::string path = folder_ / name;
    write_whole_file(path, bytes);
    return path;
  }
  std::string write(const std::vector<NamedArray>& arrays) const {
    return write("f.npz", to_npz(arrays));
  }
  std::vector<NamedArray> arrays() const { return field_arrays({{"u", written_field()}}); }

  testing::TemporaryFolder folder_;
};

TEST_F(FieldFileTest, IsReadAsItWasWrittenInEachFormatThatKeepsTheGrid) {
  for (const char* name : {"f.csv", "f.tsv", "f.npz", "f.mat", "f.h5"}) {
    SCOPED_TRACE(name);
    const std::string path = folder_ / name;
    write_fields({{"u", written_field()}}, path, Overwrite::refuse);
    expect_same(read_field(path).field, written_field());
  }
}

TEST_F(FieldFileTest, MayLieEitherWay) {
  auto turned = arrays();
  turned[2].values.transposeInPlace();
  expect_same(read_field(write(turned)).field, written_field());
}

TEST_F(FieldFileTest, OfEquallyManyPlacesAndTimesHasPlacesInRows) {
  const Matrix square{{1.0, 2.0}, {3.0, 4.0}};
  const std::string path = write({{.name = "u", .values = square},
                                  {.name = "x", .values = Vector{{0.0, 1.0}}},
                                  {.name = "t", .values = Vector{{0.0, 1.0}}}});
  EXPECT_MATRIX_EQ(read_field(path).field.values, square.transpose());
  EXPECT_MATRIX_EQ(read_field(path, {.transposed = true}).field.values, square);
}

TEST_F(FieldFileTest, MayHaveOtherNames) {
  auto renamed = arrays();
  renamed[0].name = "place";
  renamed[1].name = "clock";
  renamed[2].name = "height";
  const std::string path = write(renamed);
  expect_same(read_field(path, {.variable = "height", .space = "place", .time = "clock"}).field,
              written_field());
  EXPECT_SAYS(io_error_of([&] { read_field(path); }), "name the array of places with --space");
  EXPECT_SAYS(
      io_error_of([&] { read_field(path, {.variable = "hight"}); }),
      "has no variable 'hight'; it holds 'place' (4 x 1), 'clock' (3 x 1), 'height' (4 x 3)");
  EXPECT_SAYS(io_error_of([&] { read_field(path, {.space = "height"}); }),
              "'height' has to be a row or a column of numbers");
}

TEST_F(FieldFileTest, OfSeveralHasToBeNamed) {
  auto several = arrays();
  several.push_back(several.back());
  several[2].name = "v";
  several[3].name = "w";
  const std::string path = write(several);
  EXPECT_SAYS(io_error_of([&] { read_field(path); }), "several fields; name one with --variable");
  expect_same(read_field(path, {.variable = "w"}).field, written_field());
}

TEST_F(FieldFileTest, TakesStepsForGrids) {
  const std::string path = write("f.csv", "a,b\n1,2\n3,4\n5,6\n");
  EXPECT_SAYS(io_error_of([&] { read_field(path); }), "holds no places; name columns");
  EXPECT_SAYS(io_error_of([&] { read_field(path, {.space_step = 0.5}); }),
              "give their step with --dt");
  const Field field = read_field(path, {.space_step = 0.5, .time_step = 2.0}).field;
  EXPECT_MATRIX_EQ(field.space, (Vector{{0.0, 0.5}}));
  EXPECT_MATRIX_EQ(field.time, (Vector{{0.0, 2.0, 4.0}}));
  EXPECT_EQ(
      read_field(path, {.space_step = 0.5, .time_step = 2.0, .transposed = true}).field.rows(), 2);
}

TEST_F(FieldFileTest, LeavesOutTheStandardDeviationsOfADenoisedOne) {
  const std::string path = write("f.csv", "t,x=0,x=0_std,x=1,x=1_std\n0,1,9,2,9\n1,3,9,4,9\n");
  EXPECT_MATRIX_EQ(read_field(path).field.values, (Matrix{{1.0, 2.0}, {3.0, 4.0}}));
  write_data(read_data(path), folder_ / "f.mat", Overwrite::refuse);
  EXPECT_MATRIX_EQ(read_field(folder_ / "f.mat").field.values, (Matrix{{1.0, 2.0}, {3.0, 4.0}}));
}

TEST_F(FieldFileTest, RefusesWhatTheEquationCannotBeFoundIn) {
  auto uneven = arrays();
  uneven[1].values(1, 0) += 0.1;
  EXPECT_SAYS(io_error_of([&] { read_field(write(uneven)); }),
              "field.time: must be equally spaced, here by 0.2");
  EXPECT_SAYS(io_error_of([&] { read_field(write(uneven)); }), "interpolate to a regular grid");
  auto holed = arrays();
  holed[2].values(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_SAYS(io_error_of([&] { read_field(write(holed)); }),
              "finite everywhere (row 2, column 1), got nan; fill the gaps first");
  EXPECT_SAYS(io_error_of([&] {
                read_field(write({arrays()[0], arrays()[1]}));
              }),
              "holds no field");
}

TEST_F(FieldFileTest, SaysThatAnImaginaryPartWasLeftOut) {
  const auto published = testing::shared_folder() / "data" / "pde" / "burgers.mat";
  if (!std::filesystem::exists(published)) GTEST_SKIP() << "needs " << published;
  const FieldFile file = read_field(published.string());
  EXPECT_EQ(file.field.rows(), 101);
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_SAYS(file.notes.front(), "'usol' is complex; its real part was taken");
}

}  // namespace
}  // namespace elto
