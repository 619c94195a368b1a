// SPDX-License-Identifier: Apache-2.0
#include "ode_job.hpp"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/series/times.hpp"
#include "elto/series/wavelet_noise.hpp"

#include "blame.hpp"
#include "equation_text.hpp"
#include "input_data.hpp"
#include "law_job.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "report/discovery_report.hpp"
#include "summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

struct OdeResult {
  OdeInput input;
  RowVector noise = {};  ///< by wavelets
  std::optional<DenoisedRows> denoised = {};
  Series rows = {};  ///< that equations were found in
  OdeFound found = {};
};

OdeFound found_in(const Series& noisy, const Series& rows, const OdeArguments& arguments) {
  OdeSearch search = arguments.search;
  try {
    return find_ode(noisy, rows, search);
  } catch (const InvalidArgument& problem) {
    std::vector<std::string> names;
    for (const Option& option : options_of(search)) names.push_back(option.name);
    const bool has_gaps = !rows.values.allFinite();
    blame(problem, names, arguments.input.data.front(),
          has_gaps ? "fill the gaps first, with --denoise"
                   : "a lower --degree, fewer --columns, or more rows (--resample)");
  }
}

OdeResult computed(const OdeArguments& arguments) {
  OdeResult result{.input = read_ode_input(arguments.input, arguments.common)};
  const Series& series = result.input.series.front();
  result.noise = wavelet_noise(series);
  result.rows = series;
  if (arguments.denoising.denoise) {
    result.denoised = denoised_rows(series, result.noise, arguments.input.data.front(),
                                    arguments.denoising, arguments.common);
    result.rows.values = result.denoised->values;
  }
  const bool complete = series.values.allFinite();
  ProgressBar bar(!arguments.common.quiet);
  bar.stage("finding the equations");
  result.found = found_in(complete ? series : result.rows, result.rows, arguments);
  for (std::size_t i = 0; i < result.found.equations.size(); ++i)
    add_truth(result.found.equations[i], result.input.truth, result.rows.channels[i]);
  bar.clear();
  return result;
}

std::optional<CoefficientError> error_of(const OdeResult& result) {
  if (result.input.truth.empty()) return {};
  std::vector<Coefficient> found;
  for (std::size_t i = 0; i < result.found.equations.size(); ++i)
    for (Coefficient& each : coefficients_of(result.found.equations[i], result.rows.channels[i]))
      found.push_back(std::move(each));
  return coefficient_error(found, result.input.truth);
}

/// Of the trajectory from the rows as they were read, or denoised if these have gaps.
double distance(const OdeResult& result) {
  const Matrix& read = result.input.series.front().values;
  return std::sqrt(
      mean_square(result.found.trajectory - (read.allFinite() ? read : result.rows.values)));
}

/// What is said about the equations.
std::vector<std::string> remarks(const OdeResult& result) {
  std::vector<std::string> lines = {
      fmt::format("The trajectory of these equations is {:.3g} from the rows (root mean square).",
                  distance(result))};
  if (const auto error = error_of(result))
    lines.push_back(concat("Against the truth: ", describe(*error), "."));
  for (const std::string& warning : result.found.warnings)
    lines.push_back(concat("Warning: ", warning, "."));
  return lines;
}

std::vector<std::string> summary_lines(const OdeResult& result, const OdeArguments& arguments) {
  const Series& series = result.input.series.front();
  std::vector<std::string> lines = {fmt::format(
      "{}: {} rows, {} channels", arguments.input.data.front(), series.rows(), series.dimension())};
  if (result.input.clean)
    lines.back() += fmt::format("; mean squared error {:.3g}",
                                mean_square(series.values - *result.input.clean));
  if (result.denoised) {
    lines.push_back(fmt::format("denoised by {} in {:.1f} s", result.denoised->model,
                                result.denoised->seconds));
    if (result.input.clean)
      lines.back() += fmt::format("; mean squared error {:.3g}",
                                  mean_square(result.rows.values - *result.input.clean));
  }
  for (const FoundEquation& equation : result.found.equations) {
    lines.emplace_back();
    for (std::string& line : lines_of(equation)) lines.push_back(std::move(line));
  }
  lines.emplace_back();
  for (std::string& line : remarks(result)) lines.push_back(std::move(line));
  return lines;
}

Json summary_json(const OdeResult& result, const OdeArguments& arguments) {
  const Series& series = result.input.series.front();
  Json object = {{"verb", "discover ode"},
                 {"input", arguments.input.data.front()},
                 {"rows", series.rows()},
                 {"channels", series.channels}};
  if (result.input.clean)
    object["mean_squared_error"]["noisy"] = mean_square(series.values - *result.input.clean);
  if (result.denoised) {
    object["denoising"] = {{"model", result.denoised->model},
                           {"seconds", result.denoised->seconds}};
    if (result.input.clean)
      object["mean_squared_error"]["denoised"] =
          mean_square(result.rows.values - *result.input.clean);
  }
  object["equations"] = Json::array();
  for (const FoundEquation& equation : result.found.equations)
    object["equations"].push_back(to_json(equation));
  object["trajectory"] = {{"matched", result.found.match.has_value()},
                          {"distance", distance(result)}};
  if (const auto& match = result.found.match) {
    object["trajectory"]["start"] = std::vector<double>(match->start.begin(), match->start.end());
    object["trajectory"]["converged"] = match->converged;
  }
  if (const auto error = error_of(result)) object["coefficient_error"] = to_json(*error);
  if (!result.found.warnings.empty()) object["warnings"] = result.found.warnings;
  return object;
}

// ---- the page -----------------------------------------------------------------------------------

CurveChart channel_chart(const OdeResult& result, Index channel) {
  CurveChart chart{.caption = result.rows.channels[static_cast<std::size_t>(channel)]};
  chart.curves.push_back(
      {CurveRole::measured, "measured", result.input.series.front().values.col(channel)});
  if (result.denoised)
    chart.curves.push_back({CurveRole::estimate, "denoised", result.rows.values.col(channel)});
  if (result.input.clean)
    chart.curves.push_back({CurveRole::truth, "clean", result.input.clean->col(channel)});
  chart.curves.push_back(
      {CurveRole::trajectory, "trajectory", result.found.trajectory.col(channel)});
  return chart;
}

std::vector<CardSection> card_of(const OdeResult& result, const OdeArguments& arguments) {
  const OdeSearch& search = arguments.search;
  std::vector<CardSection> card = {
      {"Data",
       {{"source", arguments.input.data.front()},
        {"rows", text(result.rows.rows())},
        {"channels", text(result.rows.dimension())}}},
      {"Equations",
       {{"degree", text(polynomial_of(search).degree)},
        {"number of terms by", search.method == OdeMethod::regression ? describe(search.selection)
                                                                      : value_text(search.method)},
        {"coefficients by", result.found.match ? "trajectories" : "regression"}}},
      run_card()};
  if (arguments.input.resample > 0) card[0].entries.push_back({"on a spline", "through the rows"});
  if (result.denoised)
    card.insert(card.begin() + 1, {"Denoising",
                                   {{"model", result.denoised->model},
                                    {"took", fmt::format("{:.1f} s", result.denoised->seconds)}}});
  return card;
}

std::string page_of(const OdeResult& result, const OdeArguments& arguments) {
  const TimeColumn& time = result.rows.time;
  DiscoveryReport page{
      .title = input_title(arguments.input.data.front()),
      .subtitle = fmt::format("{} rows, {} channels", result.rows.rows(), result.rows.dimension()),
      .sentences = remarks(result),
      .is_sure = result.found.warnings.empty(),
      .equations = result.found.equations,
      .charts_title = "Series and trajectory",
      .axis_name = time.name.empty() ? "row" : time.name,
      .axis = times_of(result.rows),
      .card = card_of(result, arguments)};
  for (Index channel = 0; channel < result.rows.dimension(); ++channel)
    page.charts.push_back(channel_chart(result, channel));
  return to_html(page);
}

}  // namespace

std::vector<Option> options_of(OdeArguments& arguments) {
  return joined({options_of(arguments.outputs), options_of(arguments.input),
                 options_of(arguments.search), options_of(arguments.common),
                 options_of(arguments.denoising)});
}

void run_discover_ode(const OdeArguments& arguments) {
  if (arguments.search.method == OdeMethod::law) {
    run_discover_law(arguments);
    return;
  }
  if (arguments.input.data.size() > 1)
    throw UsageError("DATA: several series are for --method law");
  require_writable(arguments.outputs, arguments.denoising.denoise, arguments.common);
  const OdeResult result = computed(arguments);
  if (!arguments.outputs.denoised.empty())
    write_series(result.rows, arguments.outputs.denoised, arguments.common);
  if (!arguments.outputs.report.empty())
    write_text(arguments.outputs.report, page_of(result, arguments), arguments.common);
  Json object = summary_json(result, arguments);
  std::vector<std::string> lines = summary_lines(result, arguments);
  finish(arguments.outputs, object, lines, arguments.common);
}

}  // namespace elto::command
