// SPDX-License-Identifier: Apache-2.0
// The easy call: the point at which an objective is smallest, searched by restarted CMA-ES
// (restarting_search.hpp) with the candidates of a generation evaluated in parallel.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/tuning/cma_es.hpp"

namespace elto {

/// How far the search is, after each generation.
struct MinimizeProgress {
  Vector point = {};       ///< best so far
  double value = 0.0;      ///< best so far; infinity as long as every candidate has failed
  double step_size = 0.0;  ///< present standard deviation of the search (sigma)
  Index evaluations = 0;
  Index iterations = 0;
  Index failures = 0;
  Index restarts = 0;
  std::function<std::string()> checkpoint = {};  ///< to be called within the callback only
};

struct MinimizeOptions {
  CmaEsOptions search = {};  ///< of the first run
  Index evaluations = 1000;  ///< calls of the objective over all runs, >= 1
  Index restarts = 0;        ///< runs after the first, each with twice the population, >= 0
  double target = -std::numeric_limits<double>::infinity();  ///< stop at a value this small
  Index threads = 0;  ///< that call the objective; 0: as many as the machine has cores
  std::function<bool(const MinimizeProgress&)> progress = {};  ///< returning false stops
  /// A checkpoint to continue. `search` is then ignored, the start must only be of the same size,
  /// and evaluations and restarts count from the beginning of the search, not from the checkpoint.
  std::string resume_from = {};
};

/// Throws InvalidArgument naming the field.
void validate(const MinimizeOptions& options);

struct [[nodiscard]] MinimizeResult {
  Vector point = {};  ///< the start when every candidate failed
  double value = std::numeric_limits<double>::infinity();  ///< infinity when every candidate failed
  Index evaluations = 0;  ///< never more than the budget; equal to it if nothing else stops
  Index iterations = 0;   ///< whole generations
  Index failures = 0;     ///< candidates without a finite value
  Status status = {};     ///< ok; stopped by the callback; not finite if all failed
  std::vector<double> history = {};  ///< best value after each iteration
  std::string checkpoint = {};       ///< to continue with a larger budget
};

/// The objective is called from several threads at once. It fails at a point by throwing an
/// elto::Error or by returning infinity or NaN: the candidate then ranks last and is counted. Any
/// other exception ends the search and is passed on. The same seed gives the same bits whatever the
/// number of threads.
MinimizeResult minimize(const std::function<double(const Vector&)>& objective, VectorView start,
                        const MinimizeOptions& options = {});

}  // namespace elto
