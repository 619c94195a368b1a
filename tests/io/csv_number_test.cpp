// SPDX-License-Identifier: Apache-2.0
#include "io/csv_number.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(CsvNumber, ReadsNumbers) {
  for (const auto& [field, expected] :
       {std::pair{"1", 1.0}, {"-2.5", -2.5}, {"+3e2", 300.0}, {"1e-3", 1e-3}, {"inf", INFINITY}}) {
    double value = 0.0;
    EXPECT_EQ(read_csv_number(field, value), std::errc{}) << field;
    EXPECT_EQ(value, expected);
  }
}

TEST(CsvNumber, MissingIsNaN) {
  for (const char* field : {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "-"}) {
    double value = 0.0;
    EXPECT_EQ(read_csv_number(field, value), std::errc{}) << field;
    EXPECT_TRUE(std::isnan(value)) << field;
    EXPECT_TRUE(is_missing_field(field));
  }
}

TEST(CsvNumber, TellsWordsFromNumbersThatAreTooLarge) {
  double value = 0.0;
  for (const char* field : {"x", "1,5", "1 2", "+-1", "--1", "0x10", "1e"})
    EXPECT_EQ(read_csv_number(field, value), std::errc::invalid_argument) << field;
  EXPECT_EQ(read_csv_number("1e999", value), std::errc::result_out_of_range);
}

}  // namespace
}  // namespace elto
