// SPDX-License-Identifier: Apache-2.0
// How often ELTO-AKF was at or below something, over all cells that are counted and were measured
// (experiments/results.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

/// Whether a column of the paper is about ELTO-AKF.
bool is_elto_akf(std::string_view paper_column);
/// The same column of ELTO-KF: "ELTO-KF h = 5" for "ELTO-AKF h = 5".
std::string fixed_noise_twin(std::string_view paper_column);

struct Score {
  Index at_or_below = 0, of = 0;
  Index equal = 0;  ///< of those at or below
};

/// ELTO-AKF against the paper's own figure for it. If it diverged, it is above everything.
Score against_paper(std::span<const Table> tables, const std::vector<Trial>& trials);

/// ELTO-AKF against ELTO-KF, both ours: against the twin of its column or, where a table has none,
/// against the table's only ELTO-KF. Columns of tables without ELTO-KF are left out.
Score against_fixed_noise(std::span<const Table> tables, const std::vector<Trial>& trials);

}  // namespace elto::experiments
