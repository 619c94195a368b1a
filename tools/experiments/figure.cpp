// SPDX-License-Identifier: Apache-2.0
#include "experiments/figure.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "elto/core/text.hpp"

#include "experiments/chart.hpp"
#include "experiments/wording.hpp"
#include "report/html.hpp"

namespace elto::experiments {
namespace {

using page::escape;
using page::fill;

// The view box, and its margins for what is written around the plot.
constexpr double kWidth = 960.0, kHeight = 380.0;
constexpr double kLeft = 76.0, kRight = 8.0, kTop = 10.0, kBottom = 60.0;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;
constexpr double kFloor = kTop + kPlotHeight;
constexpr std::size_t kColours = 8;  // of page.css

double band_width(const Chart& chart) {
  return kPlotWidth / static_cast<double>(chart.bands.size());
}

double band_start(const Chart& chart, std::size_t band) {
  return kLeft + band_width(chart) * static_cast<double>(band);
}

double band_centre(const Chart& chart, std::size_t band) {
  return band_start(chart, band) + 0.5 * band_width(chart);
}

double height(const Chart& chart, double value) {
  return kFloor - kPlotHeight * chart.axis.share(value);
}

bool drawable(double value) {
  return value > 0.0 && std::isfinite(value);
}

bool drawable(const CellResult& cell) {
  return cell.trials > 0 && drawable(cell.median);
}

std::string coordinate(double value) {
  return text(std::round(10.0 * value) / 10.0);
}

std::string colour(std::size_t series) {
  return concat("series-", series % kColours);
}

// Around the plot

std::string tick_marks(const Chart& chart) {
  std::string marks;
  for (const double tick : chart.axis.ticks)
    marks += fill(
        R"(<line class="grid" x1="{{left}}" x2="{{right}}" y1="{{y}}" y2="{{y}}"/>)"
        R"(<text class="tick" x="{{label}}" y="{{y}}" dy="0.35em" text-anchor="end">{{value}}</text>)"
        "\n",
        {{"left", coordinate(kLeft)},
         {"right", coordinate(kWidth - kRight)},
         {"y", coordinate(height(chart, tick))},
         {"label", coordinate(kLeft - 8.0)},
         {"value", text(tick)}});
  return marks;
}

/// The blank that is nearest to the middle; npos if there is none.
std::size_t middle_blank(const std::string& name) {
  const auto off_middle = [&](std::size_t at) {
    return std::abs(2.0 * static_cast<double>(at) + 1.0 - static_cast<double>(name.size()));
  };
  std::size_t nearest = name.find(' ');
  for (std::size_t at = nearest; at != std::string::npos; at = name.find(' ', at + 1))
    if (off_middle(at) < off_middle(nearest)) nearest = at;
  return nearest;
}

/// Long names stand in two lines.
std::string label_of(const std::string& name, double x) {
  constexpr std::size_t kLong = 14;
  const std::size_t cut = middle_blank(name);
  if (name.size() <= kLong || cut == std::string::npos) return escape(name);
  return fill(R"({{first}}<tspan x="{{x}}" dy="1.2em">{{second}}</tspan>)",
              {{"first", escape(name.substr(0, cut))},
               {"x", coordinate(x)},
               {"second", escape(name.substr(cut + 1))}});
}

std::string band_labels(const Chart& chart) {
  std::string labels;
  for (std::size_t band = 0; band < chart.bands.size(); ++band) {
    const double x = band_centre(chart, band);
    labels += fill(R"(<text class="tick" x="{{x}}" y="{{y}}" text-anchor="middle">{{label}}</text>)"
                   "\n",
                   {{"x", coordinate(x)},
                    {"y", coordinate(kFloor + 18.0)},
                    {"label", label_of(chart.bands[band], x)}});
  }
  return labels;
}

std::string axis_names(const Chart& chart) {
  return fill(
      R"(<text class="axis" x="{{x}}" y="{{bottom}}" text-anchor="middle">{{bands}}</text>)"
      R"svg(<text class="axis" x="14" y="{{y}}" transform="rotate(-90 14 {{y}})" text-anchor="middle">{{values}}</text>)svg"
      "\n",
      {{"x", coordinate(kLeft + 0.5 * kPlotWidth)},
       {"bottom", coordinate(kHeight - 8.0)},
       {"bands", escape(chart.band_axis)},
       {"y", coordinate(kTop + 0.5 * kPlotHeight)},
       {"values", escape(chart.value_axis)}});
}

/// What a pointer is told.
std::string our_title(const std::string& band, const ChartSeries& series, const CellResult& cell) {
  const CellWords words = words_of(cell);
  const std::string spread = words.spread.empty() ? "" : concat(" (", words.spread, ")");
  return fill("<title>{{band}}, {{series}}: {{median}}{{spread}}</title>",
              {{"band", escape(band)},
               {"series", escape(series.name)},
               {"median", words.median},
               {"spread", spread}});
}

std::string paper_title(const std::string& band, const ChartSeries& series,
                        const CellResult& cell) {
  return fill(
      "<title>{{band}}, {{series}}: {{paper}}</title>",
      {{"band", escape(band)}, {"series", escape(series.name)}, {"paper", words_of(cell).paper}});
}

std::string diverged_mark(double x, const std::string& title) {
  return fill(
      R"(<text class="diverged" x="{{x}}" y="{{y}}" text-anchor="middle">×{{title}}</text>)",
      {{"x", coordinate(x)}, {"y", coordinate(kFloor - 4.0)}, {"title", title}});
}

// Bars

std::string bar(double x, double width, double top, std::string_view kind,
                const std::string& title) {
  return fill(
      R"(<rect class="{{kind}}" x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}">{{title}}</rect>)",
      {{"kind", kind},
       {"x", coordinate(x)},
       {"y", coordinate(top)},
       {"width", coordinate(width)},
       {"height", coordinate(kFloor - top)},
       {"title", title}});
}

std::string whisker(const Chart& chart, double x, const CellResult& cell) {
  if (cell.trials < 2 || !drawable(cell.low)) return {};
  return fill(R"(<line class="whisker" x1="{{x}}" x2="{{x}}" y1="{{low}}" y2="{{high}}"/>)",
              {{"x", coordinate(x)},
               {"low", coordinate(height(chart, cell.low))},
               {"high", coordinate(height(chart, cell.high))}});
}

/// Ours and, in the slot behind it, the paper's.
std::string bar_pair(const Chart& chart, const ChartSeries& series, std::size_t band, double x,
                     double slot) {
  const double width = std::min(0.84 * slot, 40.0), start = x + 0.5 * (slot - width);
  const CellResult& cell = series.cells[band];
  const std::string title = our_title(chart.bands[band], series, cell);
  std::string svg;
  if (drawable(cell))
    svg += bar(start, width, height(chart, cell.median), "bar", title) +
           whisker(chart, start + 0.5 * width, cell);
  else if (cell.trials > 0)
    svg += diverged_mark(start + 0.5 * width, title);
  if (cell.paper && drawable(*cell.paper))
    svg += bar(start + slot, width, height(chart, *cell.paper), "bar paper",
               paper_title(chart.bands[band], series, cell));
  return svg;
}

std::string bars(const Chart& chart) {
  const auto slots_of = [](const ChartSeries& series) { return in_paper(series) ? 2.0 : 1.0; };
  double slots = 0.0;
  for (const ChartSeries& series : chart.series) slots += slots_of(series);
  const double slot = 0.86 * band_width(chart) / slots;  // the rest keeps groups apart
  std::string svg;
  for (std::size_t band = 0; band < chart.bands.size(); ++band) {
    double x = band_start(chart, band) + 0.07 * band_width(chart);
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      const ChartSeries& series = chart.series[i];
      svg +=
          concat("<g class=\"", colour(i), "\">", bar_pair(chart, series, band, x, slot), "</g>\n");
      x += slot * slots_of(series);
    }
  }
  return svg;
}

// Lines

struct Point {
  double x = 0.0, value = 0.0;  ///< a value that is not drawable interrupts the line
  std::string title = {};
};

std::string line(const Chart& chart, const std::vector<Point>& points, std::string_view kind) {
  std::string path, dots;
  bool joined = false;
  for (const Point& point : points) {
    const bool shown = drawable(point.value);
    if (shown) {
      const std::string x = coordinate(point.x), y = coordinate(height(chart, point.value));
      path += concat(joined ? "L" : "M", x, " ", y);
      dots += fill(R"(<circle class="{{kind}}" cx="{{x}}" cy="{{y}}" r="4">{{title}}</circle>)",
                   {{"kind", kind}, {"x", x}, {"y", y}, {"title", point.title}});
    } else if (!point.title.empty()) {
      dots += diverged_mark(point.x, point.title);
    }
    joined = shown;
  }
  if (path.empty()) return dots;
  return concat("<path class=\"", kind, "\" d=\"", path, "\"/>", dots);
}

std::string lines(const Chart& chart) {
  std::string svg;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const ChartSeries& series = chart.series[i];
    std::vector<Point> ours, paper;
    for (std::size_t band = 0; band < chart.bands.size(); ++band) {
      const CellResult& cell = series.cells[band];
      const double x = band_centre(chart, band);
      ours.push_back({x, cell.trials > 0 ? cell.median : 0.0,
                      cell.trials > 0 ? our_title(chart.bands[band], series, cell) : ""});
      paper.push_back({x, cell.paper.value_or(0.0),
                       cell.paper ? paper_title(chart.bands[band], series, cell) : ""});
    }
    svg += concat("<g class=\"", colour(i), "\">", line(chart, paper, "line paper"),
                  line(chart, ours, "line"), "</g>\n");
  }
  return svg;
}

bool any_diverged(const Chart& chart) {
  const auto diverged = [](const CellResult& cell) { return std::isinf(cell.median); };
  return std::any_of(chart.series.begin(), chart.series.end(), [&](const ChartSeries& series) {
    return std::any_of(series.cells.begin(), series.cells.end(), diverged);
  });
}

std::string key(const Chart& chart, std::string_view swatch) {
  std::string entries;
  const auto add = [&](const std::string& style, std::string_view words) {
    entries += fill(R"(<li><span class="swatch {{style}}"></span>{{words}}</li>)"
                    "\n",
                    {{"style", style}, {"words", escape(words)}});
  };
  for (std::size_t i = 0; i < chart.series.size(); ++i)
    add(concat(swatch, " ", colour(i)), chart.series[i].name);
  add(concat(swatch, " neutral"), "ours");
  add(concat(swatch, " paper neutral"), "the paper's");
  if (any_diverged(chart)) entries += "<li>\u00d7 diverged</li>\n";
  return concat("<ul class=\"key\">\n", entries, "</ul>\n");
}

}  // namespace

std::string figure_html(const Table& table, const std::vector<Trial>& trials) {
  if (table.figure == Figure::none) return {};
  const bool has_bars = table.figure == Figure::bars;
  const Chart chart = chart_of(table, trials);
  return fill(R"(<figure>
{{key}}<div class="scroll" tabindex="0" role="region" aria-label="Chart: {{title}}">
<svg viewBox="0 0 {{width}} {{height}}" role="img" aria-label="{{title}}">
{{ticks}}{{labels}}{{names}}{{marks}}</svg>
</div>
</figure>
)",
              {{"key", key(chart, has_bars ? "block" : "stroke")},
               {"title", escape(table.title)},
               {"width", coordinate(kWidth)},
               {"height", coordinate(kHeight)},
               {"ticks", tick_marks(chart)},
               {"labels", band_labels(chart)},
               {"names", axis_names(chart)},
               {"marks", has_bars ? bars(chart) : lines(chart)}});
}

}  // namespace elto::experiments
