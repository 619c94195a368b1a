// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/minimize.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/tuning/restarting_search.hpp"

namespace elto {
namespace {

SearchBudget budget_of(const MinimizeOptions& options) {
  return {.evaluations = options.evaluations, .restarts = options.restarts};
}

RestartingSearch begin(VectorView start, const MinimizeOptions& options) {
  if (options.resume_from.empty())
    return RestartingSearch(start, options.search, budget_of(options));
  RestartingSearch search = RestartingSearch::resume(options.resume_from, budget_of(options));
  require(start.size() == search.start().size(), "start",
          concat("of the checkpoint's size ", search.start().size()), start.size());
  return search;
}

Vector evaluate(const std::function<double(const Vector&)>& objective, const Matrix& candidates,
                ThreadPool& pool) {
  Vector values(candidates.rows());
  pool.run(candidates.rows(), [&](Index k) {
    try {
      values[k] = objective(candidates.row(k).transpose());
    } catch (const Error&) {
      values[k] = std::numeric_limits<double>::infinity();
    }
  });
  return values;
}

MinimizeProgress progress_of(const RestartingSearch& search) {
  return {.point = search.best_point(),
          .value = search.best_value(),
          .step_size = search.run().step_size(),
          .evaluations = search.evaluations(),
          .iterations = search.iterations(),
          .failures = search.failures(),
          .restarts = search.restarts(),
          .checkpoint = [&search] { return search.checkpoint(); }};
}

}  // namespace

void validate(const MinimizeOptions& options) {
  validate(options.search);
  validate(budget_of(options));
  require(!std::isnan(options.target), "target", "a number", options.target);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
}

MinimizeResult minimize(const std::function<double(const Vector&)>& objective, VectorView start,
                        const MinimizeOptions& options) {
  require(static_cast<bool>(objective), "objective", "callable", "an empty function");
  validate(options);
  RestartingSearch search = begin(start, options);
  ThreadPool pool(options.threads);
  bool stopped = false;
  while (!stopped && !search.finished() && search.best_value() > options.target) {
    search.tell(evaluate(objective, search.ask(), pool));
    stopped = options.progress && !options.progress(progress_of(search));
  }

  Status status{.code = StatusCode::ok};
  if (!std::isfinite(search.best_value())) status.code = StatusCode::not_finite;
  if (stopped) status = {.code = StatusCode::stopped, .step = search.iterations()};
  return {.point = search.best_point(),
          .value = search.best_value(),
          .evaluations = search.evaluations(),
          .iterations = search.iterations(),
          .failures = search.failures(),
          .status = status,
          .history = search.history(),
          .checkpoint = search.checkpoint()};
}

}  // namespace elto
