// SPDX-License-Identifier: Apache-2.0
#include "report/forecast_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include "page_files.hpp"
#include "report/encode.hpp"
#include "report/html.hpp"
#include "report/row_axis.hpp"
#include "report/sections.hpp"

#include <nlohmann/json.hpp>

namespace elto {
namespace {

using Json = nlohmann::json;
using page::escape;
using page::fill;
using page::readable;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr Index kTimesAhead = 5;  // as many rows before the forecast as it has, so many times
constexpr Index kFewestBefore = 60, kMostBefore = 5000;

Index steps_of(const ForecastReport& report) {
  return report.channels.front().mean.size();
}

/// Rows known that are drawn.
Index rows_before(const ForecastReport& report) {
  const Index wanted = std::clamp(kTimesAhead * steps_of(report), kFewestBefore, kMostBefore);
  return std::min(wanted, report.known.rows());
}

// ---- drawn by the script ------------------------------------------------------------------------

Json column_json(page::EncodedColumn column) {
  return {{"type", column.type}, {"data", std::move(column.data)}};
}

/// The last rows known and those ahead, one behind the other.
page::RowAxis axis_of(const ForecastReport& report) {
  const Index before = rows_before(report), steps = steps_of(report);
  Series drawn(Matrix::Zero(before + steps, 1));
  if (!report.ahead.empty()) {
    drawn.time.values.resize(before + steps);
    drawn.time.values << report.known.time.values.tail(before), report.ahead.values;
    drawn.time.labels = report.ahead.labels;
  }
  page::RowAxis axis = page::row_axis(drawn);
  if (axis.kind == page::RowAxisKind::row)
    axis.positions.array() += static_cast<double>(report.known.rows() - before);
  return axis;
}

Json forecast_json(const ForecastReport& report, std::size_t channel) {
  const Index before = rows_before(report), steps = steps_of(report);
  const ForecastChannel& one = report.channels[channel];
  Matrix columns = Matrix::Constant(before + steps, 3, kNothing);
  columns.col(0).head(before) = report.known.values.col(static_cast<Index>(channel)).tail(before);
  columns.col(1).tail(steps) = one.mean;
  columns.col(2).tail(steps) = one.half;
  Json chart = {{"columns", Json::array()}};
  for (const auto& column : columns.colwise())
    chart["columns"].push_back(column_json(page::encode_values(column)));
  return chart;
}

Vector in_numbers(const std::vector<Index>& ahead) {
  Vector numbers(std::ssize(ahead));
  std::ranges::copy(ahead, numbers.begin());
  return numbers;
}

Json horizon_json(const Backtest& backtest) {
  Json chart = {{"names", {"forecast", "last value"}},
                {"roles", {"estimate", "measured"}},
                {"columns",
                 {column_json(page::encode_values(backtest.error)),
                  column_json(page::encode_values(backtest.last_value))}},
                {"x", column_json(page::encode_positions(in_numbers(backtest.ahead)))}};
  if (backtest.season_ago.size() > 0) {
    chart["names"].push_back("a season ago");
    chart["roles"].push_back("trajectory");
    chart["columns"].push_back(column_json(page::encode_values(backtest.season_ago)));
  }
  return chart;
}

std::string forecast_chart(std::size_t channel) {
  return concat("forecast-", channel);
}

std::string horizon_chart(std::size_t channel) {
  return concat("horizon-", channel);
}

std::string_view name_of(page::RowAxisKind kind) {
  if (kind == page::RowAxisKind::date) return "date";
  return kind == page::RowAxisKind::number ? "number" : "row";
}

std::string data_json(const ForecastReport& report, const page::RowAxis& axis) {
  Json charts = Json::object();
  for (std::size_t i = 0; i < report.channels.size(); ++i) {
    charts[forecast_chart(i)] = forecast_json(report, i);
    if (!report.channels[i].backtest.empty())
      charts[horizon_chart(i)] = horizon_json(report.channels[i].backtest);
  }
  const bool named = axis.kind != page::RowAxisKind::row && !report.known.time.name.empty();
  const Json all = {
      {"axis", {{"kind", name_of(axis.kind)}, {"name", named ? report.known.time.name : "row"}}},
      {"x", column_json(page::encode_positions(axis.positions))},
      {"charts", std::move(charts)}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- read ---------------------------------------------------------------------------------------

std::string sentences_section(const ForecastReport& report) {
  if (report.sentences.empty()) return {};
  std::string sentences;
  for (const std::string& sentence : report.sentences)
    sentences += concat("<p>", escape(sentence), "</p>\n");
  return concat("<section class=\"verdict unknown\" aria-label=\"Summary\">\n", sentences,
                "</section>");
}

std::string axis_note(const page::RowAxis& axis) {
  if (!axis.time_ignored) return {};
  return "<p class=\"note\">The times are not in ascending order, so the axis counts rows.</p>\n";
}

std::string forecast_figures(const ForecastReport& report) {
  std::string figures;
  for (std::size_t i = 0; i < report.channels.size(); ++i) {
    const ForecastChannel& one = report.channels[i];
    figures += page::chart_figure(
        forecast_chart(i), one.family.empty() ? one.name : concat(one.name, ": ", one.family));
  }
  return figures;
}

/// Steps ahead that a table shows: about a dozen, 1, 2, 5, 10 and so on, and the last.
std::vector<Index> shown_horizons(const Backtest& backtest) {
  std::vector<Index> shown;
  double next = 1.0;
  for (Index k = 0; k < std::ssize(backtest.ahead); ++k) {
    const auto steps = static_cast<double>(backtest.ahead[static_cast<std::size_t>(k)]);
    if (steps + 0.5 < next && k + 1 < std::ssize(backtest.ahead)) continue;
    shown.push_back(k);
    while (next <= steps + 0.5) next *= 1.5;
  }
  return shown;
}

std::string horizon_rows(const Backtest& backtest) {
  std::string rows;
  const bool season = backtest.season_ago.size() > 0;
  for (const Index k : shown_horizons(backtest))
    rows +=
        concat("<tr><th scope=\"row\">", backtest.ahead[static_cast<std::size_t>(k)], "</th><td>",
               page::grouped(static_cast<long long>(backtest.count[k])), "</td><td>",
               readable(backtest.error[k]), "</td><td>", readable(backtest.last_value[k]), "</td>",
               season ? concat("<td>", readable(backtest.season_ago[k]), "</td>") : "", "<td>",
               page::percent(backtest.held[k]), "</td><td>", readable(backtest.factor[k], 3),
               "</td></tr>\n");
  return rows;
}

std::string backtest_part(const ForecastChannel& channel, std::size_t index) {
  const bool season = channel.backtest.season_ago.size() > 0;
  return fill(
      R"({{figure}}<div class="scroll" tabindex="0" role="region" aria-label="{{name}} by steps ahead">
<table class="trust">
<thead>
<tr><th scope="col" rowspan="2">Steps ahead</th><th scope="col" rowspan="2">Entries</th><th scope="colgroup" colspan="{{errors}}">Off by, root mean square</th><th scope="colgroup" colspan="2">Bands</th></tr>
<tr><th scope="col">forecast</th><th scope="col">last value</th>{{season}}<th scope="col">held of 95%</th><th scope="col">taken times</th></tr>
</thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
)",
      {{"figure", page::chart_figure(horizon_chart(index), concat(channel.name, ", off by"))},
       {"name", escape(channel.name)},
       {"errors", season ? "3" : "2"},
       {"season", season ? "<th scope=\"col\">a season ago</th>" : ""},
       {"rows", horizon_rows(channel.backtest)}});
}

std::string backtests_section(const ForecastReport& report) {
  std::string parts;
  for (std::size_t i = 0; i < report.channels.size(); ++i)
    if (!report.channels[i].backtest.empty()) parts += backtest_part(report.channels[i], i);
  if (parts.empty()) return {};
  return concat(
      R"(<section aria-labelledby="backtest">
<h2 id="backtest">Tried where the answer is known</h2>
<p>Forecasts from earlier rows, each by the rows up to it alone, with parameters that were learned from the rows before
all of these; beside taking the last value again, and the value one season before.</p>
)",
      parts,
      R"(<p class="note"><strong>Held</strong> is the share of measurements within the bands of 95%
that the model gives by itself. <strong>Taken times</strong> is what the standard deviations of this forecast were
multiplied by for it: the fewer trials, the nearer to 1. What was set aside as an outlier is not counted.</p>
</section>)");
}

std::string tried_part(const ForecastChannel& channel) {
  std::string rows;
  for (const TriedForecast& one : channel.tried)
    rows += concat("<tr><th scope=\"row\">", escape(one.family), "</th><td>", readable(one.error),
                   "</td><td class=\"words\">", one.family == channel.family ? "chosen" : "",
                   "</td></tr>\n");
  return fill(R"(<h3>{{name}}</h3>
<table>
<thead><tr><th scope="col">Family</th><th scope="col">Off by</th><th scope="col" class="words"></th></tr></thead>
<tbody>
{{rows}}</tbody>
</table>
)",
              {{"name", escape(channel.name)}, {"rows", rows}});
}

std::string tried_forecasts_section(const ForecastReport& report) {
  std::string parts;
  for (const ForecastChannel& channel : report.channels)
    if (!channel.tried.empty()) parts += tried_part(channel);
  if (parts.empty()) return {};
  return concat(
      R"(<section aria-labelledby="tried">
<h2 id="tried">Families compared</h2>
)",
      parts,
      R"(<p class="note">Root mean squares, their geometric mean over the steps ahead. The best is taken, or the one by which entries are predicted best from all others if that is
as good but for chance.</p>
</section>)");
}

}  // namespace

void validate(const ForecastReport& report) {
  require(!report.channels.empty(), "channels", "at least 1", 0);
  require(std::ssize(report.channels) == report.known.dimension(), "channels",
          concat(report.known.dimension(), ", as many as the rows have"), report.channels.size());
  require(report.known.rows() >= 1, "known", "at least 1 row", report.known.rows());
  const Index steps = steps_of(report);
  require(steps >= 1, "mean", "at least 1 step", steps);
  require(report.ahead.empty() || report.ahead.values.size() == steps, "ahead",
          concat(steps, " times, or none"), report.ahead.values.size());
  for (const ForecastChannel& channel : report.channels)
    require(channel.mean.size() == steps && channel.half.size() == steps,
            concat("channel ", channel.name), concat(steps, " steps"), channel.mean.size());
}

std::string to_html(const ForecastReport& report) {
  validate(report);
  const page::RowAxis axis = axis_of(report);
  return fill(page::forecast_html, {{"title", escape(report.title)},
                                    {"subtitle", escape(report.subtitle)},
                                    {"sentences", sentences_section(report)},
                                    {"level", page::percent(report.level)},
                                    {"notes", axis_note(axis)},
                                    {"channels", forecast_figures(report)},
                                    {"backtests", backtests_section(report)},
                                    {"tried", tried_forecasts_section(report)},
                                    {"card", page::card_section(report.card, "Model card")},
                                    {"data", page::escape_json(data_json(report, axis))},
                                    {"colours_css", page::colours_css},
                                    {"charts_css", page::charts_css},
                                    {"report_css", page::report_css},
                                    {"theme_js", page::theme_js},
                                    {"columns_js", page::columns_js},
                                    {"marks_js", page::marks_js},
                                    {"chart_js", page::chart_js},
                                    {"report_js", page::report_js},
                                    {"dygraphs_licence", page::dygraphs_licence},
                                    {"dygraphs_css", page::dygraphs_css},
                                    {"dygraphs_js", page::dygraphs_js}});
}

}  // namespace elto
