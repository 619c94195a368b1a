// SPDX-License-Identifier: Apache-2.0
// A measured table as a picture: HTML with inline SVG, whose colours are in page.css. Second
// readings are left out. Figure::bars has a group of bars per row, and Figure::lines a line per row
// over the columns that the paper has; the paper's figures are outlined or dashed beside ours.
#pragma once

#include <string>
#include <vector>

#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

/// Empty for Figure::none.
std::string figure_html(const Table& table, const std::vector<Trial>& trials);

}  // namespace elto::experiments
