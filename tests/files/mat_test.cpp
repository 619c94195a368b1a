// SPDX-License-Identifier: Apache-2.0
#include "files/mat.hpp"

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Arrays = std::vector<NamedArray>;

Arrays mat_sample() {
  return {{.name = "values", .values = Matrix{{1, 2}, {3, 4}, {5, 6}}},
          {.name = "channels", .strings = {"x", "\u00e4 \U0001F600", ""}},
          {.name = "nothing", .values = Matrix(0, 3)}};
}

Arrays read_back(std::string_view bytes) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "a.mat", bytes);
  return read_mat(folder / "a.mat");
}

TEST(Mat, ReadsBackTheArraysItWrote) {
  const Arrays read = read_back(to_mat(mat_sample()));
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].name, "values");
  EXPECT_MATRIX_EQ(read[0].values, mat_sample()[0].values);
  EXPECT_EQ(read[1].strings, mat_sample()[1].strings);
  EXPECT_EQ(read[2].values.cols(), 3);
}

TEST(Mat, WritesTheSameBytesEachTime) {
  EXPECT_EQ(to_mat(mat_sample()), to_mat(mat_sample()));
}

TEST(Mat, RefusesWhatIsNoMatFile) {
  const auto message = [](std::string_view bytes) {
    return testing::io_error_of([&] { read_back(bytes); });
  };
  EXPECT_SAYS(message("x,y\n1,2\n"), "is not a MAT file");
  EXPECT_SAYS(message(""), "is not a MAT file");
  EXPECT_SAYS(testing::io_error_of([] { read_mat("absent.mat"); }), "No such file");
}

// The shape of a text is stored apart from its letters.
TEST(Mat, ReadsNoTextThatIsLargerThanItsContent) {
  using namespace std::string_view_literals;
  constexpr std::string_view kShape = "\1\0\0\0\3\0\0\0"sv, kLarger = "\4\0\0\0\4\0\0\0"sv;
  std::string bytes = to_mat({{.name = "channels", .strings = {"abc"}}});
  const std::size_t place = bytes.find(kShape);
  ASSERT_NE(place, std::string::npos);
  const Arrays read = read_back(bytes.replace(place, kShape.size(), kLarger));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].strings, std::vector<std::string>{});
  EXPECT_SAYS(read[0].problem, "cell array of other things than strings");
}

// It would get a name for each of its columns.
TEST(Mat, RefusesAnEmptyArrayOfAbsurdWidth) {
  EXPECT_SAYS(testing::io_error_of([] {
                read_back(to_mat({{.name = "values", .values = Matrix(0, 1'000'000'000)}}));
              }),
              "is larger than the file can hold");
}

// matio would allocate as much as the size within the matrix says.
TEST(Mat, RefusesAnElementThatIsLargerThanItsMatrix) {
  using namespace std::string_view_literals;
  constexpr std::string_view kSize = "\x09\0\0\0\x30\0\0\0"sv;  // of 6 doubles
  std::string bytes = to_mat(mat_sample());
  const std::size_t place = bytes.find(kSize);
  ASSERT_NE(place, std::string::npos);
  bytes[place + 7] = '\x68';
  EXPECT_SAYS(testing::io_error_of([&] { read_back(bytes); }), "is truncated");
}

TEST(Mat, ReadsOnlyWholeArraysOfATruncatedFile) {
  const std::string bytes = to_mat(mat_sample());
  const testing::TemporaryFolder folder;
  for (std::size_t length = 0; length < bytes.size(); length += 4) {
    write_whole_file(folder / "a.mat", std::string_view(bytes).substr(0, length));
    const std::string message =
        testing::io_error_of([&] { EXPECT_LT(read_mat(folder / "a.mat").size(), 3U); });
    if (message == "accepted") continue;  // cut between two arrays
    EXPECT_SAYS(message, length < 128 ? "is not a MAT file" : "is truncated");
  }
}

}  // namespace
}  // namespace elto
