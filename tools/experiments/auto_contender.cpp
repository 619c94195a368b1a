// SPDX-License-Identifier: Apache-2.0
#include "experiments/auto_contender.hpp"

#include "elto/filter/filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/tuning/choose_model.hpp"

#include "experiments/operator_contender.hpp"

namespace elto::experiments {
namespace {

/// With many channels a fit takes minutes, and every row tells its search a lot.
Index evaluations_for(Index channels, const Effort& effort) {
  return channels < 500 ? effort.evaluations : (effort.evaluations + 3) / 4;
}

ChooseOptions options_for(const Task& task, const Effort& effort) {
  const Index channels = task.training.front().dimension();
  const Index evaluations = evaluations_for(channels, effort);
  ChooseOptions options;
  options.state.evaluations = evaluations;
  options.state.seed = effort.seed;
  options.state.threads = 1;
  options.model.spectral.seed = effort.seed;
  options.model.operators.rank.max_rank = rank_for(channels);
  options.fit.tuning.search = {
      .search = {.seed = effort.seed}, .evaluations = evaluations, .threads = 1};
  return options;
}

Estimate filtered(const SignalModel& model, const Series& rows) {
  return filter(model, rows);
}

Estimate filtered(const StateModel& model, const Series& rows) {
  return filter(model, rows);
}

Estimate filtered(const Model& model, const Series& rows) {
  return filter(model, rows, {.covariances = Covariances::variances});
}

}  // namespace

Contender automatic() {
  const auto compete = [](const Task& task, const Effort& effort) {
    double tuning = 0.0;
    const AnyModel model = timed(
        tuning, [&] { return choose_model(known_rows(task), options_for(task, effort)).model; });
    Outcome outcome = judged(
        [&](const Series& rows) {
          return std::visit([&](const auto& any) { return filtered(any, rows); }, model);
        },
        task);
    outcome.tuning = tuning;
    return outcome;
  };
  return {"auto", compete};
}

}  // namespace elto::experiments
