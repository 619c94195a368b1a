// SPDX-License-Identifier: Apache-2.0
#include "report/html.hpp"

#include <limits>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

TEST(Html, EscapesWhatHasAMeaning) {
  EXPECT_EQ(escape("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(escape("Größe \u00b1"), "Größe \u00b1");
  EXPECT_EQ(escape(""), "");
}

TEST(Html, JsonCannotEndItsScript) {
  EXPECT_EQ(escape_json(R"(["</script><!--"])"), R"(["\u003c/script>\u003c!--"])");
}

TEST(Html, FillsGapsOnce) {
  EXPECT_EQ(fill("{{a}} and {{b}}, {{a}}.", {{"a", "{{b}}"}, {"b", "x"}}), "{{b}} and x, {{b}}.");
  EXPECT_EQ(fill("no gaps }} {", {}), "no gaps }} {");
}

TEST(Html, RefusesAGapWithoutAValue) {
  EXPECT_REFUSED(fill("{{a}}{{b}}", {{"a", "x"}}),
                 "template: must be one of the values given, got b");
}

TEST(Html, RoundsForReading) {
  EXPECT_EQ(readable(0.123456), "0.1235");
  EXPECT_EQ(readable(3.0), "3");
  EXPECT_EQ(readable(2.345, 2), "2.3");
  EXPECT_EQ(readable(1.2e-7), "1.2e-07");
  EXPECT_EQ(percent(0.748), "75%");
  EXPECT_EQ(percent(1.0), "100%");
}

TEST(Html, GroupsTheDigitsOfCounts) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(grouped(-123), "-123");
  EXPECT_EQ(grouped(-1234), "-1,234");
}

TEST(Html, WhatIsNotFiniteIsADash) {
  EXPECT_EQ(readable(std::numeric_limits<double>::quiet_NaN()), "\u2013");
  EXPECT_EQ(percent(std::numeric_limits<double>::infinity()), "\u2013");
}

}  // namespace
}  // namespace elto::page
