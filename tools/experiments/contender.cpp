// SPDX-License-Identifier: Apache-2.0
#include "experiments/contender.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "elto/tuning/minimize.hpp"
#include "elto/tuning/validation_error.hpp"

namespace elto::experiments {

Vector tuned_point(const Vector& start, const FilterAt& at, const Task& task, Target target,
                   const Effort& effort) {
  if (start.size() == 0) return start;
  const auto objective = [&](const Vector& point) {
    const Filter filter = at(point);
    ErrorMean error;
    for (const Simulation& part : task.validation) {
      const Estimate estimate = filter(part.observed);
      const Matrix& own = target == Target::truth ? estimate.mean : estimate.predicted;
      const Matrix& right = target == Target::truth ? part.truth : part.observed.values;
      for (Index t = 0; t < own.rows(); ++t) error.add(own.row(t), right.row(t));
    }
    return error.value();
  };
  return minimize(
             objective, start,
             {.search = {.seed = effort.seed}, .evaluations = effort.evaluations, .threads = 1})
      .point;
}

Outcome judged(const Filter& filter, const Task& task) {
  Outcome outcome;
  const auto estimates = timed(outcome.filtering, [&] {
    std::vector<Estimate> all;
    for (const Simulation& part : task.test) all.push_back(filter(part.observed));
    return all;
  });
  double sum = 0.0, size = 0.0;
  Index count = 0;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    sum += (estimates[i].mean - task.test[i].truth).squaredNorm();
    size += task.test[i].truth.squaredNorm();
    count += task.test[i].truth.size();
  }
  outcome.error = sum / static_cast<double>(count);
  // Nobody who merely knows nothing errs by so much.
  constexpr double kFarAway = 1e3;
  outcome.diverged = !(sum <= kFarAway * size);
  if (outcome.diverged) outcome.error = std::numeric_limits<double>::infinity();
  return outcome;
}

}  // namespace elto::experiments
