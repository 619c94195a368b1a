// SPDX-License-Identifier: Apache-2.0
#include "csv_field.hpp"

#include "elto/core/text.hpp"

#include "io/csv_scanner.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace elto::command {
namespace {

TEST(CsvField, LeavesPlainTextAlone) {
  for (const char* text : {"", "x", "2026-11-15T08:00:00Z", "wheel speed", "-1.5e3"})
    EXPECT_EQ(csv_field(text), text);
}

TEST(CsvField, QuotesWhatWouldBeCut) {
  EXPECT_EQ(csv_field("Nov 15, 8:00"), "\"Nov 15, 8:00\"");
  EXPECT_EQ(csv_field("6\" pipe"), "\"6\"\" pipe\"");
  EXPECT_EQ(csv_field("#1"), "\"#1\"");
  EXPECT_EQ(csv_field(" x"), "\" x\"");
}

RC_GTEST_PROP(CsvField, IsReadBack, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,;\"# \t.")));
  const std::string line = concat("first,", csv_field(text), ",last");
  CsvScanner scanner(line, ',');
  CsvField field;
  RC_ASSERT(scanner.next_row());
  RC_ASSERT(scanner.next_field(field));
  RC_ASSERT(scanner.next_field(field));
  RC_ASSERT(field.fault.empty());
  RC_ASSERT(unquoted(field) == text);
  RC_ASSERT(scanner.next_field(field));
  RC_ASSERT(field.text == "last");
}

}  // namespace
}  // namespace elto::command
