// SPDX-License-Identifier: Apache-2.0
// Columns that are figures of one piece of work: it is done once for a task and an effort, by
// whichever column asks first, while the others wait.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "experiments/table.hpp"

namespace elto::experiments {

template <class Figures>
class SharedFigures {
 public:
  using Work = std::function<Figures(const Task&, const Effort&)>;
  explicit SharedFigures(Work work) : work_(std::move(work)) {}

  /// Tasks are told apart by their names. Throws what the work throws, to all who ask.
  Figures of(const Task& task, const Effort& effort) {
    std::promise<Figures> promise;
    std::shared_future<Figures> figures;
    bool first = false;
    {
      const std::lock_guard lock(mutex_);
      const Key key(task.name, effort.seed, effort.evaluations);
      const auto found = known_.find(key);
      first = found == known_.end();
      figures = first ? promise.get_future().share() : found->second;
      if (first) known_.emplace(key, figures);
    }
    if (first) {
      try {
        promise.set_value(work_(task, effort));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }
    return figures.get();
  }

 private:
  using Key = std::tuple<std::string, std::uint32_t, Index>;
  Work work_;
  std::mutex mutex_;
  std::map<Key, std::shared_future<Figures>> known_;
};

/// `figure` is a member of the figures, or a function of them, and an error.
template <class Figures, class Figure>
TableColumn figure_column(const std::shared_ptr<SharedFigures<Figures>>& shared, std::string name,
                          Figure figure, std::string paper = {}) {
  const auto compete = [shared, figure](const Task& task, const Effort& effort) {
    const double value = std::invoke(figure, shared->of(task, effort));
    return Outcome{.error = value, .diverged = !std::isfinite(value)};
  };
  return {{std::move(name), compete}, std::move(paper)};
}

/// The same for a figure of which less is not better.
template <class Figures, class Figure>
TableColumn coefficient_column(const std::shared_ptr<SharedFigures<Figures>>& shared,
                               std::string name, Figure figure, std::string paper = {}) {
  TableColumn column = figure_column(shared, std::move(name), figure, std::move(paper));
  column.is_error = false;
  return column;
}

/// A row whose tasks have its name.
TableRow named_row(std::string name, std::string paper, std::function<Task(std::uint32_t)> task);

}  // namespace elto::experiments
