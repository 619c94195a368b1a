// SPDX-License-Identifier: Apache-2.0
#include "files/hdf5.hpp"

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Arrays = std::vector<NamedArray>;

Arrays hdf5_sample() {
  return {{.name = "channels", .strings = {"x", "\u00e4 \U0001F600", ""}},
          {.name = "nothing", .values = Matrix(0, 3)},
          {.name = "time", .values = Vector{{7, 8, 9}}},
          {.name = "values", .values = Matrix{{1, 2}, {3, 4}, {5, 6}}}};
}

std::string hdf5_error_of(std::string_view bytes) {
  return testing::io_error_of([&] { parse_hdf5(bytes, "a.h5"); });
}

TEST(Hdf5, ReadsBackTheArraysItWrote) {
  const Arrays read = parse_hdf5(to_hdf5(hdf5_sample()), "a.h5");
  ASSERT_EQ(read.size(), 4U);
  EXPECT_EQ(read[0].strings, hdf5_sample()[0].strings);
  EXPECT_EQ(read[1].values.cols(), 3);
  EXPECT_MATRIX_EQ(read[2].values, hdf5_sample()[2].values);
  EXPECT_EQ(read[3].name, "values");
  EXPECT_MATRIX_EQ(read[3].values, hdf5_sample()[3].values);
}

TEST(Hdf5, WritesTheSameBytesEachTime) {
  EXPECT_EQ(to_hdf5(hdf5_sample()), to_hdf5(hdf5_sample()));
}

TEST(Hdf5, GoesThroughTheDisk) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "a.h5", to_hdf5(hdf5_sample()));
  EXPECT_EQ(read_hdf5(folder / "a.h5").size(), 4U);
  EXPECT_SAYS(testing::io_error_of([&] { read_hdf5(folder / "absent.h5"); }), "No such file");
}

TEST(Hdf5, RefusesWhatIsNoHdf5File) {
  EXPECT_EQ(hdf5_error_of("x,y\n1,2\n"), "a.h5: is not an HDF5 file, or is damaged");
  EXPECT_EQ(hdf5_error_of(""), "a.h5: is not an HDF5 file, or is damaged");
}

TEST(Hdf5, RefusesEveryTruncation) {
  const std::string bytes = to_hdf5(hdf5_sample());
  for (std::size_t length = 0; length < bytes.size(); length += 16)
    ASSERT_NE(hdf5_error_of(std::string_view(bytes).substr(0, length)), "accepted") << length;
}

}  // namespace
}  // namespace elto
