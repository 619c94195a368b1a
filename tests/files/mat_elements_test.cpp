// SPDX-License-Identifier: Apache-2.0
#include "files/mat_elements.hpp"

#include <string>

#include "files/mat.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using namespace std::string_view_literals;

std::string mat_file_sample() {
  return to_mat({{.name = "values", .values = Matrix{{1, 2}, {3, 4}, {5, 6}}},
                 {.name = "channels", .strings = {"abc", "de"}},
                 {.name = "nothing", .values = Matrix(0, 3)}});
}

std::string altered(std::string_view from, std::string_view to) {
  std::string bytes = mat_file_sample();
  const std::size_t place = bytes.find(from);
  EXPECT_NE(place, std::string::npos);
  return bytes.replace(place, from.size(), to);
}

TEST(MatElements, AreWholeInAGoodFile) {
  EXPECT_TRUE(has_whole_elements(mat_file_sample()));
  EXPECT_TRUE(has_whole_elements(mat_file_sample().substr(0, kMatHeaderSize)));
}

TEST(MatElements, EndWithTheFile) {
  const std::string bytes = mat_file_sample();
  for (std::size_t cut = 1; cut <= 8; ++cut)
    EXPECT_FALSE(has_whole_elements(bytes.substr(0, bytes.size() - cut)));
}

TEST(MatElements, EndWithTheirMatrix) {
  constexpr auto kContent = "\x09\0\0\0\x30\0\0\0"sv;  // six doubles
  EXPECT_FALSE(has_whole_elements(altered(kContent, "\x09\0\0\0\x31\0\0\0"sv)));
  EXPECT_FALSE(has_whole_elements(altered(kContent, "\x09\0\0\0\x30\0\0\x68"sv)));
}

// matio makes room for the cells before anybody can look at the shape.
TEST(MatElements, HaveRoomForTheShapeOfTheirMatrix) {
  constexpr auto kCells = "\x05\0\0\0\x08\0\0\0\x02\0\0\0\x01\0\0\0"sv;
  EXPECT_FALSE(
      has_whole_elements(altered(kCells, "\x05\0\0\0\x08\0\0\0\x02\0\xFF\xFF\x01\0\0\0"sv)));
  EXPECT_TRUE(has_whole_elements(altered(kCells, "\x05\0\0\0\x08\0\0\0\x02\0\0\0\0\0\0\0"sv)));
}

TEST(MatElements, AreFlagsShapeAndNameFirst) {
  constexpr auto kFlags = "\x06\0\0\0\x08\0\0\0"sv, kShape = "\x05\0\0\0\x08\0\0\0"sv;
  EXPECT_FALSE(has_whole_elements(altered(kFlags, "\x05\0\0\0\x08\0\0\0"sv)));
  EXPECT_FALSE(has_whole_elements(altered(kShape, "\x04\0\0\0\x08\0\0\0"sv)));
  EXPECT_FALSE(
      has_whole_elements(altered("\x01\0\0\0\x06\0\0\0values"sv, "\x02\0\0\0\x06\0\0\0values"sv)));
}

TEST(MatElements, AreNotEmptyMatrices) {
  EXPECT_FALSE(has_whole_elements(mat_file_sample() + std::string("\x0E\0\0\0\0\0\0\0"sv)));
}

// matio would take what stands behind the matrix for its shape.
TEST(MatElements, AreNotFlagsAlone) {
  EXPECT_FALSE(has_whole_elements(
      mat_file_sample() +
      std::string("\x0E\0\0\0\x10\0\0\0\x06\0\0\0\x08\0\0\0\x06\0\0\0\0\0\0\0"sv)));
}

TEST(MatElements, NestOnlySoDeeply) {
  std::string matrix;
  for (int depth = 0; depth < 2000; ++depth) {
    std::string outer("\x0e\0\0\0\0\0\0\0"sv);
    for (std::size_t i = 0; i < 4; ++i)
      outer[4 + i] = static_cast<char>(matrix.size() >> 8 * i & 0xFF);
    matrix = outer + matrix;
  }
  EXPECT_FALSE(has_whole_elements(mat_file_sample().substr(0, kMatHeaderSize) + matrix));
}

}  // namespace
}  // namespace elto
