// SPDX-License-Identifier: Apache-2.0
#include "field_input.hpp"

#include "elto/systems/builtin.hpp"

#include "files/data_file.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"
#include "verb.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

TEST(FieldInput, BuiltInFieldsComeWithTheirTruth) {
  const FieldInput input = read_field_input("builtin:burgers", {}, "", {.seed = 3});
  const NoisyField made = *builtin_field("burgers", {.seed = 3});
  EXPECT_MATRIX_EQ(input.field.values, made.observed.values);
  ASSERT_TRUE(input.clean.has_value());
  EXPECT_MATRIX_EQ(input.clean->values, made.truth.values);
  EXPECT_EQ(input.truth, parse_coefficients({"u u_x=-1", "u_xx=0.1"}));
}

TEST(FieldInput, IsReadFromWhatSimulateWrites) {
  const testing::TemporaryFolder folder;
  const NoisyField made = *builtin_field("burgers", {.seed = 3, .rows = 11});
  write_fields({{"u", made.observed}, {"du", made.noisier}}, folder / "f.mat", Overwrite::refuse);
  write_fields({{"usol", made.truth}}, folder / "c.mat", Overwrite::refuse);
  const FieldInput input = read_field_input(folder / "f.mat", {}, folder / "c.mat", {});
  EXPECT_MATRIX_EQ(input.field.values, made.observed.values);
  EXPECT_MATRIX_EQ(input.clean->values, made.truth.values);
  EXPECT_TRUE(input.truth.empty());
}

TEST(FieldInput, AndTheCleanOneHaveTheSameShape) {
  const testing::TemporaryFolder folder;
  write_fields({{"u", builtin_field("burgers", {.rows = 11})->observed}}, folder / "f.mat",
               Overwrite::refuse);
  write_fields({{"u", builtin_field("burgers", {.rows = 12})->observed}}, folder / "c.mat",
               Overwrite::refuse);
  EXPECT_SAYS(
      testing::io_error_of([&] { read_field_input(folder / "f.mat", {}, folder / "c.mat", {}); }),
      "has 12 times and 256 places, but");
}

TEST(FieldInput, NamesTheFieldsThereAre) {
  EXPECT_SAYS(
      testing::message_of<UsageError>([] { read_field_input("builtin:lidar", {}, "", {}); }),
      "builtin:lidar is no field; there are burgers, burgers-shock, kdv");
}

}  // namespace
}  // namespace elto::command
