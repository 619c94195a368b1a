// SPDX-License-Identifier: Apache-2.0
// The series that ordinary differential equations are looked for in, and what is known about them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elto/series/series.hpp"

#include "common_options.hpp"
#include "true_coefficients.hpp"

namespace elto::command {

struct OdeInputArguments {
  std::vector<std::string> data = {};  ///< one or several
  std::string clean = {};
  std::vector<std::string> truth = {};  ///< coefficients, "lynx: lynx hare=0.026"
  InputOptions read = {};
  double time_step = 0.0;  ///< in place of a time column; 0: none
  Index resample = 0;      ///< points on the spline through the rows; 0: the rows themselves
};
std::vector<Option> options_of(OdeInputArguments& arguments);

struct OdeInput {
  std::vector<Series> series = {};   ///< with names and times; of timestamps in seconds
  std::optional<Matrix> clean = {};  ///< of the first
  std::vector<Coefficient> truth = {};
};
/// Throws UsageError and IoError.
OdeInput read_ode_input(const OdeInputArguments& arguments, const CommonOptions& common);

}  // namespace elto::command
