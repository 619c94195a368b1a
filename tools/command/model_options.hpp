// SPDX-License-Identifier: Apache-2.0
// Which model to fit, and the options of the paper's, under the names they have in C++.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elto/learn/learn_signal_model.hpp"
#include "elto/tuning/fit.hpp"
#include "elto/tuning/fit_state_model.hpp"

#include "common_options.hpp"

namespace elto::command {

enum class ModelChoice {
  standard,  ///< engine where times are not regular or rows are few; else fit_state_model()
  engine,    ///< learn_signal_model(): sums of components in continuous time
  state,     ///< fit_state_model(): channels that move each other, row by row
  paper,     ///< fit(), with all its options
  best,      ///< whichever predicts held-out rows best: one of these, or a trend
};

struct FitArguments {
  ModelChoice choice = ModelChoice::standard;
  StateFitOptions state = {};
  LearnOptions signal = {};
  ModelOptions model = {};
  FitOptions fit = {};

  /// Seed and threads go where the library wants them.
  void take(const CommonOptions& common);
};

std::vector<Option> options_of(FitArguments& arguments);

/// Name and value of each, as they are now: for the model card and to tell runs apart.
std::vector<std::pair<std::string, std::string>> values_of(const FitArguments& arguments);

}  // namespace elto::command
