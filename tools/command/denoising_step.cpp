// SPDX-License-Identifier: Apache-2.0
#include "denoising_step.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "elto/filter/filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/tuning/choose_doubly_noisy.hpp"

#include "channel_names.hpp"
#include "interrupt.hpp"
#include "option_value.hpp"
#include "progress_bar.hpp"

#include <fmt/format.h>

namespace elto::command {
namespace {

constexpr const char* kDenoisingGroup = "Denoising";

Estimate smoothed(const SignalModel& model, const Series& series) {
  return smooth(model, series);
}

Estimate smoothed(const StateModel& model, const Series& series) {
  return smooth(model, series, Covariances::variances);
}

Estimate smoothed(const Model& model, const Series& series) {
  return smooth(model, series, {.covariances = Covariances::variances});
}

std::string model_name(const AnyModel& model) {
  if (std::holds_alternative<SignalModel>(model)) return "the engine";
  return std::holds_alternative<Model>(model) ? "the paper's model" : "the state model";
}

bool leaves_kernels_and_window(const ModelOptions& model) {
  const ModelOptions usual;
  return model.window == usual.window &&
         value_text(model.operators.state_kernel) == value_text(usual.operators.state_kernel) &&
         value_text(model.operators.observation_kernel) ==
             value_text(usual.operators.observation_kernel);
}

/// Of the paper's model, by short searches; that of the job then goes on thoroughly. Returns what
/// was chosen, in words.
std::string choose_kernels_and_window(FitJob& job, const RowVector& noise) {
  constexpr Index kMostEvaluations = 100;
  const InterruptListener listener;
  FitArguments arguments = job.arguments;
  arguments.take(job.common);
  TuneOptions& tuning = arguments.fit.tuning;
  tuning.search.evaluations = std::min(tuning.search.evaluations, kMostEvaluations);
  const auto candidates = smoother_candidates(arguments.model);
  ProgressBar bar(!job.common.quiet);
  bar.stage("choosing kernels and window");
  Index tried = 0, last = 0;
  tuning.search.progress = [&](const MinimizeProgress& now) {
    if (now.evaluations < last) ++tried;
    last = now.evaluations;
    bar.advance(tried, std::ssize(candidates), "");
    return !interrupted();
  };
  const RatedSmoother chosen =
      choose_doubly_noisy(job.series, *job.noisier, noise, candidates, tuning);
  bar.clear();
  if (interrupted())
    throw Interrupted("stopped; a choice of kernels is not kept, the same command begins anew");
  job.arguments.model.window = chosen.options.window;
  job.arguments.model.operators.state_kernel = chosen.options.operators.state_kernel;
  job.arguments.model.operators.observation_kernel = chosen.options.operators.observation_kernel;
  return fmt::format(
      "kernel {}, window {}: the least error of {} choices, {:.3g} by Stein's estimate",
      value_text(chosen.options.operators.state_kernel), chosen.options.window, candidates.size(),
      chosen.risk);
}

}  // namespace

std::vector<Option> options_of(DenoisingArguments& arguments) {
  return joined({{flag("denoise", arguments.denoise,
                       "Denoise first, by a model that is fitted to the data", kDenoisingGroup)},
                 options_of(arguments.checkpoint),
                 options_of(arguments.fit)});
}

DenoisedRows denoised_rows(const Series& series, const RowVector& noise, const std::string& path,
                           const DenoisingArguments& arguments, const CommonOptions& common) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  FitJob job{.series = series,
             .path = path,
             .arguments = arguments.fit,
             .checkpoint = arguments.checkpoint,
             .common = common};
  if (job.checkpoint.checkpoint.empty()) job.checkpoint.checkpoint = "elto-discover.checkpoint";
  std::string choice;
  if (job.arguments.choice == ModelChoice::paper) {
    Rng rng(common.seed);
    job.noisier = doubly_noisy(series, noise, rng);
    if (leaves_kernels_and_window(job.arguments.model) && series.values.allFinite())
      choice = choose_kernels_and_window(job, noise);
  }
  FitOutcome fitted = run_fit(job);
  if (!choice.empty()) fitted.sentences.push_back(choice);
  const Series rows = usable_rows(series, fitted.model).series;
  const Estimate estimate =
      std::visit([&](const auto& model) { return smoothed(model, rows); }, fitted.model);
  if (!estimate.status.ok())
    throw NumericalError(concat(path, ": the smoother failed, ", describe(estimate.status),
                                "; nothing was written. Try another --model"));
  return {.values = estimate.mean,
          .model = model_name(fitted.model),
          .seconds = std::chrono::duration<double>(Clock::now() - start).count(),
          .sentences = std::move(fitted.sentences)};
}

}  // namespace elto::command
