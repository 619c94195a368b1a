// SPDX-License-Identifier: Apache-2.0
// What a campaign measured, and its tables with the paper's figures beside ours. Everywhere, an
// error of infinity says that the filter diverged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "elto/core/types.hpp"

#include "experiments/contender.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

/// One trial of one cell.
struct Trial {
  std::string table, row, column;
  Index number = 0;  ///< from 0
  Outcome outcome = {};
};

/// How the trials were made; stands in every document.
struct CampaignRecord {
  std::string version, command;
  Index trials = 0;
  std::uint32_t seed = 0;
  Index evaluations = 0;
  double seconds = 0.0;  ///< of all trials, on all threads together
};

struct Results {
  CampaignRecord record = {};
  std::vector<Trial> trials = {};
};

/// One cell of a printed table, in the table's unit.
struct [[nodiscard]] CellResult {
  double median = 0.0, low = 0.0, high = 0.0;  ///< over the trials; infinity: diverged
  Index trials = 0;                            ///< 0: not measured yet
  Index diverged = 0;                          ///< of the trials
  /// Infinity: it prints N/A. Nothing: it has no such cell.
  std::optional<double> paper = std::nullopt;
  std::string bound = "paper";  ///< whose figure that is
  bool counted = false;         ///< an error with a figure of the paper, in its main reading
  bool is_error = true;         ///< less is better
};

/// Ours is no larger than the paper's figure, and did not diverge.
bool at_or_below_paper(const CellResult& cell);

struct PrintedRow {
  std::string name;
  bool alternative = false;
  std::vector<CellResult> cells = {};  ///< one per column of the table
};

/// Rows and columns of a table filled in with what was measured and with the paper's figures. A
/// table with quantities has each row once for each of them, called after the quantity, and after
/// the row too if there are several.
std::vector<PrintedRow> printed_rows(const Table& table, const std::vector<Trial>& trials);

/// The tables that have a trial, in their order.
std::vector<Table> measured(const std::vector<Table>& tables, const std::vector<Trial>& trials);

}  // namespace elto::experiments
