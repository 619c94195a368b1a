// SPDX-License-Identifier: Apache-2.0
#include "law_job.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/discover_law.hpp"
#include "elto/learn/learn_signal_model.hpp"
#include "elto/model/law_equation.hpp"
#include "elto/series/times.hpp"

#include "channel_names.hpp"
#include "equation_text.hpp"
#include "input_data.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "report/discovery_report.hpp"
#include "summary.hpp"

#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownRunnersUp = 5;    // in the terminal
constexpr double kPart = 0.2, kLittle = 0.5;  // of the motion that is left
constexpr double kHardly = 3.0;               // of the logarithm of evidence

struct LawResult {
  OdeInput input;
  std::vector<std::string> names;
  DiscoveredLaw found = {};
  std::vector<Estimate> smoothed = {};  ///< by series
  double seconds = 0.0;
};

std::size_t place(Index index) {
  return static_cast<std::size_t>(index);
}

/// With --method law all of it is done by the learner.
void require_sense(const OdeArguments& arguments) {
  const auto needless = [](std::string_view option) {
    throw UsageError(concat(option,
                            ": a law is learned from the rows as they are; for the other ways give "
                            "--method regression or --method trajectories"));
  };
  if (arguments.denoising.denoise) needless("--denoise");
  if (arguments.input.resample != 0) needless("--resample");
}

Estimate smoothed_by(const SignalModel& model, const Series& series, const std::string& path) {
  Estimate estimate = smooth(model, series);
  if (!estimate.status.ok())
    throw NumericalError(concat(path, ": the smoother failed, ", describe(estimate.status)));
  return estimate;
}

LawResult computed(const OdeArguments& arguments) {
  LawResult result{.input = read_ode_input(arguments.input, arguments.common), .names = {}};
  const std::vector<Series>& series = result.input.series;
  const std::string& path = arguments.input.data.front();
  result.names = series.front().channels;
  const auto start = std::chrono::steady_clock::now();
  ProgressBar bar(!arguments.common.quiet);
  bar.stage("learning how channels move");
  LearnedSignalModel channels = learn_signal_model(
      series, {.threads = arguments.common.threads, .laws = false, .progress = [](Index, Index) {
                 return !interrupted();
               }});
  if (interrupted()) throw Interrupted("stopped; nothing was written");
  bar.stage("learning laws");
  try {
    result.found = discover_law(series, channels.model,
                                {.order = arguments.search.order,
                                 .degree = arguments.search.degree,
                                 .threads = arguments.common.threads,
                                 .stopped = [] { return interrupted(); }});
  } catch (const InvalidArgument& problem) {
    if (problem.argument() == "order" || problem.argument() == "degree")
      throw UsageError(concat("--", std::string_view(problem.what())));
    throw IoError(path, std::string(problem.what()));
  }
  if (interrupted()) throw Interrupted("stopped; nothing was written");
  if (!result.found.status.ok())
    throw NumericalError(concat(path,
                                ": no law could be learned; there must be two entries for each "
                                "coefficient of a linear one"));
  channels.model.laws = {result.found.best.law};
  for (std::size_t i = 0; i < series.size(); ++i)
    result.smoothed.push_back(smoothed_by(channels.model, series[i], arguments.input.data[i]));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  bar.clear();
  return result;
}

// ---- equations ----------------------------------------------------------------------------------

/// With what leaving a term out costs, where they are those of the best law.
std::vector<FoundEquation> found_equations(const SignalLaw& law, const LawResult& result,
                                           double confidence,
                                           const std::vector<double>* sureness = nullptr) {
  const double z = boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2.0);
  const std::vector<std::string> own = names_of(law, result.names);
  const std::vector<std::string>& inputs = result.input.series.front().inputs.names;
  const bool second = law.model.law.order == 2;
  const auto symbol = [&](Index variable, std::string_view prime) {
    const Index D = law.dimension();
    if (variable >= law.model.law.coordinates())
      return inputs[place(law.inputs[place(variable - law.model.law.coordinates())])];
    return variable < D ? own[place(variable)] : concat(own[place(variable - D)], prime);
  };
  std::vector<std::string> variables;
  for (Index i = 0; i < law.model.law.variables(); ++i) variables.push_back(symbol(i, "'"));
  std::vector<FoundEquation> equations;
  for (const LawEquation& equation : equations_of(law)) {
    const std::string& name = own[place(equation.channel)];
    FoundEquation& found = equations.emplace_back();
    found.left = concat(name, second ? "''" : "'");
    found.left_factor = {.symbol = concat(name, second ? "\u2033" : "\u2032")};
    found.text = to_text(equation, law, result.names, inputs);
    found.confidence = confidence;
    for (const EquationTerm& term : equation.terms) {
      FoundTerm& one = found.terms.emplace_back();
      one.name = name_of(term.product, variables);
      for (const Index variable : term.product) {
        const std::string factor = symbol(variable, "\u2032");
        if (!one.factors.empty() && one.factors.back().symbol == factor)
          ++one.factors.back().power;
        else
          one.factors.push_back({.symbol = factor});
      }
      one.in_equation = true;
      one.coefficient = term.coefficient;
      one.standard_error = term.standard_error;
      one.low = term.coefficient - z * term.standard_error;
      one.high = term.coefficient + z * term.standard_error;
      for (std::size_t k = 0; sureness && k < sureness->size(); ++k)
        if (law.learned[k].channel == equation.channel &&
            law.model.law.terms.monomials()[place(law.learned[k].term)] == term.product)
          one.evidence = (*sureness)[k];
    }
    add_truth(found, result.input.truth, name);
  }
  return equations;
}

std::vector<FoundEquation> best_equations(const LawResult& result, double confidence) {
  return found_equations(result.found.best.law, result, confidence, &result.found.sureness);
}

Correlations correlations_of(const LawResult& result, double confidence) {
  Correlations correlations;
  for (const FoundEquation& equation : best_equations(result, confidence))
    for (const FoundTerm& term : equation.terms)
      correlations.names.push_back(concat(equation.left, " ", term.name));
  const Matrix covariance = covariance_of_terms(result.found.best.law);
  const Vector scale = covariance.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  correlations.values = scale.asDiagonal() * covariance * scale.asDiagonal();
  return correlations;
}

std::optional<CoefficientError> error_of(const LawResult& result,
                                         const std::vector<FoundEquation>& equations) {
  if (result.input.truth.empty()) return {};
  const std::vector<std::string> own = names_of(result.found.best.law, result.names);
  std::vector<Coefficient> found;
  for (std::size_t i = 0; i < equations.size(); ++i)
    for (Coefficient& each : coefficients_of(equations[i], own[i]))
      found.push_back(std::move(each));
  return coefficient_error(found, result.input.truth);
}

// ---- what is said -------------------------------------------------------------------------------

double noise_of(const SignalLaw& law, Index channel) {
  return law.scale[channel] * std::sqrt(law.model.noise[channel]);
}

std::string percent_words(double share) {
  const double percent = 100.0 * std::min(share, 1.0);
  if (percent < 0.01) return "less than 0.01 %";
  return percent < 10.0 ? fmt::format("{:.2g} %", percent) : fmt::format("{:.0f} %", percent);
}

/// Whether rows tell of an equation at all.
bool is_told(const DiscoveredLaw& found) {
  return !found.best.law.learned.empty() && found.best.evidence > found.nothing + kHardly;
}

bool explains(const DiscoveredLaw& found) {
  return is_told(found) && found.unexplained.maxCoeff() <= kPart;
}

/// How other degrees and orders compare with the likeliest of them.
std::string others_words(const DiscoveredLaw& found) {
  const auto best =
      std::ranges::max_element(found.degrees, {}, [](const TriedLaw& one) { return one.evidence; });
  std::string others;
  for (auto one = found.degrees.begin(); one != found.degrees.end(); ++one)
    if (one != best)
      others += concat(others.empty() ? "" : ", ", ratio_text(best->evidence - one->evidence),
                       " against the best ", one->law.family);
  if (others.empty()) return concat("Tried as a ", best->law.family, " only.");
  return concat("By itself a ", best->law.family, ": ", others, ".");
}

std::vector<std::string> remarks(const LawResult& result,
                                 const std::vector<FoundEquation>& equations) {
  const DiscoveredLaw& found = result.found;
  const std::vector<std::string> own = names_of(found.best.law, result.names);
  std::vector<std::string> lines;
  std::string shares;
  for (std::size_t d = 0; d < own.size(); ++d) {
    const double share = found.unexplained[static_cast<Index>(d)];
    shares += concat(shares.empty() ? "" : ", ", percent_words(share), " of ", own[d]);
  }
  lines.push_back(concat("What they leave of the motion: ", shares, "."));
  if (!is_told(found)) {
    lines.push_back(
        "No equation of these kinds explains the data: the rows make none likelier than "
        "a motion that just drifts.");
  } else {
    for (std::size_t d = 0; d < own.size(); ++d) {
      const double share = found.unexplained[static_cast<Index>(d)];
      if (share > kLittle)
        lines.push_back(concat("No equation of these kinds explains the motion of ", own[d],
                               ": most of it is left to a drift."));
      else if (share > kPart)
        lines.push_back(concat("The equation explains the motion of ", own[d], " in part only."));
    }
  }
  if (is_told(found)) lines.push_back(others_words(found));
  if (const auto error = error_of(result, equations))
    lines.push_back(concat("Against the truth: ", describe(*error), "."));
  return lines;
}

std::string data_line(const LawResult& result, const OdeArguments& arguments) {
  std::string line;
  for (std::size_t i = 0; i < result.input.series.size(); ++i)
    line += concat(i == 0 ? "" : "; ", arguments.input.data[i], ": ",
                   size_words(result.input.series[i]));
  if (result.input.clean) {
    const Matrix& clean = *result.input.clean;
    line += fmt::format("; mean squared error {:.3g}, smoothed {:.3g}",
                        mean_square(result.input.series.front().values - clean),
                        mean_square(result.smoothed.front().mean - clean));
  }
  return line;
}

std::string learned_line(const LawResult& result) {
  const SignalLaw& law = result.found.best.law;
  const std::vector<std::string> own = names_of(law, result.names);
  std::string noises;
  for (std::size_t d = 0; d < own.size(); ++d)
    noises += fmt::format("{}{} {:.3g}", d == 0 ? "" : ", ", own[d],
                          noise_of(law, static_cast<Index>(d)));
  return fmt::format("{} learned in {:.1f} s; noise (standard deviation) {}", law.family,
                     result.seconds, noises);
}

std::vector<std::string> summary_lines(const LawResult& result, const OdeArguments& arguments) {
  const double confidence = arguments.search.confidence;
  const std::vector<FoundEquation> equations = best_equations(result, confidence);
  std::vector<std::string> lines = {data_line(result, arguments), learned_line(result)};
  for (const FoundEquation& equation : equations) {
    lines.emplace_back();
    for (std::string& line : lines_of(equation)) lines.push_back(std::move(line));
  }
  lines.emplace_back();
  for (std::string& line : remarks(result, equations)) lines.push_back(std::move(line));
  if (result.found.runners_up.empty() || !is_told(result.found)) return lines;
  lines.emplace_back("Next, and how much likelier the above are:");
  for (std::size_t i = 0; i < std::min(result.found.runners_up.size(), kShownRunnersUp); ++i) {
    const TriedLaw& next = result.found.runners_up[i];
    std::string head = ratio_text(result.found.best.evidence - next.evidence);
    for (const FoundEquation& equation : found_equations(next.law, result, confidence)) {
      lines.push_back(fmt::format("  {:<9} {}", head, equation.text));
      head.clear();
    }
  }
  return lines;
}

Json summary_json(const LawResult& result, const OdeArguments& arguments) {
  const DiscoveredLaw& found = result.found;
  const double confidence = arguments.search.confidence;
  const std::vector<FoundEquation> equations = best_equations(result, confidence);
  const std::vector<std::string> own = names_of(found.best.law, result.names);
  Index rows = 0;
  for (const Series& one : result.input.series) rows += one.rows();
  Json object = {
      {"verb", "discover ode"},   {"input", arguments.input.data}, {"rows", rows},
      {"channels", result.names}, {"seconds", result.seconds},     {"law", found.best.law.family}};
  if (result.input.clean) {
    const Matrix& clean = *result.input.clean;
    object["mean_squared_error"] = {
        {"noisy", mean_square(result.input.series.front().values - clean)},
        {"smoothed", mean_square(result.smoothed.front().mean - clean)}};
  }
  object["equations"] = Json::array();
  for (const FoundEquation& equation : equations) object["equations"].push_back(to_json(equation));
  const Correlations correlations = correlations_of(result, confidence);
  object["correlations"] = {{"terms", correlations.names}, {"values", Json::array()}};
  for (Index i = 0; i < correlations.values.rows(); ++i) {
    const RowVector row = correlations.values.row(i);
    object["correlations"]["values"].push_back(std::vector<double>(row.begin(), row.end()));
  }
  for (std::size_t d = 0; d < own.size(); ++d) {
    object["noise"][own[d]] = noise_of(found.best.law, static_cast<Index>(d));
    object["unexplained"][own[d]] = found.unexplained[static_cast<Index>(d)];
  }
  object["explained"] = explains(found);
  object["log_evidence"] = found.best.evidence;
  object["log_evidence_of_drift"] = found.nothing;
  for (const TriedLaw& one : found.degrees)
    object["tried"].push_back({{"law", one.law.family}, {"log_evidence", one.evidence}});
  object["runners_up"] = Json::array();
  for (const TriedLaw& next : found.runners_up) {
    Json one = {{"log_ratio", found.best.evidence - next.evidence}, {"equations", Json::array()}};
    for (const FoundEquation& equation : found_equations(next.law, result, confidence))
      one["equations"].push_back(to_json(equation));
    object["runners_up"].push_back(std::move(one));
  }
  if (const auto error = error_of(result, equations)) object["coefficient_error"] = to_json(*error);
  object["verdict"] = remarks(result, equations);
  return object;
}

// ---- the page -----------------------------------------------------------------------------------

std::vector<CardSection> card_of(const LawResult& result, const OdeArguments& arguments) {
  const Series& series = result.input.series.front();
  return {{"Data",
           {{"source", with_commas(arguments.input.data)},
            {"rows", text(series.rows())},
            {"channels", text(series.dimension())}}},
          {"Equations",
           {{"law", result.found.best.law.family},
            {"learned", "through the filter, from the rows as they are"},
            {"took", fmt::format("{:.1f} s", result.seconds)}}},
          run_card()};
}

/// Of the first series.
std::string page_of(const LawResult& result, const OdeArguments& arguments) {
  const Series& series = result.input.series.front();
  const double confidence = arguments.search.confidence;
  const std::vector<FoundEquation> equations = best_equations(result, confidence);
  DiscoveryReport page{.title = input_title(arguments.input.data.front()),
                       .subtitle = size_words(series),
                       .sentences = remarks(result, equations),
                       .is_sure = explains(result.found),
                       .equations = equations,
                       .charts_title = "Rows and smoothed path",
                       .axis_name = series.time.name.empty() ? "row" : series.time.name,
                       .axis = times_of(series),
                       .correlations = correlations_of(result, confidence),
                       .card = card_of(result, arguments)};
  for (const TriedLaw& next : result.found.runners_up)
    page.runners_up.push_back({.equations = found_equations(next.law, result, confidence),
                               .behind = result.found.best.evidence - next.evidence});
  for (const Index j : result.found.best.law.columns) {
    CurveChart chart{.caption = result.names[place(j)]};
    chart.curves.push_back({CurveRole::measured, "measured", series.values.col(j)});
    chart.curves.push_back({CurveRole::estimate, "smoothed", result.smoothed.front().mean.col(j)});
    if (result.input.clean)
      chart.curves.push_back({CurveRole::truth, "clean", result.input.clean->col(j)});
    page.charts.push_back(std::move(chart));
  }
  return to_html(page);
}

}  // namespace

void run_discover_law(const OdeArguments& arguments) {
  require_sense(arguments);
  if (!(arguments.search.confidence > 0.0 && arguments.search.confidence < 1.0))
    throw UsageError(concat("--confidence: must be in (0, 1), got ", arguments.search.confidence));
  require_writable(arguments.outputs, true, arguments.common);
  const LawResult result = computed(arguments);
  if (!arguments.outputs.denoised.empty()) {
    Series smoothed = result.input.series.front();
    smoothed.values = result.smoothed.front().mean;
    write_series(smoothed, arguments.outputs.denoised, arguments.common);
  }
  if (!arguments.outputs.report.empty())
    write_text(arguments.outputs.report, page_of(result, arguments), arguments.common);
  Json object = summary_json(result, arguments);
  std::vector<std::string> lines = summary_lines(result, arguments);
  finish(arguments.outputs, object, lines, arguments.common);
}

}  // namespace elto::command
