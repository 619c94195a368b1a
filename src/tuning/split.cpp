// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/split.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"

namespace elto {

Split split(const std::vector<Series>& sequences, double share) {
  require(share > 0.0 && share < 1.0, "held_out", "between 0 and 1", share);
  require(!sequences.empty(), "sequences", "at least 1", sequences.size());
  const auto kept = [&](Index n) {
    return std::clamp<Index>(std::lround((1.0 - share) * static_cast<double>(n)), 1, n - 1);
  };
  if (sequences.size() > 1) {
    const auto first_held_out = sequences.begin() + kept(std::ssize(sequences));
    return {{sequences.begin(), first_held_out}, {first_held_out, sequences.end()}};
  }
  const Series& series = sequences.front();
  const Index T = series.rows();
  require(T >= 2, "series length", "at least 2", T);
  const Index rows = kept(T);
  return {{Series(series.values.topRows(rows), series.channels)},
          {Series(series.values.bottomRows(T - rows), series.channels)}};
}

}  // namespace elto
