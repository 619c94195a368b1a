// SPDX-License-Identifier: Apache-2.0
#include "estimate_job.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/diagnostics/diagnose.hpp"
#include "elto/diagnostics/verdict.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/model/law_equation.hpp"
#include "elto/model/signal_words.hpp"

#include "channel_names.hpp"
#include "estimate_table.hpp"
#include "input_data.hpp"
#include "input_effects.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "report/report.hpp"
#include "summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {

template <>
struct EnumNames<Covariances> {
  static constexpr std::array<std::pair<std::string_view, Covariances>, 2> names = {
      {{"variances", Covariances::variances}, {"full", Covariances::full}}};
};

namespace {

std::string significant(double value) {
  return fmt::format("{:.4g}", value);
}

std::vector<CardEntry> described(const Model& model, const Series&) {
  return {{"kind", "paper (ELTO-AKF)"},
          {"learned from",
           fmt::format("{} windows of {} rows", model.operators.samples(), 2 * model.window)},
          {"features", text(model.operators.rank())},
          {"state kernel", to_text(model.operator_options.state_kernel)},
          {"observation kernel", to_text(model.operator_options.observation_kernel)},
          {"transition ridge", significant(model.operator_options.transition_ridge)},
          {"observation ridge", significant(model.operator_options.observation_ridge)},
          {"noise", model.adaptation.active()
                        ? fmt::format("adapts, memory {} (measurement), {} (process)",
                                      significant(model.adaptation.measurement_memory),
                                      significant(model.adaptation.process_memory))
                        : std::string("constant")}};
}

std::vector<std::string> signals_of(const SignalModel& model, const Series& series) {
  std::vector<std::string> signals;
  for (const ChannelModel& part : model.parts)
    signals.push_back(describe(part, series.time, model.inputs));
  for (const SignalLaw& law : model.laws)
    for (const Index column : law.columns) signals[static_cast<std::size_t>(column)] = law.family;
  return signals;
}

std::vector<CardEntry> described(const SignalModel& model, const Series& series) {
  std::vector<CardEntry> card = {{"kind", "sums of components in continuous time"}};
  const std::vector<std::string> names = channel_names(model.channels, model.dimension()),
                                 signals = signals_of(model, series);
  for (std::size_t j = 0; j < names.size(); ++j)
    card.push_back({names[j], fmt::format("{}; noise {}", signals[j],
                                          significant(model.parts[j].scale *
                                                      std::sqrt(model.parts[j].model.noise[0])))});
  for (const SignalLaw& law : model.laws)
    for (const LawEquation& equation : equations_of(law)) {
      const auto column =
          static_cast<std::size_t>(law.columns[static_cast<std::size_t>(equation.channel)]);
      card[1 + column].value = fmt::format(
          "{}: {}; noise {}", law.family, to_text(equation, law, names, model.inputs),
          significant(law.scale[equation.channel] * std::sqrt(law.model.noise[equation.channel])));
    }
  return card;
}

std::vector<CardEntry> described(const StateModel& model, const Series&) {
  Index learned = 0;
  for (const StateMapPart& part : model.map.parts) learned += std::ssize(part.outputs);
  return {{"kind", model.order == 1 ? "positions and drift" : "positions, velocities and drift"},
          {"channels with learned dynamics", fmt::format("{} of {}", learned, model.dimension())},
          {"measurement noise", model.memory.measurement < 1.0
                                    ? fmt::format("adapts, memory {}", model.memory.measurement)
                                    : std::string("constant")}};
}

std::vector<CardSection> model_card(const EstimateJob& job) {
  std::vector<CardSection> card;
  card.push_back({"Data",
                  {{"source", job.path},
                   {"rows", text(job.series.rows())},
                   {"channels", text(job.series.dimension())},
                   {"hash (CRC-64)", data_hash(job.series)}}});
  card.push_back(
      {"Model",
       std::visit([&](const auto& model) { return described(model, job.series); }, job.model)});
  card.push_back(run_card());
  if (job.fitted != nullptr) {
    auto& run = card.back().entries;
    run.push_back({"fitting took", fmt::format("{:.1f} s", job.fitted->seconds)});
    for (const auto& [name, value] : job.fitted->figures) run.push_back({name, significant(value)});
    run.push_back({"seed", text(job.common.seed)});
  }
  if (job.arguments != nullptr && job.arguments->choice == ModelChoice::paper) {
    card.push_back({"Options", {}});
    for (const auto& [name, value] : values_of(*job.arguments))
      card.back().entries.push_back({name, value});
  }
  return card;
}

Estimate estimated(const EstimateJob& job) {
  const Covariances covariances = job.outputs.covariances;
  if (const auto* model = std::get_if<SignalModel>(&job.model))
    return job.smooths ? smooth(*model, job.series, {.judged = true}) : filter(*model, job.series);
  if (const auto* model = std::get_if<StateModel>(&job.model))
    return job.smooths ? smooth(*model, job.series, covariances)
                       : filter(*model, job.series, covariances);
  const auto& model = std::get<Model>(job.model);
  return job.smooths ? smooth(model, job.series, {.covariances = covariances, .sensitivity = true})
                     : filter(model, job.series, {.covariances = covariances, .sensitivity = true});
}

}  // namespace

std::vector<Option> options_of(EstimateOutputs& outputs) {
  const Option output = output_option(
      outputs.output, "Where the clean series goes; '-': CSV on standard output", kOutputGroup);
  return {
      output, option("report", "FILE", outputs.report, "HTML report to write", kOutputGroup),
      option("covariances", "KIND", outputs.covariances,
             "Error bars per channel, or the covariance of each pair of channels too",
             kOutputGroup),
      flag("flags", outputs.flags,
           "Add a column NAME_flag of each channel: 0 measured, 1 missing, 2 outlier (set "
           "aside), 3 jump of the level, 4 stuck sensor (set aside); with --model engine, where "
           "all rows are used",
           kOutputGroup)};
}

void require_writable(const EstimateOutputs& outputs, const CommonOptions& common) {
  require_one_writer(common, outputs.output);
  if (outputs.report == "-")
    throw UsageError("--report: a report is a file, it cannot go to standard output");
  require_writable_data(outputs.output, common);
  require_writable(outputs.report, common);
}

void run_estimate(const EstimateJob& job, nlohmann::ordered_json& object,
                  std::vector<std::string>& lines) {
  ProgressBar bar(!job.common.quiet);
  bar.stage(job.smooths ? "smoothing" : "filtering");
  const Estimate estimate = estimated(job);
  if (!estimate.status.ok())
    throw NumericalError(concat(job.path, ": the filter failed, ", describe(estimate.status),
                                "; nothing was written. Fit again with other options, such as "
                                "--model paper --noise.structure scalar"));
  if (job.outputs.flags && estimate.flags.empty())
    throw UsageError(
        "--flags: only the engine sets rows aside, looking back; --model engine asks for it, and "
        "--causal does without");
  const Diagnostics diagnostics = diagnose(job.series, estimate);
  Verdict found = verdict(job.series, diagnostics);
  if (job.fitted != nullptr)
    found.findings.push_back(
        {.title = "Learned from these rows",
         .sentence =
             "The model has learned from these very rows: new ones may be predicted less well."});
  if (const auto* model = std::get_if<SignalModel>(&job.model); model && !model->inputs.empty())
    for (Finding& finding : input_findings(*model, job.series))
      found.findings.push_back(std::move(finding));
  const std::vector<std::string> sentences = found.sentences();
  bar.stage("writing");
  write_series(estimate_table(job.series, estimate, job.outputs.flags), job.outputs.output,
               job.common);
  if (!job.outputs.report.empty()) {
    Report page{.series = job.series,
                .estimate = estimate,
                .diagnostics = diagnostics,
                .title = input_title(job.path),
                .subtitle = size_words(job.series),
                .verdict = found,
                .card = model_card(job)};
    if (const auto* model = std::get_if<SignalModel>(&job.model)) {
      page.signals = signals_of(*model, job.series);
      page.trial = Trial::whole_series;
    }
    if (job.fitted != nullptr) {
      page.learned_rows = job.fitted->learned_rows;
      page.tuning = job.fitted->tuning;
      page.tried = job.fitted->tried;
      page.comparison = job.fitted->comparison;
    }
    write_text(job.outputs.report, to_html(page), job.common);
  }
  bar.clear();
  lines.insert(lines.end(), sentences.begin(), sentences.end());
  object["rows"] = job.series.rows();
  object["channels"] = channel_names(job.series.channels, job.series.dimension());
  object["data_hash"] = data_hash(job.series);
  if (const auto* model = std::get_if<SignalModel>(&job.model); model && !model->inputs.empty())
    object["inputs"] = input_effects_json(*model, job.series);
  object["verdict"] = sentences;
  object["findings"] = to_json(found, object["channels"]);
  object["diagnostics"] = to_json(diagnostics, object["channels"]);
  for (const auto& [name, path] :
       {std::pair{"output", job.outputs.output}, std::pair{"report", job.outputs.report}}) {
    if (path.empty() || path == "-") continue;
    object[name] = path;
    lines.push_back(fmt::format("{:<7} {}", name, path));
  }
}

}  // namespace elto::command
