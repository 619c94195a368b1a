// SPDX-License-Identifier: Apache-2.0
#include "files/npz.hpp"

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Arrays = std::vector<NamedArray>;

Arrays npz_sample() {
  return {{.name = "values", .values = Matrix{{1, 2}, {3, 4}}},
          {.name = "channels", .strings = {"x", "\u00e4 \U0001F600", ""}},
          {.name = "time", .values = Vector{{5, 6}}}};
}

std::string npz_error_of(std::string_view bytes) {
  return testing::io_error_of([&] { parse_npz(bytes, "a.npz"); });
}

TEST(Npz, ReadsBackTheArraysItWrote) {
  const Arrays read = parse_npz(to_npz(npz_sample()), "a.npz");
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].name, "values");
  EXPECT_MATRIX_EQ(read[0].values, npz_sample()[0].values);
  EXPECT_EQ(read[1].strings, npz_sample()[1].strings);
  EXPECT_MATRIX_EQ(read[2].values, npz_sample()[2].values);
}

TEST(Npz, WritesTheSameBytesEachTime) {
  EXPECT_EQ(to_npz(npz_sample()), to_npz(npz_sample()));
}

TEST(Npz, GoesThroughTheDisk) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "a.npz", to_npz(npz_sample()));
  EXPECT_EQ(read_npz(folder / "a.npz").size(), 3U);
  EXPECT_SAYS(testing::io_error_of([&] { read_npz(folder / "absent.npz"); }), "No such file");
}

TEST(Npz, RefusesWhatIsNoArchive) {
  EXPECT_EQ(npz_error_of(""), "a.npz: is not an NPZ file");
  EXPECT_EQ(npz_error_of("x,y\n1,2\n"), "a.npz: is not an NPZ file");
  EXPECT_SAYS(npz_error_of("PK and so on"), "a.npz: ZIP: ");
}

TEST(Npz, RefusesEveryTruncation) {
  const std::string bytes = to_npz(npz_sample());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    ASSERT_NE(npz_error_of(std::string_view(bytes).substr(0, length)), "accepted") << length;
}

TEST(Npz, NoticesDamage) {
  std::string bytes = to_npz({{.name = "x", .values = Matrix::Zero(100, 1)}});
  bytes[bytes.size() / 2] ^= 1;
  EXPECT_SAYS(npz_error_of(bytes), "ZIP: ");
}

TEST(Npz, DoesNotBelieveSizesThatAreTooLarge) {
  // The size unpacked stands at byte 24 of the entry in the directory at the end.
  std::string bytes = to_npz({{.name = "x", .values = Matrix::Zero(2, 1)}});
  const std::size_t entry = bytes.find("PK\x01\x02");
  ASSERT_NE(entry, std::string::npos);
  for (std::size_t i = 24; i < 28; ++i) bytes[entry + i] = '\x7F';
  EXPECT_SAYS(npz_error_of(bytes), "too many for an archive");
}

}  // namespace
}  // namespace elto
