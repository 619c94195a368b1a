// SPDX-License-Identifier: Apache-2.0
#include "experiments/wording.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "elto/core/text.hpp"

namespace elto::experiments {
namespace {

constexpr std::string_view kDash = "\u2013";

std::string formatted(double value, std::chars_format format, int decimals) {
  std::array<char, 64> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, decimals);
  return {buffer.data(), end};
}

std::string spread_of(const CellResult& cell) {
  if (cell.trials < 2) return {};
  if (cell.diverged == cell.trials) return {};
  if (std::isinf(cell.median)) return concat(cell.diverged, " of ", cell.trials);
  return concat(rounded(cell.low), " to ", rounded(cell.high));
}

std::string paper_of(const CellResult& cell) {
  if (!cell.paper) return {};
  return concat(cell.bound, " ", std::isinf(*cell.paper) ? "N/A" : rounded(*cell.paper));
}

}  // namespace

std::string rounded(double value) {
  if (!std::isfinite(value)) return "diverged";
  // Rounding comes first, because it may add a digit before the point: 9.996 is 10.0.
  std::string scientific = formatted(value, std::chars_format::scientific, 2);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (exponent < -4 || exponent > 5) return scientific;
  const double kept = std::strtod(scientific.c_str(), nullptr);
  return formatted(kept, std::chars_format::fixed, std::max(0, 2 - exponent));
}

std::string duration(double seconds) {
  if (seconds < 90.0) return concat(std::round(seconds), " s");
  if (seconds < 5400.0) return concat(std::round(seconds / 60.0), " min");
  return concat(std::round(seconds / 360.0) / 10.0, " h");
}

CellWords words_of(const CellResult& cell) {
  return {.median = cell.trials == 0 ? std::string(kDash) : rounded(cell.median),
          .spread = spread_of(cell),
          .paper = paper_of(cell)};
}

std::string unit_words(const Table& table) {
  const std::string what = table.quantities.empty() ? table.measure : "Seconds";
  return table.unit == 1.0 ? what : concat(what, " in units of ", table.unit);
}

std::vector<RecordEntry> entries_of(const CampaignRecord& record) {
  return {{"command", record.command},
          {"version", concat("elto ", record.version)},
          {"trials of each cell", text(record.trials)},
          {"seed of the first trial", text(record.seed)},
          {"evaluations in each search", text(record.evaluations)},
          {"time of all trials, one after another", duration(record.seconds)}};
}

std::string words_of(const Score& score) {
  return score.of == 0 ? std::string(kDash) : concat(score.at_or_below, " of ", score.of);
}

std::vector<std::string> score_sentences(const std::vector<Table>& tables,
                                         const std::vector<Trial>& trials) {
  std::vector<std::string> sentences;
  const Score paper = against_paper(tables, trials);
  if (paper.of > 0)
    sentences.push_back(concat("ELTO-AKF is at or below the paper's figure for it in ",
                               words_of(paper), " cells."));
  const Score fixed = against_fixed_noise(tables, trials);
  if (fixed.of > 0)
    sentences.push_back(concat("ELTO-AKF is at or below ELTO-KF, both measured here, in ",
                               words_of(fixed), " cells, and equal to it in ", fixed.equal,
                               " of them, because block noise is kept only where it is clearly "
                               "better on the rows to tune on."));
  return sentences;
}

}  // namespace elto::experiments
