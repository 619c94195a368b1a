// SPDX-License-Identifier: Apache-2.0
#include "report/set_aside.hpp"

#include <cmath>
#include <string_view>

#include "elto/core/text.hpp"

#include "report/breaks.hpp"
#include "report/html.hpp"

namespace elto::page {
namespace {

struct Counts {
  Index outliers = 0, jumps = 0, stuck = 0, stuck_stretches = 0, gaps = 0, missing = 0;
};

Counts counts_of(const Report& report, const RowAxis& axis, Index channel) {
  const Vector values = report.series.values.col(channel);
  const SetAside& aside = report.diagnostics.channels[static_cast<std::size_t>(channel)].set_aside;
  return {.outliers = aside.outliers,
          .jumps = aside.jumps,
          .stuck = aside.stuck,
          .stuck_stretches = aside.stuck_stretches,
          .gaps = std::ssize(breaks(axis.positions, values)),
          .missing = values.array().isNaN().count()};
}

std::string counted(Index count, std::string_view one, std::string_view many) {
  return concat(grouped(count), " ", count == 1 ? one : many);
}

void append(std::string& list, const std::string& words) {
  list.append(list.empty() ? "" : ", ").append(words);
}

}  // namespace

std::vector<Index> rows_flagged(const Report& report, Index channel, Flag flag) {
  std::vector<Index> rows;
  if (report.estimate.flags.empty()) return rows;
  for (Index t = 0; t < report.series.rows(); ++t)
    if (report.estimate.flags(t, channel) == flag) rows.push_back(t);
  return rows;
}

Vector believed_values(const Report& report, Index channel) {
  Vector values = report.series.values.col(channel);
  for (const Flag flag : {Flag::outlier, Flag::stuck})
    for (const Index t : rows_flagged(report, channel, flag)) values[t] = std::nan("");
  return values;
}

std::vector<Stretch> stuck_stretches(const Report& report, Index channel) {
  std::vector<Stretch> stretches;
  const Vector values = report.series.values.col(channel);
  Index before = 0;  // the last row with an entry
  bool was_stuck = false;
  for (Index t = 0; t < values.size() && !report.estimate.flags.empty(); ++t) {
    if (std::isnan(values[t])) continue;
    const bool is_stuck = report.estimate.flags(t, channel) == Flag::stuck;
    if (is_stuck && !was_stuck) stretches.push_back({before, t});
    if (is_stuck) stretches.back().last = t;
    was_stuck = is_stuck;
    before = t;
  }
  return stretches;
}

std::string set_aside_words(const Report& report, const RowAxis& axis, Index channel) {
  const Counts counts = counts_of(report, axis, channel);
  std::string list;
  if (counts.outliers > 0) append(list, counted(counts.outliers, "outlier", "outliers"));
  if (counts.jumps > 0) append(list, counted(counts.jumps, "jump", "jumps"));
  if (counts.stuck_stretches > 0)
    append(list, concat(counted(counts.stuck_stretches, "stuck stretch", "stuck stretches"), " (",
                        counted(counts.stuck, "value", "values"), ")"));
  if (counts.gaps > 0) append(list, counted(counts.gaps, "gap", "gaps"));
  if (counts.missing > 0) append(list, concat(grouped(counts.missing), " missing"));
  return list.empty() ? "\u2013" : list;
}

std::string flag_key(const Report& report, const RowAxis& axis) {
  Counts all;
  for (Index channel = 0; channel < report.series.dimension(); ++channel) {
    const Counts counts = counts_of(report, axis, channel);
    all.outliers += counts.outliers;
    all.jumps += counts.jumps;
    all.stuck_stretches += counts.stuck_stretches;
    all.gaps += counts.gaps;
  }
  std::string items;
  const auto add = [&](std::string_view swatch, std::string_view sign, Index count,
                       std::string_view one, std::string_view many) {
    if (count > 0)
      items += concat(R"(<li><span class="swatch )", swatch, R"(" aria-hidden="true">)", sign,
                      "</span>", counted(count, one, many), "</li>\n");
  };
  add("outlier", "\u00d7", all.outliers, "outlier, set aside",
      "outliers, set aside (\u25b2\u25bc beyond the axis)");
  add("jump", "", all.jumps, "jump of the level", "jumps of the level");
  add("stuck", "", all.stuck_stretches, "stretch of a stuck sensor, not believed",
      "stretches of a stuck sensor, not believed");
  add("gap", "", all.gaps, "gap without measurements", "gaps without measurements");
  return items;
}

}  // namespace elto::page
