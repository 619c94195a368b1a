// SPDX-License-Identifier: Apache-2.0
// A table as data: its rows are tasks, its columns contenders.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/contender.hpp"
#include "experiments/task.hpp"

namespace elto::experiments {

struct TableRow {
  std::string name;
  std::function<Task(std::uint32_t seed)> task;
  /// The row of the paper that it is to be compared with; empty: none.
  std::string paper;
  /// A second reading of what the paper says: shown beside its figure, but not counted.
  bool alternative = false;
  bool quick = true;  ///< false: takes long, and is left out of a quick run
};

struct TableColumn {
  Contender contender;
  std::string paper = {};    ///< the column of the paper; empty: none
  bool alternative = false;  ///< as above
  bool is_error = true;      ///< false: a figure of which less is not better, such as a coefficient
  bool quick = true;         ///< false: takes long, and is left out of a quick run
};

/// What is printed in a row: the error, or seconds.
struct Quantity {
  std::string name;
  double (*of)(const Outcome&);
};

enum class Figure { none, bars, lines };

struct Table {
  std::string name;                            ///< "pen_mse"
  std::string title;                           ///< one line
  std::string protocol;                        ///< a paragraph: how the paper was read
  std::string remarks;                         ///< a paragraph: where we are worse, and why
  double unit = 1.0;                           ///< figures are printed as multiples of it
  std::string measure = "Mean squared error";  ///< what a figure is
  std::string bound = "paper";  ///< whose figures are expected: "paper 0.1", "at most 0.1"
  bool on_request = false;      ///< takes long, or is about something else: measured if named
  Figure figure = Figure::none;
  std::vector<TableRow> rows;
  std::vector<TableColumn> columns;
  /// Empty: the error. Several: each row is printed once for each.
  std::vector<Quantity> quantities = {};
  std::string axis = {};  ///< Figure::lines: what the paper's columns are, "memory factor"
};

/// All of them: the paper's filters in its order, its equations (experiments/pde_table.hpp,
/// experiments/ode_table.hpp), then the league and what disturbances cost (experiments/league.hpp,
/// experiments/disturbances.hpp).
const std::vector<Table>& all_tables();
/// Throws InvalidArgument for an unknown name, listing the known ones.
const Table& table_named(std::string_view name);

}  // namespace elto::experiments
