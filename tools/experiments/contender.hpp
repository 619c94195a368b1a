// SPDX-License-Identifier: Apache-2.0
// Who takes part in an experiment: a filter that learns from the training rows of a task, is tuned
// on its validation rows by the same search with the same budget as everybody else, and estimates
// its test rows.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"

#include "experiments/task.hpp"

namespace elto::experiments {

/// What tuning compares with.
enum class Target {
  truth,         ///< estimates with the truth, as the paper seems to have done
  observations,  ///< one-step predictions with the rows that follow, as everybody can
};

/// Of one entry.
struct Effort {
  Index evaluations = 100;          ///< of filters by each search
  std::uint32_t seed = 1;           ///< of the searches
  std::filesystem::path real = {};  ///< folder of the real series (experiments/hidden_entries.hpp)
};

struct [[nodiscard]] Outcome {
  double error = 0.0;  ///< mean squared difference from the truth over all test rows and channels
  double learning = 0.0, tuning = 0.0, filtering = 0.0;  ///< seconds; filtering: the test rows
  bool diverged = false;  ///< the filter failed or left the range of the data by far; the error is
                          ///< then infinite
};

struct Contender {
  std::string name;
  std::function<Outcome(const Task&, const Effort&)> compete;
};

using Filter = std::function<Estimate(const Series&)>;
using FilterAt = std::function<Filter(const Vector& point)>;

/// A filter with a few numbers to tune, learned from the training rows.
template <class F>
concept TunableFilter = requires(const F& family, const Vector& point) {
  // Where a search begins; every vector of this size is valid. Empty: nothing to tune.
  { family.start() } -> std::convertible_to<Vector>;
  { family.at(point) } -> std::convertible_to<Filter>;
};

/// The point with the smallest error on the validation rows.
Vector tuned_point(const Vector& start, const FilterAt& at, const Task& task, Target target,
                   const Effort& effort);

/// Filters the test rows: error and seconds.
Outcome judged(const Filter& filter, const Task& task);

/// What `work` returns, and the seconds it took.
template <class Work>
auto timed(double& seconds, Work work) {
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

/// The whole of it: `learn` makes the tunable filter from the task's training rows.
template <class Learn>
requires TunableFilter<std::invoke_result_t<Learn, const Task&>> Contender
contender(std::string name, Target target, Learn learn) {
  const auto compete = [learn, target](const Task& task, const Effort& effort) {
    double learning = 0.0, tuning = 0.0;
    const auto family = timed(learning, [&] { return learn(task); });
    const auto at = [&](const Vector& point) -> Filter { return family.at(point); };
    const Vector point =
        timed(tuning, [&] { return tuned_point(family.start(), at, task, target, effort); });
    Outcome outcome = judged(at(point), task);
    outcome.learning = learning;
    outcome.tuning = tuning;
    return outcome;
  };
  return {std::move(name), compete};
}

}  // namespace elto::experiments
