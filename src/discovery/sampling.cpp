// SPDX-License-Identifier: Apache-2.0
#include "discovery/sampling.hpp"

#include "elto/core/error.hpp"
#include "elto/series/field.hpp"

namespace elto {

double complete_time_step(const Series& series) {
  validate(series);
  for (Index t = 0; t < series.rows(); ++t)
    require(series.values.row(t).allFinite(), "series",
            "without missing entries (smooth it first, which fills them)",
            concat("a missing row ", t));
  return series.time.empty() ? 1.0 : regular_step(series.time.values, "time");
}

std::vector<std::string> channel_names(const Series& series) {
  std::vector<std::string> names = series.channels;
  for (Index i = std::ssize(names); i < series.dimension(); ++i) names.push_back(concat("x", i));
  return names;
}

}  // namespace elto
