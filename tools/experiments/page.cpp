// SPDX-License-Identifier: Apache-2.0
#include "experiments/page.hpp"

#include <span>
#include <string_view>

#include "elto/core/text.hpp"

#include "embedded_files.hpp"
#include "experiments/figure.hpp"
#include "experiments/grid.hpp"
#include "experiments/score.hpp"
#include "experiments/wording.hpp"
#include "report/html.hpp"

namespace elto::experiments {
namespace {

using page::escape;
using page::fill;

std::string html_paragraph(std::string_view words) {
  return words.empty() ? std::string() : concat("<p>", escape(words), "</p>\n");
}

/// An element with a class, or nothing around nothing.
std::string span(std::string_view style, const std::string& words) {
  if (words.empty()) return {};
  return concat("<span class=\"", style, "\">", escape(words), "</span>");
}

std::string cell_html(const CellResult& cell) {
  const CellWords words = words_of(cell);
  const std::string spread = words.spread.empty() ? "" : concat("(", words.spread, ")");
  return concat("<td>", span(at_or_below_paper(cell) ? "median good" : "median", words.median),
                span("spread", spread), span("paper", words.paper), "</td>");
}

std::string head_html(const std::vector<std::string>& names) {
  std::string cells;
  for (const std::string& name : names)
    cells += concat("<th scope=\"col\">", escape(name), "</th>");
  return concat("<thead><tr><td></td>", cells, "</tr></thead>\n");
}

std::string grid_html(const Grid& grid) {
  std::string rows;
  for (const PrintedRow& row : grid.rows) {
    rows += concat("<tr><th scope=\"row\">", escape(row.name), "</th>");
    for (const CellResult& cell : row.cells) rows += cell_html(cell);
    rows += "</tr>\n";
  }
  return concat("<table>\n", head_html(grid.columns), "<tbody>\n", rows, "</tbody>\n</table>\n");
}

std::string table_section(const Table& table, const std::vector<Trial>& trials) {
  return fill(R"(<section aria-labelledby="{{name}}">
<h2 id="{{name}}">{{title}}</h2>
<p class="note">Table {{name}}. {{unit}}.</p>
{{protocol}}<div class="scroll" tabindex="0" role="region" aria-labelledby="{{name}}">
{{grid}}</div>
{{figure}}{{remarks}}</section>
)",
              {{"name", escape(table.name)},
               {"title", escape(table.title)},
               {"unit", escape(unit_words(table))},
               {"protocol", html_paragraph(table.protocol)},
               {"grid", grid_html(grid_of(table, trials))},
               {"figure", figure_html(table, trials)},
               {"remarks", html_paragraph(table.remarks)}});
}

std::string score_row(const Table& table, const std::vector<Trial>& trials) {
  const std::span<const Table> alone(&table, 1);
  return fill(R"(<tr><th scope="row"><a href="#{{name}}">{{title}}</a></th><td>{{paper}}</td>)"
              "<td>{{fixed}}</td></tr>\n",
              {{"name", escape(table.name)},
               {"title", escape(table.title)},
               {"paper", words_of(against_paper(alone, trials))},
               {"fixed", words_of(against_fixed_noise(alone, trials))}});
}

}  // namespace

std::string to_html(const std::vector<Table>& tables, const Results& results) {
  const std::vector<Table> shown = measured(tables, results.trials);
  std::string sentences, scores, record, sections;
  for (const std::string& sentence : score_sentences(shown, results.trials))
    sentences += html_paragraph(sentence);
  for (const RecordEntry& entry : entries_of(results.record))
    record +=
        concat("<div><dt>", escape(entry.name), "</dt><dd>", escape(entry.value), "</dd></div>\n");
  for (const Table& table : shown) {
    scores += score_row(table, results.trials);
    sections += table_section(table, results.trials);
  }
  return fill(embedded::page_html, {{"title", escape(kTitle)},
                                    {"sentences", sentences},
                                    {"scores", scores},
                                    {"record", record},
                                    {"reading", escape(kReading)},
                                    {"sections", sections},
                                    {"colours_css", embedded::colours_css},
                                    {"page_css", embedded::page_css},
                                    {"theme_js", embedded::theme_js}});
}

}  // namespace elto::experiments
