// SPDX-License-Identifier: Apache-2.0
// From a series to its system of equations: read, denoise if asked for, find, and say what came
// out.
#pragma once

#include <string>
#include <vector>

#include "common_options.hpp"
#include "denoising_step.hpp"
#include "discovery_outputs.hpp"
#include "ode_search.hpp"

namespace elto::command {

struct OdeArguments {
  std::string data = {}, clean = {};
  std::vector<std::string> truth = {};  ///< coefficients, "lynx: lynx hare=0.026"
  InputOptions read = {};
  double time_step = 0.0;  ///< in place of a time column; 0: none
  Index resample = 0;      ///< points on the spline through the rows; 0: the rows themselves
  DenoisingArguments denoising = {};
  OdeSearch search = {};
  DiscoveryOutputs outputs = {};
  CommonOptions common = {};
};
std::vector<Option> options_of(OdeArguments& arguments);

/// Throws UsageError, IoError, NumericalError or Interrupted; no output is then written.
void run_discover_ode(const OdeArguments& arguments);

}  // namespace elto::command
