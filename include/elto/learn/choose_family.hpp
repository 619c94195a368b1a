// SPDX-License-Identifier: Apache-2.0
// Which family a channel belongs to: level, trend, trend of a trend, cycle, sums of them, with the
// seasons that are found or that the calendar proposes. All are learned, and the one by which
// entries are predicted best from all others is taken.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/family.hpp"
#include "elto/learn/fit_family.hpp"

namespace elto {

struct FamilyOptions {
  /// Periods worth trying beside those found, in the times of the rows: a day, a week, a year.
  std::vector<double> calendar = {};
};

struct FamilyChoice {
  std::vector<FamilyFit> fits = {};  ///< in the order tried
  std::size_t best = 0;              ///< by score

  const FamilyFit& chosen() const { return fits[best]; }
};
FamilyChoice choose_family(const std::vector<Rows>& series, const FamilyOptions& options = {});

}  // namespace elto
