// SPDX-License-Identifier: Apache-2.0
// What the documents say, whatever their format: numbers, cells, scores, and how trials were made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/results.hpp"
#include "experiments/score.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

/// What a document about all tables is called.
inline constexpr std::string_view kTitle = "The tables of the paper, measured again";

/// How a cell is to be read.
inline constexpr std::string_view kReading =
    "A cell has the median over the trials, in brackets the smallest and the largest of them, and "
    "the paper's figure. The median is bold where it is at or below the paper's figure. A filter "
    "diverged if it failed or left the range of the data by far; such a trial counts as "
    "infinitely large, and N/A is the paper's word for it. A dash was not measured. What is "
    "marked \u2020 is a second reading of what the paper says: it stands beside the same figure "
    "but is not counted. \"auto\" is the filter that --model auto chooses from the rows before the "
    "test, without any truth, with the same number of evaluations in each of its searches, "
    "from 500 channels on a quarter of it.";

/// Three significant digits: "0.0123", "1.20", "1230", "1.23e-07". Infinity is "diverged".
std::string rounded(double value);
/// "45 s", "12 min", "3.4 h"
std::string duration(double seconds);

struct CellWords {
  std::string median;  ///< "1.23", "diverged", or a dash
  std::string spread;  ///< "1.10 to 1.51", "3 of 5" that diverged, or empty
  std::string paper;   ///< "paper 1.95", "paper N/A", "at most 0.9", or empty
};
CellWords words_of(const CellResult& cell);

/// "Mean squared error in units of 0.01", or "Seconds".
std::string unit_words(const Table& table);

struct RecordEntry {
  std::string name, value;
};
std::vector<RecordEntry> entries_of(const CampaignRecord& record);

/// "5 of 6"; a dash if there was nothing to count.
std::string words_of(const Score& score);
/// A sentence for each score that counted anything.
std::vector<std::string> score_sentences(const std::vector<Table>& tables,
                                         const std::vector<Trial>& trials);

}  // namespace elto::experiments
