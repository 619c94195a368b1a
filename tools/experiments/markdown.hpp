// SPDX-License-Identifier: Apache-2.0
// All measured tables as one Markdown document: docs/experiments.md.
#pragma once

#include <string>
#include <vector>

#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

std::string to_markdown(const std::vector<Table>& tables, const Results& results);

}  // namespace elto::experiments
