// SPDX-License-Identifier: Apache-2.0
#include "stream_state.hpp"

#include "elto/filter/stepper.hpp"
#include "elto/io/array_file.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

const StreamState kSample{.rows = 3,
                          .input_lines = 5,
                          .last_line = "00ff",
                          .layout = "position,\"velocity\"",
                          .format = "csv",
                          .output_bytes = (std::uint64_t{1} << 60) + 1,
                          .answer = "3,1.5,\u00e9\n",
                          .times = {"2", "noon"}};

void step(Stepper& stepper, Index row) {
  stepper.predict();
  EXPECT_TRUE(stepper.update(testing::small_series().values.row(row)).ok());
}

TEST(StreamState, IsReadBack) {
  const testing::TemporaryFolder folder;
  Stepper stepper(testing::small_model());
  for (Index row = 0; row < 3; ++row) step(stepper, row);
  write_state(kSample, stepper, folder / "s");
  Stepper other(testing::small_model());
  const StreamState state = read_state(folder / "s", other).value();
  EXPECT_EQ(state.rows, kSample.rows);
  EXPECT_EQ(state.input_lines, kSample.input_lines);
  EXPECT_EQ(state.last_line, kSample.last_line);
  EXPECT_EQ(state.layout, kSample.layout);
  EXPECT_EQ(state.format, kSample.format);
  EXPECT_EQ(state.output_bytes, kSample.output_bytes);
  EXPECT_EQ(state.answer, kSample.answer);
  EXPECT_EQ(state.times, kSample.times);
  step(stepper, 3);
  step(other, 3);
  EXPECT_MATRIX_EQ(other.mean(), stepper.mean());
  EXPECT_MATRIX_EQ(other.variance(), stepper.variance());
}

TEST(StreamState, IsNothingWithoutAFile) {
  const testing::TemporaryFolder folder;
  Stepper stepper(testing::small_model());
  EXPECT_FALSE(read_state(folder / "absent", stepper).has_value());
}

TEST(StreamState, OfADamagedFileIsRefused) {
  const testing::TemporaryFolder folder;
  Stepper stepper(testing::small_model());
  write_state(kSample, stepper, folder / "s");
  const std::string bytes = read_whole_file(folder / "s");
  const auto refusal = [&](const std::string& damaged) {
    write_whole_file(folder / "s", damaged);
    return testing::io_error_of([&] { read_state(folder / "s", stepper); });
  };
  for (const std::size_t length : {std::size_t{0}, std::size_t{10}, bytes.size() - 1})
    EXPECT_SAYS(refusal(bytes.substr(0, length)), "s: ");
  std::string altered = bytes;
  altered[bytes.size() / 2] = static_cast<char>(altered[bytes.size() / 2] ^ 1);
  EXPECT_NE(refusal(altered), "accepted");
  EXPECT_EQ(refusal(bytes), "accepted");
}

TEST(StreamState, IsNotTakenFromAnotherSnapshot) {
  const testing::TemporaryFolder folder;
  Stepper stepper(testing::small_model());
  for (const auto& [meta, problem] :
       {std::pair{"{}", "s: is not the state of a stream"},
        std::pair{"{\"rows\": \"three\"}", "s: its count of rows is \"three\""}}) {
    ArrayFile file = stepper.snapshot();
    file.meta = meta;
    write_array_file(file, folder / "s");
    EXPECT_SAYS(testing::io_error_of([&] { read_state(folder / "s", stepper); }), problem);
  }
}

TEST(StreamState, OfAnotherModelIsRefused) {
  const testing::TemporaryFolder folder;
  Stepper stepper(testing::small_model());
  write_state(kSample, stepper, folder / "s");
  const Model another = learn(testing::small_series(50), testing::small_options());
  Stepper other(another);
  EXPECT_SAYS(testing::io_error_of([&] { read_state(folder / "s", other); }),
              "was made with another model");
}

}  // namespace
}  // namespace elto::command
