// SPDX-License-Identifier: Apache-2.0
// How far estimates are off over the test rows of a task, and how often the truth is in their bands
// of 90 %.
#pragma once

#include <functional>

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"

#include "experiments/task.hpp"

namespace elto::experiments {

struct Tally {
  double squares = 0.0;
  Index inside = 0, entries = 0;

  void add(const Matrix& mean, const Matrix& variance, const Matrix& truth);
  double mean_square() const { return squares / static_cast<double>(entries); }
  double coverage() const { return static_cast<double>(inside) / static_cast<double>(entries); }
};

Tally tally_of(const Task& task, const std::function<Estimate(const Series&)>& estimator);

}  // namespace elto::experiments
