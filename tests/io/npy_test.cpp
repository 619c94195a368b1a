// SPDX-License-Identifier: Apache-2.0
#include "elto/io/npy.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Names = std::vector<std::string>;

// A file as NumPy writes it, with any dictionary.
std::string file_with(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += {version, '\0'};
  const auto length = static_cast<std::uint32_t>(dictionary.size());
  bytes.append(reinterpret_cast<const char*>(&length), version == 1 ? 2 : 4);
  return bytes + dictionary + data;
}

std::string array_file(const std::string& descr, const std::string& shape, const std::string& data,
                       bool fortran = false) {
  return file_with("{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }\n",
                   data);
}

template <class Element>
std::string as_bytes(std::initializer_list<Element> elements, bool big_endian = false) {
  std::string bytes;
  for (const Element& element : elements) {
    std::string one(reinterpret_cast<const char*>(&element), sizeof element);
    if (big_endian) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

Matrix values_of(const std::string& bytes) {
  return parse_npy(bytes, "a.npy").values;
}

std::string npy_error_of(std::string_view bytes) {
  return testing::io_error_of([&] { parse_npy(bytes, "a.npy"); });
}

template <class Element>
void expect_reads(const std::string& kind) {
  const Matrix expected{{1, 2}, {3, 100}};
  const std::initializer_list<Element> elements = {Element{1}, Element{2}, Element{3},
                                                   Element{100}};
  const std::string size = std::to_string(sizeof(Element));
  EXPECT_MATRIX_EQ(values_of(array_file("<" + kind + size, "(2, 2)", as_bytes(elements))),
                   expected);
  EXPECT_MATRIX_EQ(values_of(array_file(">" + kind + size, "(2, 2)", as_bytes(elements, true))),
                   expected);
  EXPECT_MATRIX_EQ(values_of(array_file("<" + kind + size, "(2, 2)", as_bytes(elements), true)),
                   expected.transpose());
}

TEST(Npy, ReadsEveryKindOfNumber) {
  expect_reads<double>("f");
  expect_reads<float>("f");
  expect_reads<std::int8_t>("i");
  expect_reads<std::int16_t>("i");
  expect_reads<std::int32_t>("i");
  expect_reads<std::int64_t>("i");
  expect_reads<std::uint8_t>("u");
  expect_reads<std::uint16_t>("u");
  expect_reads<std::uint32_t>("u");
  expect_reads<std::uint64_t>("u");
  EXPECT_MATRIX_EQ(values_of(array_file("|b1", "(2,)", {'\1', '\0'})), (Vector{{1, 0}}));
  EXPECT_MATRIX_EQ(values_of(array_file("<i8", "(1,)", as_bytes({std::int64_t{-7}}))),
                   (Vector{{-7}}));
}

TEST(Npy, ReadsEveryNumberOfDimensions) {
  EXPECT_MATRIX_EQ(values_of(array_file("<f8", "()", as_bytes({5.0}))), Matrix::Constant(1, 1, 5));
  EXPECT_MATRIX_EQ(values_of(array_file("<f8", "(2,)", as_bytes({5.0, 6.0}))), (Vector{{5, 6}}));
  EXPECT_MATRIX_EQ(values_of(array_file("<f8", "(1, 2)", as_bytes({5.0, 6.0}))),
                   (RowVector{{5, 6}}));
  EXPECT_EQ(values_of(array_file("<f8", "(0, 3)", "")).cols(), 3);
  EXPECT_SAYS(npy_error_of(array_file("<f8", "(1, 1, 1)", as_bytes({5.0}))), "has 3 dimensions");
}

TEST(Npy, ReadsEveryVersion) {
  const std::string dictionary = R"({"shape":(1,),"fortran_order":False,"descr":"<f8"})";
  for (const char version : {'\1', '\2', '\3'})
    EXPECT_MATRIX_EQ(values_of(file_with(dictionary, as_bytes({2.0}), version)), (Vector{{2}}));
  EXPECT_SAYS(npy_error_of(file_with(dictionary, as_bytes({2.0}), 4)), "version 4.0 is not known");
}

TEST(Npy, ReadsText) {
  const auto strings = [](const std::string& bytes) { return parse_npy(bytes, "a.npy").strings; };
  EXPECT_EQ(strings(array_file("|S3", "(2,)", {"ab\0abc", 6})), (Names{"ab", "abc"}));
  EXPECT_EQ(strings(array_file("<U2", "(2,)", as_bytes<char32_t>({'a', 0, 0xE4, 'b'}))),
            (Names{"a", "\u00e4b"}));
  EXPECT_EQ(strings(array_file(">U2", "()", as_bytes<char32_t>({'a', 0x1F600}, true))),
            (Names{"a\U0001F600"}));
  EXPECT_EQ(strings(array_file("|S1", "(2, 2)", "acbd", true)), (Names{"a", "b", "c", "d"}));
}

TEST(Npy, SaysWhatItCannotRead) {
  EXPECT_SAYS(npy_error_of(array_file("<c16", "(1,)", std::string(16, '\0'))), "complex numbers");
  EXPECT_SAYS(npy_error_of(array_file("|O", "(1,)", "x")), "Python objects");
  EXPECT_SAYS(npy_error_of(array_file("<M8[ns]", "(1,)", std::string(8, '\0'))), "dates of NumPy");
  EXPECT_SAYS(npy_error_of(file_with("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': "
                                     "(1,), }",
                                     as_bytes({1.0}))),
              "structured array");
  for (const char* descr : {"", "<", "f8", "<f2", "<f16", "<i3", "<f", "<f8x", "<i-8", "<q8"})
    EXPECT_NE(npy_error_of(array_file(descr, "(1,)", std::string(8, '\0'))), "accepted") << descr;
}

TEST(Npy, RefusesEveryTruncation) {
  const std::string bytes = to_npy(Matrix(Matrix::Ones(3, 2)));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    ASSERT_SAYS(npy_error_of(std::string_view(bytes).substr(0, length)),
                length < 6 ? "is not an NPY file" : "truncated")
        << length << " bytes";
  EXPECT_SAYS(npy_error_of(bytes + "x"), "1 bytes after the end");
}

TEST(Npy, RefusesSizesThatTheBytesDoNotJustify) {
  for (const char* shape : {"(3,)", "(2, 2)", "(18446744073709551615,)", "(4294967296, 4294967296)",
                            "(2305843009213693953, 8)", "(0, 1000000000000)", "(1000000000000, 0)"})
    EXPECT_SAYS(npy_error_of(array_file("<f8", shape, as_bytes({1.0, 2.0}))), "truncated") << shape;
  EXPECT_SAYS(npy_error_of(array_file("|S0", "(1000000000000,)", "")), "truncated");
  EXPECT_SAYS(npy_error_of(array_file("<U4611686018427387904", "(4,)", "")), "too long");
  EXPECT_SAYS(npy_error_of(array_file("<f8", "(99999999999999999999,)", "")), "not understood");
}

TEST(Npy, RefusesHeadersItDoesNotUnderstand) {
  for (const char* dictionary :
       {"", "{", "{}", "[]", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1 1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}",
        "{'descr: <f8, fortran_order: False, shape: (1,)}"})
    EXPECT_SAYS(npy_error_of(file_with(dictionary, as_bytes({1.0}))), "not understood")
        << dictionary;
}

TEST(Npy, SurvivesEveryFlippedBitOfItsHeader) {
  const std::string good = to_npy(Matrix(Matrix::Ones(3, 2)));
  for (std::size_t i = 0; i < 128; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      npy_error_of(bytes);  // an IoError or another array of the same size, never anything else
    }
}

TEST(Npy, ReadsBackTheBitsItWrote) {
  Matrix values = Rng(5).normal(7, 3);
  values(2, 1) = std::numeric_limits<double>::quiet_NaN();
  values(3, 0) = -0.0;
  values(4, 0) = -std::numeric_limits<double>::infinity();
  const Matrix read = values_of(to_npy(values));
  ASSERT_EQ(read.rows(), 7);
  ASSERT_EQ(read.cols(), 3);
  EXPECT_EQ(std::memcmp(read.data(), values.data(), 21 * sizeof(double)), 0);
  EXPECT_MATRIX_EQ(values_of(to_npy(Vector(values.col(2)))), values.col(2));
}

TEST(Npy, ReadsBackTheTextItWrote) {
  for (const Names& names : {Names{"a", "\u00e4 b", "", "\U0001F600"}, Names{""}})
    EXPECT_EQ(parse_npy(to_npy(names), "a.npy").strings, names);
  EXPECT_THROW(to_npy(Names{"\xFF"}), InvalidArgument);
}

TEST(Npy, WritesWhatNumPyWrites) {
  const std::string bytes = to_npy(Matrix{{1, 2}, {3, 4}});
  EXPECT_EQ(bytes.size(), 128U + 32U);
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\1\0", 8));
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_SAYS(bytes, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }");
  EXPECT_EQ(bytes.substr(128), as_bytes({1.0, 2.0, 3.0, 4.0}));
}

TEST(Npy, GoesThroughTheDisk) {
  const testing::TemporaryFolder folder;
  const Matrix values{{1, 2}, {3, 4}};
  write_npy({values, {"x", "y"}}, folder / "a.npy");
  const Series read = read_npy(folder / "a.npy");
  EXPECT_MATRIX_EQ(read.values, values);
  EXPECT_TRUE(read.channels.empty());
  EXPECT_SAYS(testing::io_error_of([&] { read_npy(folder / "a.npy", {.time = "t"}); }),
              "no named columns");
  write_whole_file(folder / "text.npy", to_npy(Names{"a"}));
  EXPECT_SAYS(testing::io_error_of([&] { read_npy(folder / "text.npy"); }), "holds text");
}

}  // namespace
}  // namespace elto
