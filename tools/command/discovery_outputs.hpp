// SPDX-License-Identifier: Apache-2.0
// What elto discover writes: the result, the data that it denoised, and a page to look at.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

#include "common_options.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

struct DiscoveryOutputs {
  std::string output = {};    ///< the result as JSON
  std::string denoised = {};  ///< data without noise
  std::string report = {};
};
/// --output, --denoised, --report
std::vector<Option> options_of(DiscoveryOutputs& outputs);
/// Throws if an output could not be written later, or nothing would be denoised.
void require_writable(const DiscoveryOutputs& outputs, bool denoises, const CommonOptions& common);

/// Of the entries.
double mean_square(const Matrix& difference);

/// The result goes to its file if there is one, and both are announced.
void finish(const DiscoveryOutputs& outputs, nlohmann::ordered_json& object,
            std::vector<std::string>& lines, const CommonOptions& common);

}  // namespace elto::command
