// SPDX-License-Identifier: Apache-2.0
// A kind of movement to be learned: components whose parameters are still open, with a weak prior
// on their logarithms and starts for the search. Values are in units of a channel's standard
// deviation, times in those of its median step.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

struct Family {
  std::string name = {};
  Components components = {};
  double period_width = 0.5;  ///< of the prior of a period's logarithm that is learned
};

/// Normal, on the logs of a model.
struct LogPrior {
  Vector centre, width;

  double log_density(VectorView logs) const;  ///< up to a constant
  Vector gradient(VectorView logs) const;
};
LogPrior prior_of(const Family& family);

/// From much to little noise, from slow to fast movement.
std::vector<LinearModel> starts_of(const Family& family);

}  // namespace elto
