// SPDX-License-Identifier: Apache-2.0
#include "report/sections.hpp"

#include <cmath>

#include "elto/core/text.hpp"

#include "report/charts.hpp"
#include "report/html.hpp"
#include "report/set_aside.hpp"

namespace elto::page {
namespace {

std::string channel_name(const Report& report, Index channel) {
  if (report.series.channels.empty()) return concat("y", channel);
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
    case BandVerdict::doubtful:
      return {"fair", "?", "doubtful"};
    case BandVerdict::unknown:
      break;
  }
  return {"unknown", "?", "not judged"};
}

/// As a finding is marked.
Mark mark_of(Weight weight) {
  switch (weight) {
    case Weight::warning:
      return {"bad", "!", ""};
    case Weight::doubt:
      return {"fair", "?", ""};
    case Weight::good:
      return {"good", "\u2713", ""};
    case Weight::remark:
      break;
  }
  return {"unknown", "i", ""};
}

/// What there is instead of a share of the noise that was removed.
std::string_view noise_words(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::measured:
      return "";
    case NoiseKind::constant:
      return "never changes";
    case NoiseKind::hardly_any:
      return "hardly any noise";
    case NoiseKind::independent:
      return "rows look independent";
    case NoiseKind::ambiguous:
      return "noise or movement";
    case NoiseKind::unknown:
      break;
  }
  return "not measured";
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

/// What is said of one channel and not of all together: in words, not escaped.
struct ChannelWords {
  std::string name, signal, set_aside;
};

std::string summary_row(const ChannelWords& words, const Consistency& consistency) {
  const bool measured = consistency.noise == NoiseKind::measured;
  return fill(R"(<tr><th scope="row">{{name}}<span class="signal">{{signal}}</span></th>)"
              R"(<td>{{level}}</td><td>{{error}}</td><td>{{removed}}</td>)"
              R"(<td class="aside">{{aside}}</td><td class="words">{{bands}}</td></tr>)"
              "\n",
              {{"name", escape(words.name)},
               {"signal", escape(words.signal)},
               {"level", readable(consistency.noise_level, 3)},
               {"error", readable(consistency.error, 3)},
               {"removed", measured ? percent(consistency.removed)
                                    : std::string(noise_words(consistency.noise))},
               {"aside", escape(words.set_aside)},
               {"bands", marked(mark_of(consistency.bands), band_words(consistency))}});
}

/// Marked as what to look at, if it is a flaw.
std::string flagged(const std::string& figure, bool is_flaw) {
  return is_flaw ? marked({"bad", "!", ""}, figure) : figure;
}

std::string nis_text(const MeanSquare& nis) {
  if (!std::isfinite(nis.mean)) return readable(nis.mean);
  return concat(readable(nis.mean, 3), " (", readable(nis.lower, 3), " to ", readable(nis.upper, 3),
                ")");
}

/// Flagged if the verdict doubts the whiteness of some channel, and this is one.
std::string whiteness_text(const Whiteness& white, bool doubted) {
  if (white.lags == 0) return readable(white.correlation);
  const std::string chance =
      white.p_value < 0.001 ? "p &lt; 0.001" : concat("p = ", readable(white.p_value, 2));
  return flagged(
      concat(readable(white.correlation, 2), " at lag ", white.strongest_lag, ", ", chance),
      doubted && white.has_pattern());
}

std::string skill_text(const Skill& skill) {
  if (!std::isfinite(skill.ratio)) return readable(skill.ratio);
  return flagged(concat(readable(skill.ratio, 2), " \u00b1 ", readable(skill.margin, 1)),
                 skill.is_worse());
}

std::string trust_row(std::string_view name, const Consistency& consistency, bool doubted) {
  return fill(
      R"(<tr><th scope="row">{{name}}</th><td>{{nis}}</td><td>{{of_50}}</td>)"
      R"(<td>{{of_90}}</td><td>{{of_95}}</td><td>{{white}}</td><td class="skill">{{last}}</td>)"
      R"(<td class="skill">{{trend}}</td></tr>)"
      "\n",
      {{"name", escape(name)},
       {"nis", nis_text(consistency.nis)},
       {"of_50", percent(consistency.coverage.of_50)},
       {"of_90", percent(consistency.coverage.of_90)},
       {"of_95", percent(consistency.coverage.of_95)},
       {"white", whiteness_text(consistency.whiteness, doubted)},
       {"last", skill_text(consistency.against_last_row)},
       {"trend", skill_text(consistency.against_trend)}});
}

/// One per channel, and one for all.
template <class Row>
std::string channel_rows(const Report& report, const Row& row) {
  std::string rows = "<tbody>\n";
  for (Index channel = 0; channel < report.series.dimension(); ++channel)
    rows += row(channel, channel_name(report, channel),
                report.diagnostics.channels[static_cast<std::size_t>(channel)]);
  rows += "</tbody>";
  if (report.series.dimension() > 1)
    rows +=
        concat("<tfoot>", row(Index{-1}, "all together", report.diagnostics.overall), "</tfoot>");
  return rows;
}

}  // namespace

// The heading of a figure stays in place while the values under the pointer are shown beside it.
std::string chart_figure(std::string_view chart, std::string_view caption) {
  return fill(R"(<figure class="chart" data-chart="{{chart}}">
<figcaption><span class="caption">{{caption}}</span><output class="values"></output></figcaption>
<div class="plot" tabindex="0" role="img" aria-label="Chart: {{caption}}"></div>
</figure>
)",
              {{"chart", chart}, {"caption", escape(caption)}});
}

std::string verdict_section(const Report& report) {
  Mark mark = mark_of(Weight::remark);
  std::string words = "Not judged";
  if (!report.verdict.findings.empty()) {
    const Finding& heaviest = report.verdict.heaviest();
    mark = mark_of(heaviest.weight);
    words = escape(heaviest.title);
  }
  std::string sentences;
  if (!report.estimate.status.ok()) {
    mark = mark_of(Weight::warning);
    words = "Filter failed";
    sentences =
        concat("<p>The filter ended early: ", escape(describe(report.estimate.status)), ".</p>\n");
  }
  for (const Finding& finding : report.verdict.findings) {
    if (finding.weight == Weight::good && !report.estimate.status.ok()) continue;
    const bool counts = finding.weight > Weight::good;
    const Mark own = mark_of(finding.weight);
    sentences +=
        concat("<p>",
               counts ? fill(R"(<span class="mark {{style}}" aria-hidden="true">{{sign}}</span> )",
                             {{"style", own.style}, {"sign", own.sign}})
                      : "",
               escape(finding.sentence), "</p>\n");
  }
  return fill(R"(<section class="verdict {{style}}" aria-label="Verdict">
{{mark}}
{{sentences}}</section>)",
              {{"style", mark.style}, {"mark", marked(mark, words)}, {"sentences", sentences}});
}

std::string summary_rows(const Report& report, const RowAxis& axis) {
  return channel_rows(report,
                      [&](Index channel, const std::string& name, const Consistency& consistency) {
                        ChannelWords words{.name = name, .signal = "", .set_aside = ""};
                        if (channel >= 0) {
                          words.set_aside = set_aside_words(report, axis, channel);
                          if (!report.signals.empty())
                            words.signal = report.signals[static_cast<std::size_t>(channel)];
                        }
                        return summary_row(words, consistency);
                      });
}

std::string judged_by(const Report& report) {
  return report.diagnostics.by_left_out
             ? "Every value is left out once and told by all others; these are the errors of that. "
               "The truth is not needed for it. Values that were set aside do not count."
             : "The model has to predict every row from the rows before it; these are its errors. "
               "The "
               "truth is not needed for that.";
}

std::string innovations_are(const Report& report) {
  return report.diagnostics.by_left_out
             ? "What each measurement differs by from what all others say of it. Where bands are "
               "honest, 95 of 100 lie in the shaded interval."
             : "What each measurement differs by from its prediction one step ahead. In a filter "
               "whose bands are honest, 95 of 100 lie in the shaded interval, and no pattern "
               "remains.";
}

bool knows_skill(const Report& report) {
  return !report.diagnostics.by_left_out;
}

std::string trust_rows(const Report& report) {
  const bool doubted = report.diagnostics.overall.whiteness.has_pattern();
  return channel_rows(report, [&](Index, const std::string& name, const Consistency& consistency) {
    return trust_row(name, consistency, doubted);
  });
}

std::string outlier_note(const Report& report) {
  if (!report.diagnostics.gate) return {};
  const GateCounts& gate = *report.diagnostics.gate;
  if (gate.rejected == 0) return "<p>No value was passed over as an outlier.</p>";
  return concat(
      "<p>Values passed over as outliers, more than five standard deviations off: ",
      grouped(gate.rejected), " of ", grouped((!report.series.values.array().isNaN()).count()),
      ". Cases in which several in a row were as far off, so that the series was believed to "
      "have gone there: ",
      grouped(gate.reopened), ".</p>");
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
    figures += chart_figure(channel_chart(channel), channel_name(report, channel));
  return figures;
}

std::string innovation_figures(const Report& report) {
  std::string figures;
  for (Index channel = 0; channel < report.series.dimension(); ++channel)
    figures += chart_figure(innovation_chart(channel), channel_name(report, channel));
  return figures;
}

std::string noise_section(const Report& report) {
  if (report.diagnostics.by_left_out)
    return "<p>The noise of each channel is one number, its noise level in the table above.</p>";
  if (report.estimate.noise.empty())
    return "<p>The noise was held fixed while the model filtered, or adapted without a record: the "
           "card of the model says which.</p>";
  return concat(
      "<p>Variance that the filter reckons with in each block of features, as it adapts to the "
      "data.</p>\n<div class=\"pair\">\n",
      chart_figure(kProcessChart, "Process noise, diagonal of Theta_Q"),
      chart_figure(kMeasurementChart, "Measurement noise, diagonal of Theta_R"), "</div>");
}

std::string tried_section(const Report& report) {
  if (report.tried.empty()) return {};
  std::string rows;
  for (const TriedKind& kind : report.tried)
    rows += fill(
        R"(<tr><th scope="row">{{name}}</th><td>{{value}}</td><td class="words">{{chosen}}</td></tr>)"
        "\n",
        {{"name", escape(kind.name)},
         {"value", readable(kind.log_likelihood, 3)},
         {"chosen", kind.chosen ? marked({"good", "\u2713", ""}, "chosen") : ""}});
  return fill(
      R"(<section aria-labelledby="tried">
<h2 id="tried">Kinds of models tried</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="tried">
<table>
<thead><tr><th scope="col">Kind</th><th scope="col">Log-likelihood</th><th scope="col" class="words"></th></tr></thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
<p class="note">{{note}}</p>
</section>)",
      {{"rows", rows},
       {"note", report.trial == Trial::whole_series
                    ? "Log-likelihood of all values, each told by all others, less what the "
                      "parameters cost, and less that of the best: the more below zero, the "
                      "worse."
                    : "Log-likelihood of a value that was held out, given the rows before "
                      "it, in the mean and in standardised units: the larger, the better it "
                      "was predicted. The best are then improved further. Order 1 has "
                      "positions, order 2 velocities too; without a map it is a trend, and "
                      "a map of learned dynamics must be clearly better than that to be "
                      "chosen."}});
}

std::string comparison_section(const Report& report) {
  if (!report.comparison) return {};
  std::string rows;
  for (std::size_t i = 0; i < report.comparison->models.size(); ++i) {
    const ComparedModel& model = report.comparison->models[i];
    const bool chosen = i == report.comparison->best;
    const Mark mark = chosen ? Mark{"good", "\u2713", "chosen"} : Mark{};
    rows += fill(
        R"(<tr><th scope="row">{{name}}</th><td>{{score}}</td><td>{{seconds}}</td>)"
        R"(<td class="words">{{words}}</td></tr>)"
        "\n",
        {{"name", escape(model.name)},
         {"score", readable(model.score)},
         {"seconds", model.problem.empty() ? concat(readable(model.seconds, 2), " s") : "\u2013"},
         {"words",
          chosen ? marked(mark, mark.words)
                 : escape(model.problem.empty() ? "" : concat("not possible: ", model.problem))}});
  }
  return fill(R"(<section aria-labelledby="comparison"><h2 id="comparison">Choice of the model</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="comparison">
<table>
<thead><tr><th scope="col">Model</th><th scope="col">Log-likelihood</th><th scope="col">Fitting took</th><th scope="col" class="words">Choice</th></tr></thead>
<tbody>
{{rows}}</tbody>
</table>
</div>
<p class="note">Each model was fitted to the earlier rows and predicted the later ones one by one. The
log-likelihood is that of a later value, in standardised units; more is better.</p>
</section>)",
              {{"rows", rows}});
}

std::string tuning_section(const Report& report) {
  if (!report.tuning) return {};
  const bool counted = !report.tuning->evaluations.empty();
  return concat(R"(<section aria-labelledby="tuning"><h2 id="tuning">Tuning</h2>)", "\n",
                chart_figure(kTuningChart, counted ? "Best objective after so many evaluations"
                                                   : "Best objective after each iteration"),
                "</section>");
}

std::string card_section(const Report& report) {
  return card_section(report.card, "Model card");
}

std::string card_section(const std::vector<CardSection>& card, std::string_view title) {
  if (card.empty()) return {};
  std::string sections;
  for (const CardSection& section : card) {
    sections += concat("<section><h3>", escape(section.title), "</h3>\n<dl>\n");
    for (const CardEntry& entry : section.entries)
      sections += concat("<div><dt>", escape(entry.name), "</dt><dd>", escape(entry.value),
                         "</dd></div>\n");
    sections += "</dl></section>\n";
  }
  return concat(R"(<section aria-labelledby="card"><h2 id="card">)", escape(title),
                "</h2>\n<div class=\"card\">\n", sections, "</div></section>");
}

}  // namespace elto::page
