// SPDX-License-Identifier: Apache-2.0
#include "experiments/page.hpp"

#include "experiments/markup.hpp"
#include "experiments/sample_results.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::says;
using testing::imbalance;

std::string page_sample() {
  return to_html(testing::sample_tables(), testing::sample_results());
}

TEST(Page, IsWellFormed) {
  EXPECT_EQ(page_sample().find("<!doctype html>"), 0U);
  EXPECT_EQ(imbalance(page_sample()), "");
}

TEST(Page, AsksTheNetworkForNothing) {
  EXPECT_SAYS(page_sample(), "default-src 'none'");
  for (const char* part : {"<script src", "rel=\"stylesheet\"", "@import", "http://", "https://"})
    EXPECT_FALSE(says(page_sample(), part)) << part;
}

TEST(Page, HasAllItsPartsInOrder) {
  const std::string page = page_sample();
  std::size_t last = 0;
  for (const char* part :
       {"<h1>", "in 3 of 6 cells.", "id=\"glance\"", "<a href=\"#memory_rates\">Memory factors</a>",
        "id=\"record\"", "<dd>elto reproduce --trials 3</dd>", "id=\"reading\"",
        "id=\"distribution_shift\"", "<svg", "Worse &lt; better.", "id=\"memory_rates\"", "<svg",
        "id=\"time\"", "Seconds."}) {
    const std::size_t at = page.find(part, last);
    ASSERT_NE(at, std::string::npos) << part << " is not there, or too early";
    last = at;
  }
}

TEST(Page, HasOursAndThePapersInEachCell) {
  EXPECT_SAYS(page_sample(),
              "<td><span class=\"median good\">1.00</span><span class=\"spread\">(0.900 to "
              "1.10)</span><span class=\"paper\">paper 1.08</span></td>");
  EXPECT_SAYS(page_sample(),
              "<td><span class=\"median\">diverged</span><span class=\"spread\">(2 of 3)</span>");
  EXPECT_SAYS(page_sample(), "<td><span class=\"median\">\u2013</span></td>");
}

TEST(Page, TextCannotBreakOut) {
  constexpr const char* kAttack = "</script><script>attack()</script><!--\"'&{{title}}";
  std::vector<Table> tables = testing::sample_tables();
  Results results = testing::sample_results();
  for (Table& table : tables) {
    table.title = table.protocol = table.remarks = table.axis = kAttack;
    table.rows[0].name = table.columns[0].contender.name = kAttack;
  }
  results.record.command = kAttack;
  const std::string page = to_html(tables, results);
  EXPECT_FALSE(says(page, "<script>attack"));
  EXPECT_EQ(imbalance(page), "");
}

}  // namespace
}  // namespace elto::experiments
