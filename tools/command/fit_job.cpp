// SPDX-License-Identifier: Apache-2.0
#include "fit_job.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/crc64.hpp"
#include "elto/model/law_equation.hpp"
#include "elto/model/signal_words.hpp"
#include "elto/series/times.hpp"
#include "elto/tuning/fit_doubly_noisy.hpp"
#include "elto/version.hpp"

#include "blame.hpp"
#include "channel_names.hpp"
#include "checkpoint.hpp"
#include "interrupt.hpp"
#include "model_comparison.hpp"
#include "option_value.hpp"
#include "progress_bar.hpp"

#include <fmt/format.h>

namespace elto::command {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> option_names(const FitJob& job) {
  std::vector<std::string> names = {"threads"};
  for (const auto& [name, value] : values_of(job.arguments)) names.push_back(name);
  return names;
}

}  // namespace

std::vector<Option> options_of(CheckpointArguments& arguments) {
  return {
      option("checkpoint", "FILE", arguments.checkpoint,
             "Where an interrupted search is kept; beside the output by default", kCommonGroup),
      flag("resume", arguments.resume, "Go on from the checkpoint, if there is one", kCommonGroup),
  };
}

std::string data_hash(const Series& series) {
  // A copy in which every NaN has the same bits.
  const Matrix values =
      series.values.array().isNaN().select(std::numeric_limits<double>::quiet_NaN(), series.values);
  const std::string_view bytes(reinterpret_cast<const char*>(values.data()),
                               static_cast<std::size_t>(values.size()) * sizeof(double));
  const std::uint64_t inputs = series.inputs.empty() ? 0 : crc64(data_hash(series.inputs.values));
  return fmt::format("{:016x}", crc64(bytes) ^ static_cast<std::uint64_t>(values.cols()) ^ inputs);
}

std::string job_name(const FitJob& job) {
  std::string text = concat("elto ", std::string_view(version), "; data ", data_hash(job.series),
                            "; seed ", job.common.seed);
  if (job.noisier) text += concat("; noisier ", data_hash(*job.noisier));
  for (const auto& [name, value] : values_of(job.arguments)) text += concat("; ", name, " ", value);
  return text;
}

namespace {

FitOutcome run_paper_fit(const FitJob& job) {
  const auto start = Clock::now();
  const std::filesystem::path& file = job.checkpoint.checkpoint;
  const auto [series, dropped] = whole_rows(job.series);
  Checkpoint checkpoint{job_name(job), ""};
  FitArguments arguments = job.arguments;
  arguments.take(job.common);
  MinimizeOptions& search = arguments.fit.tuning.search;
  if (job.checkpoint.resume && std::filesystem::exists(file))
    search.resume_from = read_checkpoint(file, checkpoint.job);

  ProgressBar bar(!job.common.quiet);
  bar.stage("learning");
  auto last_kept = start;
  const auto keep = [&](const MinimizeProgress& now) {
    checkpoint.search = now.checkpoint();
    write_checkpoint(checkpoint, file);
    last_kept = Clock::now();
  };
  bool is_first = true;
  search.progress = [&](const MinimizeProgress& now) {
    if (is_first) bar.stage("tuning");
    is_first = false;
    bar.advance(now.evaluations, search.evaluations, fmt::format("error {:.4g}", now.value));
    // Often enough to lose little, seldom enough to cost nothing.
    if (interrupted() || seconds_since(last_kept) > 0.5) keep(now);
    return !interrupted();
  };
  FitResult result;
  try {
    result = job.noisier ? fit_doubly_noisy(series, whole_rows(*job.noisier).series,
                                            arguments.model, arguments.fit.tuning)
                         : fit_with_record(series, arguments.model, arguments.fit);
  } catch (const InvalidArgument&) {
    throw;
  } catch (const IoError&) {
    throw;
  } catch (const Error& problem) {  // of the search that it was to resume from
    throw IoError(file.string(),
                  concat(std::string_view(problem.what()), "; remove it to start anew"));
  }
  bar.clear();
  const MinimizeResult& found = result.search;
  if (found.status.code == StatusCode::stopped)
    throw Interrupted(fmt::format(
        "stopped after {} of {} candidates; {} keeps them: the same command with --resume goes on",
        found.evaluations, search.evaluations, file.string()));
  if (!found.status.ok())
    throw NumericalError(concat(job.path,
                                ": no candidate of the search gave a finite error; try "
                                "another --window or fewer --columns"));
  std::error_code ignored;  // it is of no more use
  std::filesystem::remove(file, ignored);
  return {.model = std::move(result.model),
          .learned_rows = result.learned_rows,
          .dropped_rows = dropped,
          .figures = {{"initial_error", result.initial},
                      {"error", found.value},
                      {"evaluations", static_cast<double>(found.evaluations)}},
          .sentences = {fmt::format("{}: {:.4g} before tuning, {:.4g} after (standardised)",
                                    job.noisier ? "error against the rows, from doubly noisy ones"
                                                : "one-step error on held-out rows",
                                    result.initial, std::min(found.value, result.initial))},
          .tuning = TuningRecord{result.initial, found.history},
          .tried = {}};
}

FitOutcome run_state_fit(const FitJob& job) {
  FitArguments arguments = job.arguments;
  arguments.take(job.common);
  StateFitOptions& options = arguments.state;
  ProgressBar bar(!job.common.quiet);
  bar.stage("learning");
  const Index most = most_searches(options);
  options.progress = [&](Index done) {
    bar.advance(done, most, "");
    return !interrupted();
  };
  StateFit fit = fit_state_model({job.series}, options);
  bar.clear();
  if (interrupted())
    throw Interrupted("stopped; a fit of this model is not kept, the same command begins anew");
  Index tried = 0;
  double trend = std::numeric_limits<double>::infinity();
  for (const ScoredKind& scored : fit.kinds) {
    ++tried;
    if (scored.kind.inputs == MapInputs::none) trend = std::min(trend, scored.score);
  }
  FitOutcome outcome;
  for (const auto& [kind, score] : fit.kinds)
    outcome.tried.push_back({describe(kind), -score, kind == fit.kind});
  outcome.model = std::move(fit.model);
  outcome.figures = {{"score", fit.score},
                     {"trend_score", trend},
                     {"order", static_cast<double>(fit.kind.order)},
                     {"rounds", static_cast<double>(fit.rounds)}};
  outcome.sentences = {
      fmt::format("of {} kinds of models: {}", tried, describe(fit.kind)),
      fmt::format("log-likelihood of a held-out value: {:.4f}, of a trend {:.4f} (standardised)",
                  -fit.score, -trend)};
  return outcome;
}

FitOutcome run_engine_fit(const FitJob& job) {
  FitArguments arguments = job.arguments;
  arguments.take(job.common);
  LearnOptions& options = arguments.signal;
  ProgressBar bar(!job.common.quiet);
  bar.stage("learning");
  options.progress = [&](Index done, Index all) {
    bar.advance(done, all, "");
    return !interrupted();
  };
  LearnedSignalModel learned = learn_signal_model({job.series}, options);
  bar.clear();
  if (interrupted() || !learned.status.ok())
    throw Interrupted("stopped; a fit of this model is not kept, the same command begins anew");
  FitOutcome outcome;
  const std::vector<std::string> names = channel_names(job.series.channels, job.series.dimension());
  for (std::size_t j = 0; j < names.size(); ++j) {
    const ChannelModel& part = learned.model.parts[j];
    const FamilyChoice& choice = learned.choices[j];
    outcome.sentences.push_back(fmt::format(
        "{}: {}{}", names[j], describe(part, job.series.time, learned.model.inputs),
        choice.fits.size() < 2 ? ""
                               : fmt::format(", the best of {} families", choice.fits.size())));
    for (std::size_t i = 0; i < choice.fits.size(); ++i)
      outcome.tried.push_back(
          {concat(names[j], ": ",
                  describe(choice.fits[i].model.dynamics, part.step, job.series.time)),
           choice.fits[i].score - choice.chosen().score, i == choice.best});
  }
  for (const SignalLaw& law : learned.model.laws) {
    outcome.sentences.push_back(
        fmt::format("{}: {}, instead of the above; it predicts entries "
                    "better than they do",
                    with_commas(names_of(law, names)), law.family));
    for (const LawEquation& equation : equations_of(law))
      outcome.sentences.push_back("  " + to_text(equation, law, names, learned.model.inputs));
  }
  outcome.model = std::move(learned.model);
  outcome.forecasts = std::move(learned.forecasts);
  return outcome;
}

/// Where the engine is the better one: it takes times as they are, and all rows for everything.
bool wants_engine(const Series& series) {
  constexpr Index kFewRows = 300;
  if (series.rows() < kFewRows || !series.inputs.empty()) return true;
  const Vector times = times_of(series);
  const Vector steps = in_steps(times, median_step(times));
  return (steps - Vector::LinSpaced(steps.size(), 0.0, static_cast<double>(steps.size() - 1)))
             .cwiseAbs()
             .maxCoeff() > 0.0;
}

/// To compare with; the winner is tuned as thoroughly as it would be alone.
constexpr Index kMostComparedEvaluations = 100;

/// Each candidate on the earlier rows.
ModelComparison run_comparison(const FitJob& job) {
  FitArguments arguments = job.arguments;
  arguments.take(job.common);
  ProgressBar bar(!job.common.quiet);
  ChooseOptions options;
  options.state = arguments.state;
  options.model = arguments.model;
  options.fit = arguments.fit;
  const Index most = most_searches(options.state);
  options.state.progress = [&](Index done) {
    bar.advance(done, most, "");
    return !interrupted();
  };
  MinimizeOptions& search = options.fit.tuning.search;
  search.evaluations = std::min(search.evaluations, kMostComparedEvaluations);
  search.progress = [&, all = search.evaluations](const MinimizeProgress& now) {
    bar.advance(now.evaluations, all, fmt::format("error {:.4g}", now.value));
    return !interrupted();
  };
  options.compare.progress = [&](const std::string& name) {
    bar.stage(concat("comparing: ", name));
    return !interrupted();
  };
  ModelComparison comparison = compare_models({job.series}, candidates(options), options.compare);
  bar.clear();
  if (interrupted())
    throw Interrupted("stopped; a comparison is not kept, the same command begins anew");
  return comparison;
}

FitOutcome run_chosen_fit(const FitJob& job) {
  switch (job.arguments.choice) {
    case ModelChoice::paper:
      return run_paper_fit(job);
    case ModelChoice::engine:
      return run_engine_fit(job);
    case ModelChoice::state:
      return run_state_fit(job);
    case ModelChoice::standard:
      return wants_engine(job.series) ? run_engine_fit(job) : run_state_fit(job);
    case ModelChoice::best:
      break;
  }
  ModelComparison comparison = run_comparison(job);
  const std::string& best = comparison.models[comparison.best].name;
  FitJob winner = job;
  winner.arguments.choice = best == kPaperCandidate ? ModelChoice::paper : ModelChoice::state;
  if (best == kTrendCandidate) winner.arguments.state.kinds = {kTrendKind};
  FitOutcome outcome = run_chosen_fit(winner);
  outcome.comparison = std::move(comparison);
  return outcome;
}

}  // namespace

void save_fitted(const FitOutcome& outcome, const std::filesystem::path& path) {
  save(outcome.model, path);
  if (outcome.comparison) note_in_model_file(*outcome.comparison, path);
}

FitOutcome run_fit(const FitJob& job) {
  const std::vector<std::string> names = channel_names(job.series.channels, job.series.dimension());
  for (std::size_t j = 0; j < names.size(); ++j)
    if (job.series.values.col(static_cast<Index>(j)).array().isNaN().all())
      throw IoError(job.path,
                    concat("column '", names[j], "' has no values; --columns names others"));
  if (!job.series.inputs.empty() && job.arguments.choice != ModelChoice::standard &&
      job.arguments.choice != ModelChoice::engine)
    throw UsageError("--inputs: only the engine takes inputs; --model engine asks for it");
  const InterruptListener listener;
  const auto start = Clock::now();
  FitOutcome outcome;
  try {
    outcome = run_chosen_fit(job);
  } catch (const InvalidArgument& problem) {
    blame(problem, option_names(job), job.path);
  }
  outcome.seconds = seconds_since(start);
  return outcome;
}

}  // namespace elto::command
