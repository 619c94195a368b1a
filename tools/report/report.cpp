// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include "elto/core/error.hpp"

#include "page_files.hpp"
#include "report/charts.hpp"
#include "report/html.hpp"
#include "report/row_axis.hpp"
#include "report/sections.hpp"
#include "report/set_aside.hpp"

namespace elto {
namespace {

void require_shape(const Matrix& matrix, std::string_view argument, const Series& series) {
  require(matrix.rows() == series.rows() && matrix.cols() == series.dimension(), argument,
          concat(series.rows(), " x ", series.dimension(), " like the series"),
          concat(matrix.rows(), " x ", matrix.cols()));
}

}  // namespace

void validate(const Report& report) {
  const Series& series = report.series;
  const auto rows = static_cast<std::size_t>(series.rows());
  require(series.rows() > 0 && series.dimension() > 0, "series", "at least 1 x 1",
          concat(series.rows(), " x ", series.dimension()));
  require(series.time.empty() || series.time.values.size() == series.rows(), "series.time",
          "one value per row", series.time.values.size());
  require_shape(report.estimate.mean, "estimate.mean", series);
  require_shape(report.estimate.variance, "estimate.variance", series);
  require_shape(report.diagnostics.innovation, "diagnostics.innovation", series);
  require_shape(report.diagnostics.expected_variance, "diagnostics.expected_variance", series);
  require(report.diagnostics.normalised_square.size() == series.rows(),
          "diagnostics.normalised_square", "one value per row",
          report.diagnostics.normalised_square.size());
  require(static_cast<Index>(report.diagnostics.channels.size()) == series.dimension(),
          "diagnostics.channels", "one per channel", report.diagnostics.channels.size());
  require(report.signals.empty() || std::ssize(report.signals) == series.dimension(), "signals",
          "one per channel, or none", report.signals.size());
  require(report.estimate.noise.empty() || report.estimate.noise.size() == rows, "estimate.noise",
          "one per row, or none", report.estimate.noise.size());
  require(report.learned_rows >= 0 && report.learned_rows <= series.rows(), "learned_rows",
          concat("between 0 and ", series.rows()), report.learned_rows);
  if (report.tuning && !report.tuning->evaluations.empty())
    require(report.tuning->evaluations.size() == report.tuning->best.size(), "tuning.evaluations",
            concat(report.tuning->best.size(), ", one per iteration, or none"),
            report.tuning->evaluations.size());
}

void validate(const ReportOptions& options) {
  require(options.numbers >= 1000, "numbers", "at least 1000", options.numbers);
}

std::string to_html(const Report& report, const ReportOptions& options) {
  validate(report);
  validate(options);
  const page::RowAxis axis = page::row_axis(report.series);
  const page::Charts charts = page::charts(report, axis, options);
  return page::fill(page::report_html,
                    {{"title", page::escape(report.title)},
                     {"subtitle", page::escape(report.subtitle)},
                     {"verdict", page::verdict_section(report)},
                     {"summary", page::summary_rows(report, axis)},
                     {"judged_by", page::judged_by(report)},
                     {"without_skill", page::knows_skill(report) ? "" : " class=\"without-skill\""},
                     {"trust", page::trust_rows(report)},
                     {"outliers", page::outlier_note(report)},
                     {"notes", page::chart_notes(report, axis, charts.shown_rows)},
                     {"flag_key", page::flag_key(report, axis)},
                     {"learned_key", page::learned_key(report)},
                     {"channels", page::channel_figures(report)},
                     {"innovations_are", page::innovations_are(report)},
                     {"innovations", page::innovation_figures(report)},
                     {"lower", page::readable(report.diagnostics.lower_bound)},
                     {"upper", page::readable(report.diagnostics.upper_bound)},
                     {"noise", page::noise_section(report)},
                     {"tried", page::tried_section(report)},
                     {"comparison", page::comparison_section(report)},
                     {"tuning", page::tuning_section(report)},
                     {"card", page::card_section(report)},
                     {"data", page::escape_json(charts.json)},
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
