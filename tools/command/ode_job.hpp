// SPDX-License-Identifier: Apache-2.0
// From a series to its system of equations: read, denoise if asked for, find, and say what came
// out. By default a law of motion is learned instead (law_job.hpp).
#pragma once

#include <vector>

#include "common_options.hpp"
#include "denoising_step.hpp"
#include "discovery_outputs.hpp"
#include "ode_input.hpp"
#include "ode_search.hpp"

namespace elto::command {

struct OdeArguments {
  OdeInputArguments input = {};
  DenoisingArguments denoising = {};
  OdeSearch search = {};
  DiscoveryOutputs outputs = {};
  CommonOptions common = {};
};
std::vector<Option> options_of(OdeArguments& arguments);

/// Throws UsageError, IoError, NumericalError or Interrupted; no output is then written.
void run_discover_ode(const OdeArguments& arguments);

}  // namespace elto::command
