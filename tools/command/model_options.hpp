// SPDX-License-Identifier: Apache-2.0
// The options of the library's fit(), under the names they have in C++.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elto/tuning/fit.hpp"

#include "common_options.hpp"

namespace elto::command {

struct FitArguments {
  ModelOptions model = {};
  FitOptions fit = {};

  /// Seed and threads go where the library wants them.
  void take(const CommonOptions& common);
};

std::vector<Option> options_of(FitArguments& arguments);

/// Name and value of each, as they are now: for the model card and to tell runs apart.
std::vector<std::pair<std::string, std::string>> values_of(const FitArguments& arguments);

}  // namespace elto::command
