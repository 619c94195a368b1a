// SPDX-License-Identifier: Apache-2.0
#include "elto/io/array_file.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/io/crc64.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr const char* kAccepted = "accepted";

ArrayFile sample() {
  Rng rng(7);
  return {.kind = "model",
          .kind_version = 3,
          .meta = R"({"window":8,"note":"\u00e4\"","nested":{"b":[1.5,null],"a":0.1}})",
          .arrays = {{"weights", rng.normal(3, 5)},
                     {"nothing", Matrix(0, 4)},
                     {"one", Matrix::Constant(1, 1, -0.0)},
                     {"none", Matrix(2, 0)}}};
}

std::string array_file_error_of(std::string_view bytes) {
  return testing::io_error_of([&] { from_bytes(bytes, "m.elto"); });
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a.size() == 0 ||
          std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * 8) == 0);
}

template <class Integer>
std::string as_bytes(Integer value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// A file with a good checksum around any header, as another program might write it.
std::string file_with(std::string header, std::size_t data_size = 0, std::uint32_t version = 1,
                      std::uint32_t reserved = 0) {
  while ((24 + header.size()) % 64 != 0) header += ' ';
  std::string bytes = "ELTOFILE" + as_bytes(version) + as_bytes(reserved) +
                      as_bytes(std::uint64_t{header.size()}) + header +
                      std::string(data_size, '\0');
  return bytes + as_bytes(crc64(bytes));
}

std::string file_with_arrays(const std::string& arrays, std::size_t data_size) {
  return file_with(R"({"kind":"k","kind_version":1,"meta":{},"arrays":[)" + arrays + "]}",
                   data_size);
}

std::string nested(int depth) {
  std::string json;
  for (int i = 0; i < depth; ++i) json += R"({"a":)";
  return json + "1" + std::string(static_cast<std::size_t>(depth), '}');
}

TEST(ArrayFile, ReadsWhatWasWritten) {
  const ArrayFile written = sample();
  const ArrayFile read = from_bytes(to_bytes(written), "m.elto");
  EXPECT_EQ(read.kind, "model");
  EXPECT_EQ(read.kind_version, 3);
  EXPECT_EQ(read.meta,
            "{\"window\":8,\"note\":\"\u00e4\\\"\",\"nested\":{\"b\":[1.5,null],\"a\":0.1}}");
  EXPECT_EQ(read.name, "m.elto");
  ASSERT_EQ(read.arrays.size(), written.arrays.size());
  for (std::size_t i = 0; i < read.arrays.size(); ++i) {
    EXPECT_EQ(read.arrays[i].first, written.arrays[i].first);
    EXPECT_TRUE(same_bits(read.arrays[i].second, written.arrays[i].second));
  }
  EXPECT_EQ(to_bytes(read), to_bytes(written));
}

TEST(ArrayFile, MayHaveNoArrays) {
  const ArrayFile read = from_bytes(to_bytes({.kind = "empty"}), "m.elto");
  EXPECT_EQ(read.kind, "empty");
  EXPECT_EQ(read.meta, "{}");
  EXPECT_TRUE(read.arrays.empty());
}

TEST(ArrayFile, KeepsNotANumberAndInfinityBitForBit) {
  const double signalling = std::bit_cast<double>(std::uint64_t{0x7FF0000000000123});
  const double negative_payload = std::bit_cast<double>(std::uint64_t{0xFFF8000000ABCDEF});
  const double infinity = std::numeric_limits<double>::infinity();
  Matrix values(2, 3);
  values << signalling, negative_payload, infinity, -infinity, -0.0,
      std::numeric_limits<double>::denorm_min();
  const ArrayFile file{.kind = "k", .arrays = {{"x", values}}};
  EXPECT_TRUE(same_bits(from_bytes(to_bytes(file), "m.elto").array("x"), file.array("x")));
}

TEST(ArrayFile, HasTheDocumentedLayout) {
  Matrix a(2, 2), b(1, 3);
  a << 1, 2, 3, 4;
  b << 5, 6, 7;
  const std::string bytes = to_bytes({.kind = "k", .arrays = {{"a", a}, {"b", b}}});
  EXPECT_EQ(bytes.substr(0, 8), "ELTOFILE");
  EXPECT_EQ(bytes.substr(8, 8), as_bytes(std::uint32_t{1}) + as_bytes(std::uint32_t{0}));
  const std::size_t begin = bytes.size() - 8 - 3 * 8 - 64;
  EXPECT_EQ(begin % 64, 0U);
  EXPECT_EQ(bytes.substr(16, 8), as_bytes(std::uint64_t{begin - 24}));
  const std::string header = bytes.substr(24, begin - 24);
  EXPECT_SAYS(header, R"({"name":"a","rows":2,"cols":2,"offset":0})");
  EXPECT_SAYS(header, R"({"name":"b","rows":1,"cols":3,"offset":64})");
  EXPECT_EQ(bytes.substr(begin, 32), as_bytes(1.0) + as_bytes(3.0) + as_bytes(2.0) + as_bytes(4.0));
  EXPECT_EQ(bytes.substr(begin + 64, 24), as_bytes(5.0) + as_bytes(6.0) + as_bytes(7.0));
  EXPECT_EQ(bytes.substr(bytes.size() - 8), as_bytes(crc64(bytes.substr(0, bytes.size() - 8))));
}

TEST(ArrayFile, GoesThroughTheDisk) {
  const testing::TemporaryFolder folder;
  write_array_file(sample(), folder / "m.elto");
  const ArrayFile read = read_array_file(folder / "m.elto");
  EXPECT_MATRIX_EQ(read.array("weights"), sample().array("weights"));
  EXPECT_EQ(read.name, (folder / "m.elto").string());
  EXPECT_THROW(read_array_file(folder / "absent"), IoError);
}

TEST(ArrayFile, NamesTheMissingArray) {
  const ArrayFile read = from_bytes(to_bytes(sample()), "m.elto");
  EXPECT_EQ(testing::io_error_of([&] { read.array("wieghts"); }), "m.elto: has no array 'wieghts'");
}

TEST(ArrayFile, NamesTheArrayOfAnotherShape) {
  ArrayFile file;
  file.arrays.emplace_back("weights", Matrix::Zero(3, 2));
  EXPECT_EQ(file.array("weights", 3, 2).size(), 6);
  EXPECT_EQ(testing::io_error_of([&] { file.array("weights", 2, 3); }),
            "array file: array weights is 3 x 2 instead of 2 x 3");
}

TEST(ArrayFile, RefusesEveryTruncation) {
  const std::string bytes = to_bytes(sample());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    ASSERT_SAYS(array_file_error_of(std::string_view(bytes).substr(0, length)),
                length < 8 ? "not an elto file" : "truncated")
        << length << " bytes";
  EXPECT_EQ(array_file_error_of(std::string_view(bytes).substr(0, bytes.size() - 1)),
            concat("m.elto: truncated, ", bytes.size() - 1, " of ", bytes.size(), " bytes"));
}

TEST(ArrayFile, RefusesEveryFlippedBit) {
  std::string bytes = to_bytes(sample());
  for (char& byte : bytes)
    for (int bit = 0; bit < 8; ++bit) {
      const char before = byte;
      byte = static_cast<char>(byte ^ (1 << bit));
      ASSERT_NE(array_file_error_of(bytes), kAccepted) << "byte " << &byte - bytes.data();
      byte = before;
    }
  EXPECT_EQ(array_file_error_of(bytes), kAccepted);
}

TEST(ArrayFile, SaysThatDataWereAltered) {
  std::string bytes = to_bytes(sample());
  bytes[bytes.size() - 20] ^= 1;
  EXPECT_EQ(array_file_error_of(bytes), "m.elto: altered, the checksum does not match");
}

TEST(ArrayFile, SaysThatABrokenHeaderWasAltered) {
  std::string bytes = to_bytes(sample());
  bytes[24] = '[';
  EXPECT_SAYS(array_file_error_of(bytes), "altered");
}

TEST(ArrayFile, SaysThatBytesWereAppended) {
  EXPECT_SAYS(array_file_error_of(to_bytes(sample()) + "x"), "altered");
}

TEST(ArrayFile, SaysThatANewerVersionWroteIt) {
  EXPECT_EQ(array_file_error_of(file_with("whatever comes then", 0, 2)),
            "m.elto: written by a newer version: format 2, supported up to 1");
}

TEST(ArrayFile, SaysThatItIsAnotherKindOfFile) {
  EXPECT_SAYS(array_file_error_of("time,x\n1,2\n and so on, long enough"), "not an elto file");
}

TEST(ArrayFile, RefusesHeadersItDoesNotUnderstand) {
  for (const char* header :
       {"", "nonsense", "[]", "{}", R"({"kind":1,"kind_version":1,"meta":{},"arrays":[]})",
        R"({"kind":"k","kind_version":1.5,"meta":{},"arrays":[]})",
        R"({"kind":"k","kind_version":-1,"meta":{},"arrays":[]})",
        R"({"kind":"k","kind_version":99999999999,"meta":{},"arrays":[]})",
        R"({"kind":"k","kind_version":1,"meta":3,"arrays":[]})",
        R"({"kind":"k","kind_version":1,"meta":{},"arrays":{}})",
        R"({"kind":"k","kind_version":1,"meta":{},"arrays":[1]})",
        R"({"kind":"k","kind_version":1,"arrays":[]})"})
    EXPECT_SAYS(array_file_error_of(file_with(header)), "header not understood") << header;
  EXPECT_SAYS(array_file_error_of(file_with("{}", 0, 0)), "header not understood");
  EXPECT_SAYS(array_file_error_of(file_with("{}", 0, 1, 1)), "header not understood");
}

TEST(ArrayFile, RefusesArraysThatDoNotFit) {
  const std::string good = R"({"name":"a","rows":2,"cols":2,"offset":0})";
  ASSERT_EQ(array_file_error_of(file_with_arrays(good, 32)), kAccepted);
  for (const std::string arrays :
       {R"({"name":"a","rows":2,"cols":3,"offset":0})",                     // beyond the end
        R"({"name":"a","rows":2,"cols":1,"offset":0})",                     // before the end
        R"({"name":"a","rows":2,"cols":2,"offset":64})",                    // beyond the end
        R"({"name":"a","rows":2,"cols":2,"offset":1})",                     // not aligned
        R"({"name":"a","rows":-2,"cols":-2,"offset":0})",                   // negative
        R"({"name":"a","rows":2,"cols":2,"offset":-64})",                   // negative
        R"({"name":"a","rows":2.0,"cols":2,"offset":0})",                   // not an integer
        R"({"name":"a","rows":4294967296,"cols":4294967296,"offset":0})",   // 2^64 entries
        R"({"name":"a","rows":2305843009213693953,"cols":4,"offset":0})",   // 32 bytes modulo 2^64
        R"({"name":"a","rows":0,"cols":9223372036854775808,"offset":0})",   // beyond Index
        R"({"name":"a","rows":1,"cols":1099511627776,"offset":0})",         // 8 TiB
        R"({"name":"a","rows":2,"cols":2,"offset":18446744073709551552})",  // wraps to 0
        R"({"rows":2,"cols":2,"offset":0})"})
    EXPECT_SAYS(array_file_error_of(file_with_arrays(arrays, 32)), "header not understood")
        << arrays;
}

TEST(ArrayFile, RefusesArraysThatOverlapOrShareAName) {
  const std::string first = R"({"name":"a","rows":9,"cols":1,"offset":0},)";
  EXPECT_SAYS(array_file_error_of(file_with_arrays(
                  first + R"({"name":"b","rows":3,"cols":1,"offset":64})", 64 + 24)),
              "overlaps");
  EXPECT_SAYS(array_file_error_of(file_with_arrays(
                  first + R"({"name":"a","rows":1,"cols":1,"offset":128})", 128 + 8)),
              "twice");
}

TEST(ArrayFile, RefusesJsonThatIsNestedTooDeeply) {
  EXPECT_SAYS(array_file_error_of(file_with(nested(100'000))), "nested too deeply");
  EXPECT_THROW(to_bytes({.kind = "k", .meta = nested(100'000)}), InvalidArgument);
}

TEST(ArrayFile, ReadsTheDeepestMetaItWrites) {
  int depth = 1;
  try {
    for (; depth < 1000; ++depth)
      ASSERT_EQ(array_file_error_of(to_bytes({.kind = "k", .meta = nested(depth)})), kAccepted);
  } catch (const InvalidArgument&) {
  }
  EXPECT_GT(depth, 50);
  EXPECT_LT(depth, 1000);
}

TEST(ArrayFile, RefusesToWriteWhatItCouldNotRead) {
  EXPECT_THROW(to_bytes({.kind = "k", .meta = "{"}), InvalidArgument);
  EXPECT_THROW(to_bytes({.kind = "k", .meta = "3"}), InvalidArgument);
  EXPECT_THROW(to_bytes({.kind = "\xFF"}), InvalidArgument);
  EXPECT_THROW(to_bytes({.kind = "k", .kind_version = -1}), InvalidArgument);
  EXPECT_THROW(to_bytes({.kind = "k", .arrays = {{"a", Matrix()}, {"a", Matrix()}}}),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
