// SPDX-License-Identifier: Apache-2.0
#include "pde_job.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/series/wavelet_noise.hpp"

#include "blame.hpp"
#include "equation_text.hpp"
#include "field_input.hpp"
#include "files/data_file.hpp"
#include "input_data.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "report/discovery_report.hpp"
#include "summary.hpp"
#include "true_coefficients.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {

template <>
struct EnumNames<FieldAxis> {
  static constexpr std::array<std::pair<std::string_view, FieldAxis>, 2> names = {
      {{"space", FieldAxis::space}, {"time", FieldAxis::time}}};
};

namespace {

using Json = nlohmann::ordered_json;

struct DenoisedField {
  Field field;
  DenoisedRows rows;
};

DenoisedField denoised(const Field& noisy, double noise, const PdeArguments& arguments) {
  const bool along_time = arguments.along == FieldAxis::time;
  const Series series(along_time ? noisy.values : Matrix(noisy.values.transpose()));
  DenoisedField made{noisy, denoised_rows(series, RowVector::Constant(series.dimension(), noise),
                                          arguments.data, arguments.denoising, arguments.common)};
  if (along_time)
    made.field.values = made.rows.values;
  else
    made.field.values = made.rows.values.transpose();
  return made;
}

PdeFound found_in(const Field& field, const PdeArguments& arguments) {
  PdeSearch search = arguments.search;
  search.take(arguments.common);
  try {
    return find_pde(field, search);
  } catch (const InvalidArgument& problem) {
    std::vector<std::string> names = {"threads"};
    for (const Option& option : options_of(search)) names.push_back(option.name);
    const bool is_too_small = problem.argument() == "half_width" &&
                              problem.value() == text(search.options.weak.half_width);
    if (is_too_small)
      throw IoError(arguments.data,
                    concat("is too small, ", field.rows(), " times and ", field.points(),
                           " places: --half_width ", std::string_view(problem.what()).substr(12),
                           "; a larger --half_width, or --form strong"));
    blame(problem, names, arguments.data,
          "fewer terms (--highest_power, --highest_order) or a larger field");
  }
}

struct PdeResult {
  FieldInput input;
  double noise = 0.0;  ///< by wavelets
  std::optional<DenoisedField> denoised = {};
  PdeFound found = {};
  std::optional<PdeFound> undenoised = {};  ///< what would have been found otherwise
};

PdeResult computed(const PdeArguments& arguments) {
  PdeResult result{
      .input = read_field_input(arguments.data, arguments.read, arguments.clean, arguments.common)};
  if (!arguments.truth.empty()) result.input.truth = parse_coefficients(arguments.truth);
  const Field& noisy = result.input.field;
  result.noise = wavelet_noise(noisy);
  if (arguments.denoising.denoise) result.denoised = denoised(noisy, result.noise, arguments);
  ProgressBar bar(!arguments.common.quiet);
  bar.stage("finding the equation");
  if (result.denoised) {  // what is left of the noise is not white
    PdeArguments plain = arguments;
    plain.search.correct = false;
    result.found = found_in(result.denoised->field, plain);
  } else {
    result.found = found_in(noisy, arguments);
  }
  if (result.denoised) result.undenoised = found_in(noisy, arguments);
  add_truth(result.found.equation, result.input.truth);
  bar.clear();
  return result;
}

std::optional<CoefficientError> error_of(const PdeFound& found, const PdeResult& result) {
  if (result.input.truth.empty()) return {};
  return coefficient_error(coefficients_of(found.equation), result.input.truth);
}

std::string field_line(const PdeResult& result, const PdeArguments& arguments) {
  const Field& field = result.input.field;
  std::string line = fmt::format("{}: {} times {:.4g} apart, {} places {:.4g} apart; noise {:.3g}",
                                 arguments.data, field.rows(), field.time_step(), field.points(),
                                 field.space_step(), result.noise);
  if (const auto& clean = result.input.clean)
    line += fmt::format(", mean squared error {:.3g}", mean_square(field.values - clean->values));
  return line;
}

std::string denoised_line(const PdeResult& result, const PdeArguments& arguments) {
  std::string line = fmt::format("denoised along {} by {} in {:.1f} s", value_text(arguments.along),
                                 result.denoised->rows.model, result.denoised->rows.seconds);
  if (const auto& clean = result.input.clean)
    line += fmt::format("; mean squared error {:.3g}",
                        mean_square(result.denoised->field.values - clean->values));
  return line;
}

std::string with_error(std::string line, const std::optional<CoefficientError>& error) {
  return error ? concat(line, "; ", describe(*error), ".") : line;
}

/// What is said about the equation.
std::vector<std::string> remarks(const PdeResult& result) {
  const FoundEquation& equation = result.found.equation;
  std::vector<std::string> lines;
  if (equation.draws > 0)
    lines.push_back(fmt::format("{} of {} draws choose exactly these terms.", equation.agreeing,
                                equation.draws));
  if (const auto error = error_of(result.found, result))
    lines.push_back(concat("Against the truth: ", describe(*error), "."));
  if (result.undenoised)
    lines.push_back(with_error(concat("Without denoising: ", result.undenoised->equation.text),
                               error_of(*result.undenoised, result)));
  for (const std::string& warning : result.found.warnings)
    lines.push_back(concat("Warning: ", warning, "."));
  return lines;
}

std::vector<std::string> summary_lines(const PdeResult& result, const PdeArguments& arguments) {
  std::vector<std::string> lines = {field_line(result, arguments)};
  for (const std::string& note : result.input.notes) lines.push_back(note);
  if (result.denoised) lines.push_back(denoised_line(result, arguments));
  lines.emplace_back();
  for (std::string& line : lines_of(result.found.equation)) lines.push_back(std::move(line));
  lines.emplace_back();
  for (std::string& line : remarks(result)) lines.push_back(std::move(line));
  return lines;
}

Json summary_json(const PdeResult& result, const PdeArguments& arguments) {
  const Field& field = result.input.field;
  Json object = {{"verb", "discover pde"},   {"input", arguments.data}, {"times", field.rows()},
                 {"places", field.points()}, {"dt", field.time_step()}, {"dx", field.space_step()},
                 {"noise", result.noise}};
  if (!result.input.notes.empty()) object["notes"] = result.input.notes;
  if (const auto& clean = result.input.clean)
    object["mean_squared_error"]["noisy"] = mean_square(field.values - clean->values);
  if (const auto& made = result.denoised) {
    object["denoising"] = {{"model", made->rows.model},
                           {"along", value_text(arguments.along)},
                           {"seconds", made->rows.seconds}};
    if (const auto& clean = result.input.clean)
      object["mean_squared_error"]["denoised"] = mean_square(made->field.values - clean->values);
  }
  object.update(to_json(result.found.equation));
  if (const auto error = error_of(result.found, result))
    object["coefficient_error"] = to_json(*error);
  if (result.undenoised) {
    object["without_denoising"] = {{"equation", result.undenoised->equation.text}};
    if (const auto error = error_of(*result.undenoised, result))
      object["without_denoising"]["coefficient_error"] = to_json(*error);
  }
  if (!result.found.warnings.empty()) object["warnings"] = result.found.warnings;
  return object;
}

// ---- the page -----------------------------------------------------------------------------------

std::string error_remark(const Field& field, const std::optional<Field>& clean) {
  if (!clean) return {};
  return fmt::format("mean squared error {:.3g}", mean_square(field.values - clean->values));
}

std::vector<ShownField> shown_fields(const PdeResult& result) {
  const auto& [field, clean, truth, notes] = result.input;
  std::vector<ShownField> shown;
  if (clean) shown.push_back({.caption = "Clean", .values = clean->values});
  shown.push_back(
      {clean || result.denoised ? "Noisy" : "As read", error_remark(field, clean), field.values});
  if (result.denoised)
    shown.push_back(
        {"Denoised", error_remark(result.denoised->field, clean), result.denoised->field.values});
  return shown;
}

CurveChart slice(const PdeResult& result, Index row) {
  CurveChart chart{.caption = fmt::format("t = {:.4g}", result.input.field.time[row])};
  chart.curves.push_back(
      {CurveRole::measured, "measured", result.input.field.values.row(row).transpose()});
  if (result.denoised)
    chart.curves.push_back(
        {CurveRole::estimate, "denoised", result.denoised->field.values.row(row).transpose()});
  if (result.input.clean)
    chart.curves.push_back(
        {CurveRole::truth, "clean", result.input.clean->values.row(row).transpose()});
  return chart;
}

std::vector<CardSection> card_of(const PdeResult& result, const PdeArguments& arguments) {
  const Field& field = result.input.field;
  const PdeSearch& search = arguments.search;
  const auto& [highest_power, highest_order, constant] = search.options.weak.terms;
  CardSection run = run_card();
  run.entries.push_back({"seed", text(arguments.common.seed)});
  std::vector<CardSection> card = {
      {"Data",
       {{"source", arguments.data},
        {"times", fmt::format("{}, {:.4g} apart", field.rows(), field.time_step())},
        {"places", fmt::format("{}, {:.4g} apart", field.points(), field.space_step())},
        {"noise, by wavelets", fmt::format("{:.3g}", result.noise)}}},
      {"Equation",
       {{"terms up to", fmt::format("u^{}, derivatives of order {}", highest_power, highest_order)},
        {"form", value_text(search.form)},
        {"rule", describe(search.selection)}}},
      run};
  if (result.found.equation.draws > 0)
    card[1].entries.push_back(
        {"rows", fmt::format("{} draws of {} rectangles", search.options.draws,
                             search.options.weak.subdomains)});
  if (result.denoised)
    card.insert(card.begin() + 1,
                {"Denoising",
                 {{"model", result.denoised->rows.model},
                  {"along", value_text(arguments.along)},
                  {"took", fmt::format("{:.1f} s", result.denoised->rows.seconds)}}});
  return card;
}

std::string page_of(const PdeResult& result, const PdeArguments& arguments) {
  const Field& field = result.input.field;
  const FoundEquation& equation = result.found.equation;
  DiscoveryReport page{.title = input_title(arguments.data),
                       .subtitle = fmt::format("{} times, {} places", field.rows(), field.points()),
                       .sentences = remarks(result),
                       .is_sure = 5 * equation.agreeing >= 4 * equation.draws,
                       .equations = {equation},
                       .fields = shown_fields(result),
                       .axes = {field.space[0], field.space[field.points() - 1], field.time[0],
                                field.time[field.rows() - 1]},
                       .charts_title = "Slices",
                       .axis_name = "x",
                       .axis = field.space,
                       .card = card_of(result, arguments)};
  for (const Index quarter : {1, 2, 3})
    page.charts.push_back(slice(result, quarter * (field.rows() - 1) / 4));
  return to_html(page);
}

}  // namespace

std::vector<Option> options_of(PdeArguments& arguments) {
  return joined(
      {options_of(arguments.outputs),
       options_of(arguments.read),
       {option("clean", "FILE", arguments.clean,
               "The field without noise, to say how far off the noisy and the denoised one are",
               kInputGroup),
        option("truth", "TERM=X,...", arguments.truth,
               "True coefficients, such as 'u u_x=-1,u_xx=0.1', to say how far off those found are",
               kInputGroup)},
       options_of(arguments.search),
       options_of(arguments.common),
       {option("along", "AXIS", arguments.along,
               "What the model that denoises goes along: its rows are places or times",
               "Denoising")},
       options_of(arguments.denoising)});
}

void run_discover_pde(const PdeArguments& arguments) {
  require_writable(arguments.outputs, arguments.denoising.denoise, arguments.common);
  const PdeResult result = computed(arguments);
  if (!arguments.outputs.denoised.empty())
    write_fields({{"u", result.denoised->field}}, arguments.outputs.denoised,
                 arguments.common.force ? Overwrite::replace : Overwrite::refuse);
  if (!arguments.outputs.report.empty())
    write_text(arguments.outputs.report, page_of(result, arguments), arguments.common);
  Json object = summary_json(result, arguments);
  std::vector<std::string> lines = summary_lines(result, arguments);
  finish(arguments.outputs, object, lines, arguments.common);
}

}  // namespace elto::command
