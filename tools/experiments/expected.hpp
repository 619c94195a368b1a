// SPDX-License-Identifier: Apache-2.0
// The paper's figures, as experiments/expected has them: a file per table, its numbers in the unit
// that the paper prints them in.
#pragma once

#include <optional>
#include <string_view>

namespace elto::experiments {

/// Infinity where the paper prints N/A, because the filter diverged; nothing where it has no such
/// cell. An unknown table has no cells.
std::optional<double> expected(std::string_view table, std::string_view row,
                               std::string_view column);

}  // namespace elto::experiments
