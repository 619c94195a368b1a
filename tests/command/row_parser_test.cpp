// SPDX-License-Identifier: Apache-2.0
#include "row_parser.hpp"

#include <cmath>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using Names = std::vector<std::string>;

RowParser parser_of(const Names& lines, RowFormat format = RowFormat::automatic) {
  RowParser parser({"x", "y"}, 2, format);
  for (const std::string& line : lines) parser.parse(line);
  return parser;
}

// What is wrong with the last of the lines.
std::string bad_row(Names lines, RowFormat format = RowFormat::automatic) {
  const std::string last = lines.back();
  lines.pop_back();
  RowParser parser = parser_of(lines, format);
  return testing::message_of<BadRow>([&] { parser.parse(last); });
}

std::string refusal_of_row(const std::string& line) {
  return testing::io_error_of([&] { parser_of({line}); });
}

StreamRow row_of(Names lines) {
  const std::string last = lines.back();
  lines.pop_back();
  RowParser parser = parser_of(lines);
  return parser.parse(last).value();
}

TEST(RowParser, TakesChannelsInOrderWithoutAHeader) {
  EXPECT_MATRIX_EQ(row_of({"1,2.5"}).values, (RowVector{{1, 2.5}}));
  EXPECT_EQ(row_of({"1,2.5"}).time, "");
  EXPECT_TRUE(parser_of({"1,2"}).time_name().empty());
}

TEST(RowParser, TakesOneFieldMoreForTheTime) {
  const StreamRow row = row_of({"2026-11-15T08:00:00Z,1,2"});
  EXPECT_MATRIX_EQ(row.values, (RowVector{{1, 2}}));
  EXPECT_EQ(row.time, "2026-11-15T08:00:00Z");
  EXPECT_EQ(parser_of({"7,1,2"}).time_name(), "time");
}

TEST(RowParser, FindsColumnsByTheirNames) {
  const StreamRow row = row_of({"note,y,Date,x", "cloudy,1,noon,2"});
  EXPECT_MATRIX_EQ(row.values, (RowVector{{2, 1}}));
  EXPECT_EQ(row.time, "noon");
  EXPECT_EQ(parser_of({"note,y,Date,x"}).time_name(), "Date");
}

TEST(RowParser, TakesAHeaderForNoRow) {
  RowParser parser({"x", "y"}, 2, RowFormat::automatic);
  EXPECT_FALSE(parser.is_ready());
  EXPECT_FALSE(parser.parse("x,y").has_value());
  EXPECT_TRUE(parser.is_ready());
  EXPECT_TRUE(parser.parse("1,2").has_value());
  EXPECT_FALSE(parser.parse("x,y").has_value()) << "the source was started again";
}

TEST(RowParser, FindsEveryDelimiter) {
  for (const char* sign : {",", ";", "\t", " "}) {
    const std::string header = std::string("y") + sign + "x", row = std::string("1") + sign + "2";
    EXPECT_MATRIX_EQ(row_of({header, row}).values, (RowVector{{2, 1}})) << sign;
  }
}

TEST(RowParser, UnderstandsQuotes) {
  RowParser parser({"left, front", "6\" pipe"}, 2, RowFormat::automatic);
  EXPECT_FALSE(parser.parse("\"6\"\" pipe\",\"left, front\",time").has_value());
  const StreamRow row = parser.parse("\"1\",2,\"Nov 15, noon\"").value();
  EXPECT_MATRIX_EQ(row.values, (RowVector{{2, 1}}));
  EXPECT_EQ(row.time, "Nov 15, noon");
}

TEST(RowParser, TakesNamesThatAreNumbersForAHeader) {
  RowParser parser({"1", "2"}, 2, RowFormat::automatic);
  EXPECT_FALSE(parser.parse("1,2").has_value());
  EXPECT_TRUE(parser.parse("3,4").has_value());
}

TEST(RowParser, TakesColumnsByPlaceForAModelWithoutNames) {
  RowParser parser({}, 2, RowFormat::automatic);
  EXPECT_FALSE(parser.parse("speed,t,heading").has_value());
  const StreamRow row = parser.parse("1,7,2").value();
  EXPECT_MATRIX_EQ(row.values, (RowVector{{1, 2}}));
  EXPECT_EQ(row.time, "7");
  EXPECT_MATRIX_EQ(RowParser({}, 2, RowFormat::ndjson).parse("{\"y1\": 2, \"y0\": 1}")->values,
                   (RowVector{{1, 2}}));
  EXPECT_SAYS(testing::io_error_of([] { RowParser({}, 2, RowFormat::csv).parse("a,b,c"); }),
              "has 3 channels, the model 2 without names");
}

TEST(RowParser, DoesNotTakeAChannelForTheTime) {
  RowParser parser({"t", "y"}, 2, RowFormat::automatic);
  parser.parse("t,y");
  EXPECT_EQ(parser.time_name(), "");
  EXPECT_MATRIX_EQ(parser.parse("1,2")->values, (RowVector{{1, 2}}));
}

TEST(RowParser, PassesOverCommentsEmptyLinesAndLineEnds) {
  RowParser parser({"x", "y"}, 2, RowFormat::automatic);
  for (const char* line : {"", "   ", "\t", "# note", "  # note", "\r", "# caf\xe9"})
    EXPECT_FALSE(parser.parse(line).has_value()) << line;
  EXPECT_EQ(parser.format(), RowFormat::automatic);
  EXPECT_MATRIX_EQ(parser.parse("1,2\r")->values, (RowVector{{1, 2}}));
}

TEST(RowParser, PassesOverAByteOrderMark) {
  EXPECT_MATRIX_EQ(row_of({"\xEF\xBB\xBFy,x", "1,2"}).values, (RowVector{{2, 1}}));
}

TEST(RowParser, TakesEmptyFieldsAndNullForMissing) {
  for (const char* line : {"1,", "1,NA", "1,NaN"}) {
    const RowVector values = row_of({"x,y", line}).values;
    EXPECT_EQ(values[0], 1) << line;
    EXPECT_TRUE(std::isnan(values[1])) << line;
  }
  for (const char* line : {"[1, null]", "{\"x\": 1}", "{\"x\": 1, \"y\": null}", "[1, \"NaN\"]"})
    EXPECT_TRUE(std::isnan(row_of({line}).values[1])) << line;
}

TEST(RowParser, ReadsObjectsAndLists) {
  EXPECT_MATRIX_EQ(row_of({"[1, 2.5]"}).values, (RowVector{{1, 2.5}}));
  EXPECT_MATRIX_EQ(row_of({"{\"y\": 2, \"note\": [{}], \"x\": \"1e3\"}"}).values,
                   (RowVector{{1e3, 2}}));
  EXPECT_EQ(parser_of({"[1, 2]"}).format(), RowFormat::ndjson);
  EXPECT_EQ(parser_of({"1,2"}).format(), RowFormat::csv);
}

TEST(RowParser, KeepsTheTimeOfAnObjectAsJson) {
  EXPECT_EQ(row_of({"{\"x\": 1, \"y\": 2, \"time\": \"noon\"}"}).time, "\"noon\"");
  EXPECT_EQ(row_of({"{\"x\": 1, \"y\": 2, \"timestamp\": 1.5}"}).time, "1.5");
  EXPECT_EQ(row_of({"{\"x\": 1, \"y\": 2, \"time\": {\"s\": 1}}"}).time, "");
}

TEST(RowParser, SaysWhatIsWrongWithARowOfCsv) {
  EXPECT_EQ(bad_row({"x,y", "1,two"}), "'two' is not a number");
  EXPECT_EQ(bad_row({"x,y", "1,inf"}), "'inf' is not finite");
  EXPECT_EQ(bad_row({"x,y", ",-inf"}), "'-inf' is not finite");
  EXPECT_EQ(bad_row({"x,y", "1,1e999"}), "'1e999' is too large or too small for a number");
  EXPECT_EQ(bad_row({"x,y", "1"}), "has 1 fields instead of 2");
  EXPECT_EQ(bad_row({"x,y", "1,2,3"}), "has 3 fields instead of 2");
  EXPECT_EQ(bad_row({"x,y", "1,\"2"}), "a quote is never closed");
  EXPECT_EQ(bad_row({"x,y", "1,\"2\"3"}), "text follows a closing quote");
  EXPECT_EQ(bad_row({"x,y", "1,2\xff"}), "is not UTF-8");
  EXPECT_EQ(bad_row({"1,2,3,4"}),
            "has 4 fields, the model 2 channels; a header would say which is which");
  EXPECT_EQ(bad_row({"x,y", "1," + std::string(50, 'z')}),
            "'" + std::string(40, 'z') + "...' is not a number");
}

TEST(RowParser, SaysWhatIsWrongWithARowOfJson) {
  EXPECT_EQ(bad_row({"[1, 2, 3]"}), "has 3 values instead of 2");
  EXPECT_EQ(bad_row({"[1, true]"}), "has a value of kind boolean instead of a number");
  EXPECT_EQ(bad_row({"{\"x\": [1]}"}), "has a value of kind array instead of a number");
  EXPECT_EQ(bad_row({"[1, \"two\"]"}), "'two' is not a number");
  EXPECT_EQ(bad_row({"[1, \"inf\"]"}), "'inf' is not finite");
  EXPECT_EQ(bad_row({"{\"a\": 1}"}), "has none of the model's channels");
  EXPECT_EQ(bad_row({"[1, 2]", "1,2"}), "'1,2' is neither a JSON object nor a list");
  EXPECT_EQ(bad_row({"{\"x\": 1"}), "'{\"x\": 1' is neither a JSON object nor a list");
  EXPECT_EQ(bad_row({"[1, 1e999]"}), "'[1, 1e999]' is neither a JSON object nor a list");
  EXPECT_EQ(bad_row({"{\"x\": \"\xff\"}"}), "is not UTF-8");
}

TEST(RowParser, IsNotFelledByWhatIsNestedDeeply) {
  constexpr std::size_t kDeep = 300000;
  const std::string nested = std::string(kDeep, '[') + std::string(kDeep, ']');
  EXPECT_EQ(bad_row({"[1," + nested + "]"}), "has a value of kind array instead of a number");
  EXPECT_EQ(row_of({"{\"x\": 1, \"y\": 2, \"time\": " + nested + "}"}).time, "");
}

TEST(RowParser, RefusesAFirstLineThatMightBeTheHeader) {
  EXPECT_EQ(refusal_of_row("x,z"),
            "the input: its header has no column 'y', which the model was learned from");
  EXPECT_EQ(refusal_of_row("x,caf\xe9"), "the input: its first line is not UTF-8");
  EXPECT_EQ(refusal_of_row("x,\"y"), "the input: its first line: a quote is never closed");
}

TEST(RowParser, GoesOnWithTheLayoutOfAnother) {
  for (const char* first : {"y;time;x", "0;1;2", "y,x"}) {
    RowParser one({"x", "y"}, 2, RowFormat::automatic);
    one.parse(first);
    RowParser other({"x", "y"}, 2, RowFormat::csv);
    other.take_layout(one.layout());
    EXPECT_EQ(other.time_name(), one.time_name());
    for (const char* line : {"3;4;5", "3,4", first}) {
      const auto outcome = [&](RowParser& parser) -> std::string {
        try {
          const auto row = parser.parse(line);
          return row ? concat(row->values[0], " ", row->values[1], " ", row->time) : "nothing";
        } catch (const BadRow& problem) {
          return problem.what();
        }
      };
      EXPECT_EQ(outcome(other), outcome(one)) << first << " then " << line;
    }
  }
}

}  // namespace
}  // namespace elto::command
