// SPDX-License-Identifier: Apache-2.0
// What a search for the parameters of a linear model climbs: the log-density of all series, with
// what was set aside in them, and the prior, by the logs of the model.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/learn/family.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

class Posterior {
 public:
  /// The prior must outlive it.
  Posterior(const std::vector<Rows>& series, const std::vector<Interventions>& interventions,
            const LogPrior& prior);

  /// With large innovations cut off, so that a start can be found among outliers.
  double robust(const LinearModel& model);
  double value(const LinearModel& model);
  /// With its gradient by the logs; -infinity where a filter fails.
  double value(const LinearModel& model, Vector& gradient);

  /// Moves the model to the top, where the value is returned: -infinity if there is none. A step
  /// there gains less than the tolerance.
  double maximise(LinearModel& model, double tolerance);

 private:
  const LogPrior& prior_;
  std::vector<Likelihood> series_;
};

}  // namespace elto
