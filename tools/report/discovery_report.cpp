// SPDX-License-Identifier: Apache-2.0
#include "report/discovery_report.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"

#include "page_files.hpp"
#include "report/encode.hpp"
#include "report/heat_map.hpp"
#include "report/html.hpp"
#include "report/sections.hpp"

#include <nlohmann/json.hpp>

namespace elto {
namespace {

using Json = nlohmann::json;
using page::escape;
using page::fill;
using page::readable;

// ---- drawn by the script ------------------------------------------------------------------------

std::string_view name_of(CurveRole role) {
  switch (role) {
    case CurveRole::measured:
      return "measured";
    case CurveRole::estimate:
      return "estimate";
    case CurveRole::truth:
      return "truth";
    case CurveRole::trajectory:
      break;
  }
  return "trajectory";
}

Json json_of(page::EncodedColumn column) {
  return {{"type", column.type}, {"data", std::move(column.data)}};
}

Json json_of(const CurveChart& chart) {
  Json json = {{"names", Json::array()}, {"roles", Json::array()}, {"columns", Json::array()}};
  for (const Curve& curve : chart.curves) {
    json["names"].push_back(curve.name);
    json["roles"].push_back(name_of(curve.role));
    json["columns"].push_back(json_of(page::encode_values(curve.values)));
  }
  return json;
}

std::string curve_chart(std::size_t index) {
  return concat("curves-", index);
}

std::string path_chart(std::size_t equation, std::string_view criterion) {
  return concat("path-", equation, "-", criterion);
}

Json path_json(const FoundEquation& equation, std::string_view name, double SizeStep::*criterion) {
  const Index sizes = std::ssize(equation.path);
  Vector values(sizes);
  for (Index i = 0; i < sizes; ++i)
    values[i] = equation.path[static_cast<std::size_t>(i)].*criterion;
  return {
      {"names", {name}},
      {"roles", {name_of(CurveRole::estimate)}},
      {"columns", {json_of(page::encode_values(values))}},
      {"x",
       json_of(page::encode_positions(Vector::LinSpaced(sizes, 1.0, static_cast<double>(sizes))))}};
}

Json fields_json(const DiscoveryReport& report, const page::ColourScale& scale) {
  Json maps = Json::array();
  for (const ShownField& field : report.fields) {
    page::HeatMap map = page::heat_map(field.values, scale);
    maps.push_back(
        {{"width", map.width}, {"height", map.height}, {"levels", std::move(map.levels)}});
  }
  return maps;
}

std::string data_json(const DiscoveryReport& report, const page::ColourScale& scale) {
  Json charts = Json::object();
  for (std::size_t i = 0; i < report.charts.size(); ++i)
    charts[curve_chart(i)] = json_of(report.charts[i]);
  for (std::size_t i = 0; i < report.equations.size(); ++i) {
    if (report.equations[i].path.empty()) continue;
    charts[path_chart(i, "bic")] = path_json(report.equations[i], "BIC", &SizeStep::bic);
    charts[path_chart(i, "ubic")] = path_json(report.equations[i], "UBIC", &SizeStep::ubic);
  }
  const Json all = {{"axis", {{"kind", "number"}, {"name", report.axis_name}}},
                    {"x", json_of(page::encode_positions(report.axis))},
                    {"charts", std::move(charts)},
                    {"maps", fields_json(report, scale)}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- read ---------------------------------------------------------------------------------------

std::string equations_section(const DiscoveryReport& report) {
  std::string equations, sentences;
  for (const FoundEquation& equation : report.equations)
    equations += concat("<div class=\"equation\">", page::to_mathml(equation), "</div>\n");
  for (const std::string& sentence : report.sentences)
    sentences += concat("<p>", escape(sentence), "</p>\n");
  return fill(R"(<section class="found {{style}}" aria-label="{{label}}">
{{equations}}{{sentences}}</section>)",
              {{"style", report.is_sure ? "good" : "fair"},
               {"label", report.equations.size() == 1 ? "Equation" : "Equations"},
               {"equations", equations},
               {"sentences", sentences}});
}

std::string field_figure(const ShownField& field, const FieldAxes& axes, std::size_t index) {
  return fill(R"(<figure class="map">
<figcaption><span class="caption">{{caption}}</span><span class="values">{{remark}}</span></figcaption>
<div class="frame">
<span class="upwards"><span>{{last_place}}</span><span>x</span><span>{{first_place}}</span></span>
<canvas data-map="{{index}}" role="img" aria-label="Field: {{caption}}"></canvas>
<span class="rightwards"><span>{{first_time}}</span><span>t</span><span>{{last_time}}</span></span>
</div>
</figure>
)",
              {{"caption", escape(field.caption)},
               {"remark", escape(field.remark)},
               {"index", text(index)},
               {"first_place", readable(axes.first_place, 3)},
               {"last_place", readable(axes.last_place, 3)},
               {"first_time", readable(axes.first_time, 3)},
               {"last_time", readable(axes.last_time, 3)}});
}

std::string fields_section(const DiscoveryReport& report, const page::ColourScale& scale) {
  if (report.fields.empty()) return {};
  std::string figures;
  for (std::size_t i = 0; i < report.fields.size(); ++i)
    figures += field_figure(report.fields[i], report.axes, i);
  return fill(
      R"(<section aria-labelledby="fields">
<h2 id="fields">The field</h2>
<div class="maps">
{{figures}}</div>
<p class="scale"><span>{{low}}</span><canvas id="scale" aria-hidden="true"></canvas><span>{{high}}</span></p>
</section>)",
      {{"figures", figures}, {"low", readable(scale.low, 3)}, {"high", readable(scale.high, 3)}});
}

std::string charts_section(const DiscoveryReport& report) {
  std::string figures;
  for (std::size_t i = 0; i < report.charts.size(); ++i)
    figures += page::chart_figure(curve_chart(i), report.charts[i].caption);
  return fill(R"(<section aria-labelledby="charts">
<div class="bar">
<h2 id="charts">{{title}}</h2>
<button type="button" id="reset" disabled>Reset zoom</button>
</div>
{{figures}}</section>)",
              {{"title", escape(report.charts_title)}, {"figures", figures}});
}

bool knows_truth(const FoundEquation& equation) {
  return std::ranges::any_of(equation.terms,
                             [](const FoundTerm& term) { return term.truth.has_value(); });
}

bool knows_evidence(const FoundEquation& equation) {
  return std::ranges::any_of(equation.terms,
                             [](const FoundTerm& term) { return term.evidence.has_value(); });
}

std::string share_bar(Index chosen, Index draws) {
  const double share = static_cast<double>(chosen) / static_cast<double>(draws);
  return fill(R"(<span class="share" style="--share: {{share}}"></span>{{chosen}} of {{draws}})",
              {{"share", page::percent(share)}, {"chosen", text(chosen)}, {"draws", text(draws)}});
}

std::string cell(std::string_view content) {
  return concat("<td>", content, "</td>");
}

std::string term_row(const FoundTerm& term, const FoundEquation& equation) {
  const auto figure = [&](double value, int digits) {
    return cell(term.in_equation ? readable(value, digits) : "");
  };
  std::string row =
      concat("<tr><th scope=\"row\">", page::to_mathml(term), "</th>", figure(term.coefficient, 4));
  row +=
      cell(term.in_equation ? concat(readable(term.low, 4), " to ", readable(term.high, 4)) : "");
  if (equation.draws > 0) row += figure(term.spread, 2);
  row += figure(term.standard_error, 2);
  if (knows_evidence(equation)) row += cell(term.evidence ? ratio_text(*term.evidence) : "");
  if (knows_truth(equation)) row += cell(term.truth ? readable(*term.truth) : "0");
  if (equation.draws > 0)
    row += concat("<td class=\"words\">", share_bar(term.chosen, equation.draws), "</td>");
  return row + "</tr>\n";
}

std::string coefficient_table(const FoundEquation& equation) {
  const bool drawn = equation.draws > 0;
  std::string rows;
  for (const FoundTerm& term : equation.terms)
    if (drawn || term.in_equation || term.truth) rows += term_row(term, equation);
  return fill(R"(<div class="scroll" tabindex="0" role="region" aria-labelledby="coefficients">
<table class="terms">
<thead><tr><th scope="col">{{left}}</th><th scope="col">Coefficient</th><th scope="col">{{level}} interval</th>{{spread}}<th scope="col">Standard error</th>{{evidence}}{{truth}}{{chosen}}</tr></thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
)",
              {{"left", escape(equation.left)},
               {"level", page::percent(equation.confidence)},
               {"spread", drawn ? "<th scope=\"col\">Spread</th>" : ""},
               {"evidence", knows_evidence(equation) ? "<th scope=\"col\">Evidence</th>" : ""},
               {"truth", knows_truth(equation) ? "<th scope=\"col\">Truth</th>" : ""},
               {"chosen", drawn ? "<th scope=\"col\" class=\"words\">Chosen by</th>" : ""},
               {"rows", rows}});
}

std::string correlation_table(const Correlations& correlations) {
  if (correlations.names.size() < 2) return {};
  std::string head, rows;
  for (std::size_t i = 0; i < correlations.names.size(); ++i) {
    const std::string name = escape(correlations.names[i]);
    head += concat("<th scope=\"col\">", name, "</th>");
    rows += concat("<tr><th scope=\"row\">", name, "</th>");
    for (Index j = 0; j < correlations.values.cols(); ++j)
      rows += cell(readable(correlations.values(static_cast<Index>(i), j), 2));
    rows += "</tr>\n";
  }
  return fill(R"(<details>
<summary>Correlations of their errors</summary>
<div class="scroll" tabindex="0" role="region" aria-labelledby="coefficients">
<table class="terms">
<thead><tr><th scope="col"></th>{{head}}</tr></thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
</details>
)",
              {{"head", head}, {"rows", rows}});
}

std::string_view note_on(const std::vector<FoundEquation>& equations) {
  if (equations.front().corrected)
    return "What noise in the terms does to coefficients, it pulls them towards 0, is taken out of "
           "them; standard errors and intervals are by blocks of the field. Spread is the standard "
           "deviation of the plain regression between draws of rectangles.";
  if (equations.front().draws > 0)
    return "Spread is the standard deviation between draws of rectangles, standard error that of "
           "the regression; the interval has both. All draws see the same noise, and what is left "
           "of it pulls coefficients towards 0: that is in no interval.";
  if (std::ranges::any_of(equations, knows_evidence))
    return "Evidence is that of the equations with the term over that without it, all others "
           "learned anew. Intervals are for these terms as they are: that others may be right is "
           "said below.";
  return "The interval is that of the regression, as if the errors of rows were independent.";
}

std::string coefficients_section(const DiscoveryReport& report) {
  std::string tables;
  for (const FoundEquation& equation : report.equations) tables += coefficient_table(equation);
  return concat("<section aria-labelledby=\"coefficients\">\n<h2 id=\"coefficients\">",
                "Coefficients</h2>\n", tables, correlation_table(report.correlations),
                "<p class=\"note\">", note_on(report.equations), "</p>\n</section>");
}

std::string runners_up_section(const DiscoveryReport& report) {
  if (report.runners_up.empty()) return {};
  std::string rows;
  for (const RunnerUp& one : report.runners_up) {
    std::string equations;
    for (const FoundEquation& equation : one.equations)
      equations += concat("<div>", page::to_mathml(equation), "</div>");
    rows += concat("<tr><th scope=\"row\">", ratio_text(one.behind), "</th><td class=\"words\">",
                   equations, "</td></tr>\n");
  }
  return fill(R"(<section aria-labelledby="others">
<h2 id="others">Other equations</h2>
<p>One term away from those found, each learned anew: how much likelier the rows make those above.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="others">
<table class="terms">
<thead><tr><th scope="col">Against it</th><th scope="col" class="words">Equations</th></tr></thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
</section>)",
              {{"rows", rows}});
}

std::string path_rows(const FoundEquation& equation) {
  std::string rows;
  for (std::size_t i = 0; i < equation.path.size(); ++i) {
    std::string names;
    for (const std::string& name : equation.path[i].terms)
      names.append(names.empty() ? "" : ", ").append(name);
    rows += fill(R"(<tr><th scope="row">{{size}}</th><td class="words">{{terms}}</td>)"
                 R"(<td>{{bic}}</td><td>{{ubic}}</td></tr>)"
                 "\n",
                 {{"size", text(i + 1)},
                  {"terms", escape(names)},
                  {"bic", readable(equation.path[i].bic, 7)},
                  {"ubic", readable(equation.path[i].ubic, 7)}});
  }
  return rows;
}

std::string path_section(const DiscoveryReport& report) {
  std::string parts;
  for (std::size_t i = 0; i < report.equations.size(); ++i) {
    const FoundEquation& equation = report.equations[i];
    if (equation.path.empty()) continue;
    const std::string of = concat(" of ", equation.left, " by number of terms");
    parts += concat("<div class=\"pair\">\n",
                    page::chart_figure(path_chart(i, "bic"), concat("BIC", of)),
                    page::chart_figure(path_chart(i, "ubic"), concat("UBIC", of)), "</div>\n");
    parts += fill(R"(<div class="scroll" tabindex="0" role="region" aria-labelledby="path">
<table>
<thead><tr><th scope="col">Number</th><th scope="col" class="words">Best terms</th><th scope="col">BIC</th><th scope="col">UBIC</th></tr></thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
)",
                  {{"rows", path_rows(equation)}});
  }
  if (parts.empty()) return {};
  return concat(R"(<section aria-labelledby="path">
<h2 id="path">How many terms</h2>
<p>The best terms of each number; less is better. UBIC adds to BIC how uncertain the coefficients
are, with the weight at which its choice ended; it takes another number only if that gains enough.</p>
)",
                parts, "</section>");
}

}  // namespace

void validate(const DiscoveryReport& report) {
  require(!report.equations.empty(), "equations", "at least 1", 0);
  require(!report.charts.empty(), "charts", "at least 1", 0);
  for (const CurveChart& chart : report.charts)
    for (const Curve& curve : chart.curves)
      require(curve.values.size() == report.axis.size(), concat("curve ", curve.name),
              concat("as long as the axis, ", report.axis.size()), curve.values.size());
  for (const ShownField& field : report.fields)
    require(field.values.rows() == report.fields.front().values.rows() &&
                field.values.cols() == report.fields.front().values.cols(),
            concat("field ", field.caption), "of the shape of the first",
            concat(field.values.rows(), " x ", field.values.cols()));
}

std::string to_html(const DiscoveryReport& report) {
  validate(report);
  std::vector<const Matrix*> values;
  for (const ShownField& field : report.fields) values.push_back(&field.values);
  const page::ColourScale scale = page::common_scale(values);
  return fill(page::discovery_html, {{"title", escape(report.title)},
                                     {"subtitle", escape(report.subtitle)},
                                     {"equations", equations_section(report)},
                                     {"fields", fields_section(report, scale)},
                                     {"charts", charts_section(report)},
                                     {"coefficients", coefficients_section(report)},
                                     {"path", path_section(report)},
                                     {"runners_up", runners_up_section(report)},
                                     {"card", page::card_section(report.card, "How it was found")},
                                     {"data", page::escape_json(data_json(report, scale))},
                                     {"colours_css", page::colours_css},
                                     {"charts_css", page::charts_css},
                                     {"report_css", page::report_css},
                                     {"discovery_css", page::discovery_css},
                                     {"theme_js", page::theme_js},
                                     {"columns_js", page::columns_js},
                                     {"marks_js", page::marks_js},
                                     {"chart_js", page::chart_js},
                                     {"report_js", page::report_js},
                                     {"heat_map_js", page::heat_map_js},
                                     {"dygraphs_licence", page::dygraphs_licence},
                                     {"dygraphs_css", page::dygraphs_css},
                                     {"dygraphs_js", page::dygraphs_js}});
}

}  // namespace elto
