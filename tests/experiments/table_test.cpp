// SPDX-License-Identifier: Apache-2.0
#include "experiments/table.hpp"

#include <set>

#include "elto/core/error.hpp"

#include "experiments/expected.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(Table, HasDistinctNamesForItsRowsAndColumns) {
  for (const Table& table : all_tables()) {
    std::set<std::string> rows, columns;
    for (const TableRow& row : table.rows) EXPECT_TRUE(rows.insert(row.name).second) << row.name;
    for (const TableColumn& column : table.columns)
      EXPECT_TRUE(columns.insert(column.contender.name).second) << column.contender.name;
  }
}

// A misspelt name would silently have nothing to be compared with.
TEST(Table, RefersToRowsAndColumnsThatThePaperHas) {
  for (const Table& table : all_tables())
    for (const TableRow& row : table.rows)
      for (const TableColumn& column : table.columns) {
        if (column.paper.empty()) continue;
        if (table.on_request) continue;  // has a test of its own
        if (table.quantities.empty()) {
          EXPECT_TRUE(expected(table.name, row.paper, column.paper))
              << table.name << ": " << row.paper << ", " << column.paper;
        }
        for (const Quantity& quantity : table.quantities)
          EXPECT_TRUE(expected(table.name, quantity.name, column.paper)) << quantity.name;
      }
}

TEST(Table, LeavesTheAutomaticChoiceOutOfMostOfAQuickRun) {
  std::vector<std::string> quick;
  for (const Table& table : all_tables())
    for (const TableColumn& column : table.columns)
      if (column.contender.name == "auto") {
        EXPECT_TRUE(column.is_error) << table.name;
        if (column.quick) quick.push_back(table.name);
      }
  EXPECT_EQ(quick, (std::vector<std::string>{"trajectory", "real_world"}));
}

TEST(Table, LeavesManyChannelsOutOfAQuickRun) {
  for (const Table& table : all_tables())
    for (const TableRow& row : table.rows) {
      const bool many = row.name.starts_with("D = 500,") || row.name.starts_with("D = 1000,");
      EXPECT_EQ(row.quick, !many) << table.name << ": " << row.name;
    }
}

TEST(Table, ShowsTheRawObservationsTheTrendAndTheAutomaticChoiceBesideEveryError) {
  for (const Table& table : all_tables()) {
    if (!table.quantities.empty() || table.on_request) continue;
    std::set<std::string> names;
    for (const TableColumn& column : table.columns) names.insert(column.contender.name);
    for (const char* name : {"raw", "trend", "auto"})
      EXPECT_TRUE(names.contains(name)) << table.name << ": " << name;
  }
}

TEST(Table, IsFoundByItsName) {
  EXPECT_EQ(table_named("sb").name, "sb");
  EXPECT_THROW(table_named("sbx"), InvalidArgument);
}

}  // namespace
}  // namespace elto::experiments
