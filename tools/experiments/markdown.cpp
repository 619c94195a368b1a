// SPDX-License-Identifier: Apache-2.0
#include "experiments/markdown.hpp"

#include <span>
#include <string_view>

#include "elto/core/text.hpp"

#include "experiments/grid.hpp"
#include "experiments/score.hpp"
#include "experiments/wording.hpp"

namespace elto::experiments {
namespace {

/// A bar would end the cell.
std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) text.append(c == '|' ? "\\" : "").push_back(c);
  return text;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += concat(" ", escaped(cell), " |");
  return line.append("\n");
}

/// Names at the left, figures at the right of their columns.
std::string head_of(const std::vector<std::string>& names) {
  std::string rule = "|---|";
  for (std::size_t i = 1; i < names.size(); ++i) rule += "---:|";
  return concat(line_of(names), rule, "\n");
}

std::string text_of(const CellResult& cell) {
  const CellWords words = words_of(cell);
  std::string text = at_or_below_paper(cell) ? concat("**", words.median, "**") : words.median;
  if (!words.spread.empty()) text += concat(" (", words.spread, ")");
  if (!words.paper.empty()) text += concat("<br>", words.paper);
  return text;
}

std::string grid_text(const Grid& grid) {
  std::vector<std::string> names = {""};
  names.insert(names.end(), grid.columns.begin(), grid.columns.end());
  std::string text = head_of(names);
  for (const PrintedRow& row : grid.rows) {
    std::vector<std::string> cells = {row.name};
    for (const CellResult& cell : row.cells) cells.push_back(text_of(cell));
    text += line_of(cells);
  }
  return text;
}

std::string paragraph(std::string_view words) {
  return words.empty() ? std::string() : concat(words, "\n\n");
}

std::string scores_text(const std::vector<Table>& tables, const std::vector<Trial>& trials) {
  std::string text =
      head_of({"table", "at or below the paper's ELTO-AKF", "at or below our ELTO-KF"});
  for (const Table& table : tables) {
    const std::span<const Table> alone(&table, 1);
    text += line_of({concat("`", table.name, "`"), words_of(against_paper(alone, trials)),
                     words_of(against_fixed_noise(alone, trials))});
  }
  return text;
}

std::string table_text(const Table& table, const std::vector<Trial>& trials) {
  return concat("\n## ", table.title, "\n\nTable `", table.name, "`. ", unit_words(table), ".\n\n",
                paragraph(table.protocol), grid_text(grid_of(table, trials)),
                table.remarks.empty() ? "" : concat("\n", table.remarks, "\n"));
}

}  // namespace

std::string to_markdown(const std::vector<Table>& tables, const Results& results) {
  const std::vector<Table> shown = measured(tables, results.trials);
  std::string text = concat("# ", kTitle, "\n\n");
  for (const std::string& sentence : score_sentences(shown, results.trials))
    text += paragraph(sentence);
  text += concat(scores_text(shown, results.trials), "\n## How it was measured\n\n");
  for (const RecordEntry& entry : entries_of(results.record))
    text += concat("- ", entry.name, ": `", entry.value, "`\n");
  text += concat("\n## How to read a table\n\n", kReading, "\n");
  for (const Table& table : shown) text += table_text(table, results.trials);
  return text;
}

}  // namespace elto::experiments
