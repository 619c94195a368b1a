// SPDX-License-Identifier: Apache-2.0
#include "io/csv_scanner.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace elto {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows scan(std::string_view text, char delimiter) {
  Rows rows;
  CsvScanner scanner(text, delimiter);
  CsvField field;
  while (scanner.next_row()) {
    rows.emplace_back();
    while (scanner.next_field(field)) rows.back().push_back(unquoted(field));
  }
  return rows;
}

std::vector<Index> lines_of_rows(std::string_view text) {
  std::vector<Index> lines;
  CsvScanner scanner(text, ',');
  CsvField field;
  while (scanner.next_row()) {
    lines.push_back(scanner.line());
    while (scanner.next_field(field)) continue;
  }
  return lines;
}

std::string_view fault_of(std::string_view text, char delimiter = ',') {
  CsvScanner scanner(text, delimiter);
  CsvField field;
  while (scanner.next_row())
    while (scanner.next_field(field))
      if (!field.fault.empty()) return field.fault;
  return "";
}

TEST(CsvScanner, CutsRowsAndFields) {
  const Rows expected = {{"a", "b"}, {"c", "d"}};
  for (const char* text : {"a,b\nc,d\n", "a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "a,b\n\n\nc,d",
                           " a , b \n\t\n  c,d  ", "# note\na,b\n  # more\nc,d\n#"})
    EXPECT_EQ(scan(text, ','), expected) << text;
}

TEST(CsvScanner, KeepsEmptyFields) {
  EXPECT_EQ(scan(",a,\n,,", ','), (Rows{{"", "a", ""}, {"", "", ""}}));
  EXPECT_EQ(scan("\t\n1\t", '\t'), (Rows{{"", ""}, {"1", ""}}));
  EXPECT_EQ(scan("", ','), Rows{});
}

TEST(CsvScanner, TakesARunOfBlanksAsOneDelimiter) {
  EXPECT_EQ(scan("  a   b\t c  \nd e f", ' '), (Rows{{"a", "b", "c"}, {"d", "e", "f"}}));
  EXPECT_EQ(scan("\"a b\"  \"c\" \n", ' '), (Rows{{"a b", "c"}}));
}

TEST(CsvScanner, ReadsQuotes) {
  EXPECT_EQ(scan(R"("a,b", "say ""so""" ,"" ,"""")", ','), (Rows{{"a,b", "say \"so\"", "", "\""}}));
  EXPECT_EQ(scan("\" two\r\nlines\",x\ny,z", ','), (Rows{{" two\r\nlines", "x"}, {"y", "z"}}));
  EXPECT_EQ(scan("5\" pipe,6\" \"pipe\"", ','), (Rows{{"5\" pipe", "6\" \"pipe\""}}));
}

// In time proportional to its length: it took minutes once.
TEST(CsvScanner, ReadsALongFieldOfQuotes) {
  const std::string field = "\"" + std::string(2'000'000, '"') + "\"";
  EXPECT_EQ(unquoted({.text = std::string_view(field).substr(1, 2'000'000), .quoted = true}),
            std::string(1'000'000, '"'));
}

TEST(CsvScanner, SeesQuotesThatMakeNoSense) {
  EXPECT_EQ(fault_of("a,\"b\"c,d"), "text follows a closing quote");
  EXPECT_EQ(fault_of("\"b\"c d", ' '), "text follows a closing quote");
  EXPECT_EQ(fault_of("a,\"b\nc"), "a quote is never closed");
  EXPECT_EQ(fault_of("a,\"b\"\"\n"), "a quote is never closed");
  EXPECT_EQ(fault_of("a,\""), "a quote is never closed");
  EXPECT_EQ(fault_of("\"a\",\"b\" \r\n"), "");
}

TEST(CsvScanner, CountsLines) {
  EXPECT_EQ(lines_of_rows("a\n\n#\r\nb\rc,\"x\ny\"\r\nd"), (std::vector<Index>{1, 4, 5, 7}));
}

TEST(CsvScanner, FindsTheDelimiter) {
  EXPECT_EQ(find_delimiter("a,b\n1,2\n"), ',');
  EXPECT_EQ(find_delimiter("a;b\n1;2\n"), ';');
  EXPECT_EQ(find_delimiter("a\tb\n1\t2\n"), '\t');
  EXPECT_EQ(find_delimiter("# x;y;z\n a  b\n 1  2\n"), ' ');
  EXPECT_EQ(find_delimiter("1\n2\n"), ',');
  EXPECT_EQ(find_delimiter(""), ',');
}

TEST(CsvScanner, IsNotMisledByNames) {
  EXPECT_EQ(find_delimiter("x; left,y; right\n1,2\n"), ',');
  EXPECT_EQ(find_delimiter("x, m\ty, m\n1\t2\n"), '\t');
  EXPECT_EQ(find_delimiter("\"x;y\",\"a b\"\n"), ',');
  EXPECT_EQ(find_delimiter("water level\n1\n2\n"), ',');
}

TEST(CsvScanner, FindsTheDelimiterOfRaggedRows) {
  EXPECT_EQ(find_delimiter("a;b;c\n1;2\n3\n"), ';');
  EXPECT_EQ(find_delimiter("a b c\n1 2\n3\n"), ' ');
  EXPECT_EQ(find_delimiter("a\tb\tc\n1\t\t2\t3\n"), '\t');
}

TEST(CsvScanner, FindsTheSemicolonBesideDecimalCommas) {
  EXPECT_EQ(find_delimiter("1,5;2,5\n3,5;4,5\n"), ';');
}

}  // namespace
}  // namespace elto
