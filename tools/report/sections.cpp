// SPDX-License-Identifier: Apache-2.0
#include "report/sections.hpp"

#include "elto/core/text.hpp"

#include "report/charts.hpp"
#include "report/html.hpp"

namespace elto::page {
namespace {

std::string channel_name(const Report& report, Index channel) {
  if (report.series.channels.empty()) return concat("channel ", channel + 1);
  return report.series.channels[static_cast<std::size_t>(channel)];
}

/// A verdict as the page marks it: never by colour alone.
struct Mark {
  std::string_view style, sign, words;
};

Mark mark_of(BandVerdict bands) {
  switch (bands) {
    case BandVerdict::honest:
      return {"good", "\u2713", "honest"};
    case BandVerdict::too_narrow:
      return {"bad", "!", "too narrow"};
    case BandVerdict::too_wide:
      return {"fair", "\u2194", "too wide"};
    case BandVerdict::unknown:
      break;
  }
  return {"unknown", "?", "not judged"};
}

std::string marked(const Mark& mark, std::string_view words) {
  return fill(
      R"(<span class="mark {{style}}"><span aria-hidden="true">{{sign}}</span> {{words}}</span>)",
      {{"style", mark.style}, {"sign", mark.sign}, {"words", words}});
}

std::string band_words(const Consistency& consistency) {
  std::string words(mark_of(consistency.bands).words);
  const bool off =
      consistency.bands == BandVerdict::too_narrow || consistency.bands == BandVerdict::too_wide;
  if (off) words += concat(" \u00d7", readable(consistency.band_factor, 2));
  return words;
}

std::string summary_row(std::string_view name, const Consistency& consistency) {
  return fill(R"(<tr><th scope="row">{{name}}</th><td>{{level}}</td><td>{{error}}</td>)"
              R"(<td>{{removed}}</td><td>{{coverage}}</td><td class="words">{{bands}}</td></tr>)"
              "\n",
              {{"name", escape(name)},
               {"level", readable(consistency.noise_level)},
               {"error", readable(consistency.error)},
               {"removed", percent(consistency.removed)},
               {"coverage", percent(consistency.coverage)},
               {"bands", marked(mark_of(consistency.bands), band_words(consistency))}});
}

/// The heading of a figure stays in place while the values under the pointer are shown beside it.
std::string figure(std::string_view chart, std::string_view caption) {
  return fill(R"(<figure class="chart" data-chart="{{chart}}">
<figcaption><span class="caption">{{caption}}</span><output class="values"></output></figcaption>
<div class="plot" tabindex="0" role="img" aria-label="Chart: {{caption}}"></div>
</figure>
)",
              {{"chart", chart}, {"caption", escape(caption)}});
}

}  // namespace

std::string verdict_section(const Report& report) {
  const Mark bands = mark_of(report.diagnostics.overall.bands);
  Mark mark = bands;
  std::string words = concat("Error bands ", bands.words);
  std::string sentences;
  if (!report.estimate.status.ok()) {
    mark = {"bad", "!", ""};
    words = "Filter failed";
    sentences =
        concat("<p>The filter ended early: ", escape(describe(report.estimate.status)), ".</p>\n");
  }
  for (const std::string& sentence : report.verdict)
    sentences += concat("<p>", escape(sentence), "</p>\n");
  return fill(R"(<section class="verdict {{style}}" aria-label="Verdict">
{{mark}}
{{sentences}}</section>)",
              {{"style", mark.style}, {"mark", marked(mark, words)}, {"sentences", sentences}});
}

std::string summary_rows(const Report& report) {
  std::string rows = "<tbody>\n";
  for (Index channel = 0; channel < report.series.dimension(); ++channel)
    rows += summary_row(channel_name(report, channel),
                        report.diagnostics.channels[static_cast<std::size_t>(channel)]);
  rows += "</tbody>";
  if (report.series.dimension() > 1)
    rows += concat("<tfoot>", summary_row("all together", report.diagnostics.overall), "</tfoot>");
  return rows;
}

std::string chart_notes(const Report& report, const RowAxis& axis, Index shown_rows) {
  std::string notes;
  if (shown_rows < report.series.rows())
    notes +=
        concat(R"(<p class="note">The series has )", grouped(report.series.rows()),
               " rows. To keep this file small, each curve holds at most ", grouped(shown_rows),
               " of them: the highest, the lowest and the missing ones of every stretch.</p>\n");
  if (axis.time_ignored)
    notes +=
        "<p class=\"note\">The times are not in ascending order, so the axis counts rows.</p>\n";
  return notes;
}

std::string learned_key(const Report& report) {
  if (report.learned_rows == 0) return {};
  return concat(R"(<li><span class="swatch learned"></span>first )", grouped(report.learned_rows),
                " rows, which the model was learned from</li>");
}

std::string channel_figures(const Report& report) {
  std::string figures;
  for (Index channel = 0; channel < report.series.dimension(); ++channel)
    figures += figure(channel_chart(channel), channel_name(report, channel));
  return figures;
}

std::string innovation_figures(const Report& report) {
  std::string figures;
  for (Index channel = 0; channel < report.series.dimension(); ++channel)
    figures += figure(innovation_chart(channel), channel_name(report, channel));
  return figures;
}

std::string noise_section(const Report& report) {
  if (report.estimate.noise.empty())
    return "<p>The noise of the model was held fixed while it filtered.</p>";
  return concat(
      "<p>Variance that the filter reckons with in each block of features, as it adapts to the "
      "data.</p>\n<div class=\"pair\">\n",
      figure(kProcessChart, "Process noise, diagonal of Theta_Q"),
      figure(kMeasurementChart, "Measurement noise, diagonal of Theta_R"), "</div>");
}

std::string tuning_section(const Report& report) {
  if (!report.tuning) return {};
  const bool counted = !report.tuning->evaluations.empty();
  return concat(R"(<section aria-labelledby="tuning"><h2 id="tuning">Tuning</h2>)", "\n",
                figure(kTuningChart, counted ? "Best objective after so many evaluations"
                                             : "Best objective after each iteration"),
                "</section>");
}

std::string card_section(const Report& report) {
  if (report.card.empty()) return {};
  std::string sections;
  for (const CardSection& section : report.card) {
    sections += concat("<section><h3>", escape(section.title), "</h3>\n<dl>\n");
    for (const CardEntry& entry : section.entries)
      sections += concat("<div><dt>", escape(entry.name), "</dt><dd>", escape(entry.value),
                         "</dd></div>\n");
    sections += "</dl></section>\n";
  }
  return concat(R"(<section aria-labelledby="card"><h2 id="card">Model card</h2>)",
                "\n<div class=\"card\">\n", sections, "</div></section>");
}

}  // namespace elto::page
