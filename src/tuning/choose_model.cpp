// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/choose_model.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/series/gaps.hpp"
#include "elto/tuning/held_out_likelihood.hpp"
#include "elto/tuning/split.hpp"

namespace elto {
namespace {

ComparedModel compared(const ModelCandidate& candidate, const Split& parts) {
  using Clock = std::chrono::steady_clock;
  ComparedModel result{.name = candidate.name};
  const auto start = Clock::now();
  try {
    const AnyModel model = candidate.fit(parts.training);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    result.score = held_out_likelihood(model, parts.training, parts.held_out);
  } catch (const InvalidArgument& problem) {
    result.problem = problem.what();
  }
  return result;
}

AnyModel fitted_state_model(const std::vector<Series>& sequences, const StateFitOptions& options) {
  return fit_state_model(sequences, options).model;
}

AnyModel fitted_paper_model(const std::vector<Series>& sequences, const ModelOptions& model,
                            const FitOptions& options) {
  std::vector<Series> whole;
  whole.reserve(sequences.size());
  for (const Series& series : sequences) whole.push_back(whole_rows(series).series);
  return fit(whole, model, options);
}

}  // namespace

ModelComparison compare_models(const std::vector<Series>& sequences,
                               const std::vector<ModelCandidate>& candidates,
                               const CompareOptions& options) {
  require(!candidates.empty(), "candidates", "at least 1", candidates.size());
  const Split parts = split(sequences, options.held_out);
  ModelComparison comparison;
  bool running = true;
  for (const ModelCandidate& candidate : candidates) {
    running = running && (!options.progress || options.progress(candidate.name));
    comparison.models.push_back(
        running ? compared(candidate, parts)
                : ComparedModel{.name = candidate.name, .problem = "not tried"});
  }
  const auto before = [](const ComparedModel& a, const ComparedModel& b) {
    if (a.problem.empty() != b.problem.empty()) return a.problem.empty();
    return a.score > b.score;
  };
  const auto best = std::ranges::min_element(comparison.models, before);
  if (!best->problem.empty())
    throw InvalidArgument("series", "such that a model can be fitted to its earlier rows",
                          best->problem);
  comparison.best = static_cast<std::size_t>(best - comparison.models.begin());
  return comparison;
}

void validate(const ChooseOptions& options) {
  validate(options.state);
  validate(options.model);
  validate(options.fit);
}

std::vector<ModelCandidate> candidates(const ChooseOptions& options) {
  validate(options);
  StateFitOptions trend = options.state;
  trend.kinds = {kTrendKind};
  const auto state = [](const StateFitOptions& own) {
    return [own](const std::vector<Series>& rows) { return fitted_state_model(rows, own); };
  };
  return {{std::string(kDefaultCandidate), state(options.state)},
          {std::string(kTrendCandidate), state(trend)},
          {std::string(kPaperCandidate),
           [model = options.model, own = options.fit](const std::vector<Series>& rows) {
             return fitted_paper_model(rows, model, own);
           }}};
}

ChosenModel choose_model(const std::vector<Series>& sequences, const ChooseOptions& options) {
  const std::vector<ModelCandidate> all = candidates(options);
  ModelComparison comparison = compare_models(sequences, all, options.compare);
  return {all[comparison.best].fit(sequences), std::move(comparison)};
}

}  // namespace elto
