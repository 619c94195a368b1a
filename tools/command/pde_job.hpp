// SPDX-License-Identifier: Apache-2.0
// From a noisy field to its equation: read, denoise if asked for, find, and say what came out.
#pragma once

#include <string>
#include <vector>

#include "common_options.hpp"
#include "denoising_step.hpp"
#include "discovery_outputs.hpp"
#include "files/field_file.hpp"
#include "pde_search.hpp"

namespace elto::command {

/// What the filter goes along: its rows are places or times, its channels the others.
enum class FieldAxis { space, time };

struct PdeArguments {
  std::string data = {}, clean = {};
  std::vector<std::string> truth = {};  ///< coefficients, "u u_x=-1"
  FieldReadOptions read = {};
  DenoisingArguments denoising = {};
  FieldAxis along = FieldAxis::space;
  PdeSearch search = {};
  DiscoveryOutputs outputs = {};
  CommonOptions common = {};
};
std::vector<Option> options_of(PdeArguments& arguments);

/// Throws UsageError, IoError, NumericalError or Interrupted; no output is then written.
void run_discover_pde(const PdeArguments& arguments);

}  // namespace elto::command
