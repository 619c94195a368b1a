// SPDX-License-Identifier: Apache-2.0
// Which family a channel belongs to: level, trend, trend of a trend, cycle, sums of them, with the
// seasons that are found or that the calendar proposes. All are learned, and the one by which
// entries are predicted best from all others is taken.
#pragma once

#include <functional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/family.hpp"
#include "elto/learn/fit_family.hpp"

namespace elto {

struct FamilyOptions {
  /// Periods worth trying beside those found, in the times of the rows: a day, a week, a year.
  std::vector<double> calendar = {};
  /// Seasons that stand out are tried with every family, even where entries are predicted no better
  /// from all others: for forecasts they may still be worth having.
  bool looks_ahead = false;
  /// Asked before each family; where it says no, those tried so far are all there are.
  std::function<bool()> go_on = {};
};

struct FamilyChoice {
  std::vector<FamilyFit> fits = {};  ///< in the order tried
  std::size_t best = 0;              ///< by score

  const FamilyFit& chosen() const { return fits[best]; }
};
/// Of long series the families are told apart on some of the rows, and the finalists learned on
/// all.
FamilyChoice choose_family(const std::vector<Rows>& series, const FamilyOptions& options = {});
/// All families, on all rows.
FamilyChoice try_families(const std::vector<Rows>& series, const FamilyOptions& options = {});

}  // namespace elto
