// SPDX-License-Identifier: Apache-2.0
#include "elto/series/stuck_runs.hpp"

#include <algorithm>
#include <cmath>

namespace elto {
namespace {

constexpr Index kShortest = 8;                     // entries
constexpr Index kTimesLonger = 4;                  // than all that are not stuck
constexpr Index kLong = kShortest / kTimesLonger;  // of shorter ones it is enough that they are
constexpr Index kRare = 200;                       // rows for each, but a few are always allowed
constexpr Index kAlwaysAllowed = 3;

struct Counted {
  StuckRun run;
  Index entries;
};

}  // namespace

std::vector<StuckRun> stuck_runs(const VectorView& values) {
  std::vector<Counted> runs;  // long ones, and the one that goes on
  Index entries = 0, shorter = 0;
  const auto drop_short = [&] {
    if (runs.empty() || runs.back().entries >= kLong) return;
    runs.pop_back();
    ++shorter;
  };
  for (Index t = 0; t < values.size(); ++t) {
    if (std::isnan(values[t])) continue;
    ++entries;
    if (!runs.empty() && values[runs.back().run.last] == values[t]) {
      runs.back().run.last = t;
      ++runs.back().entries;
    } else {
      drop_short();
      runs.push_back({.run = {t, t}, .entries = 1});
    }
  }
  drop_short();
  if (shorter > 0) runs.push_back({.run = {}, .entries = 1});  // any of them
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Counted& a, const Counted& b) { return a.entries > b.entries; });
  // The longest ones, down to the first drop.
  std::size_t stuck = 0;
  for (std::size_t i = 0; i + 1 < runs.size() && runs[i].entries >= kShortest; ++i)
    if (runs[i].entries >= kTimesLonger * runs[i + 1].entries) {
      stuck = i + 1;
      break;
    }
  if (static_cast<Index>(stuck) > std::max(kAlwaysAllowed, entries / kRare)) stuck = 0;
  std::vector<StuckRun> result;
  for (std::size_t i = 0; i < stuck; ++i) result.push_back(runs[i].run);
  std::ranges::sort(result, {}, &StuckRun::first);
  return result;
}

}  // namespace elto
