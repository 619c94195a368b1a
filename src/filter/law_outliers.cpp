// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_outliers.hpp"

#include <cmath>
#include <limits>

#include "elto/filter/interventions.hpp"
#include "elto/filter/law_pass.hpp"

namespace elto {
namespace {

constexpr int kLooks = 6;
constexpr Index kReach = 4;  // rows to both sides whose statistics an outlier has changed

/// The largest statistics of a channel, none within reach of another. Returns how many.
Index add_farthest(const Vector& statistic, Mask& aside, Index channel) {
  Index added = 0;
  const Index T = statistic.size();
  for (Index t = 0; t < T; ++t) {
    if (!(statistic[t] > kBeyondChance)) continue;
    const Index begin = std::max<Index>(0, t - kReach), end = std::min(T, t + kReach + 1);
    if (statistic[t] < statistic.segment(begin, end - begin).maxCoeff()) continue;
    aside(t, channel) = true;
    ++added;
  }
  return added;
}

}  // namespace

Rows without(const Rows& rows, const Mask& aside) {
  Rows left = rows;
  left.values = aside.select(std::numeric_limits<double>::quiet_NaN(), rows.values.array());
  return left;
}

Mask find_law_outliers(const LawModel& model, const Rows& rows, Mask known) {
  Mask aside = std::move(known);
  for (int look = 0; look < kLooks; ++look) {
    LawPass pass(without(rows, aside));
    if (!pass.forward(model)) return Mask::Constant(aside.rows(), aside.cols(), false);
    SmoothedLaw smoothed;
    pass.backward(&smoothed, nullptr);
    bool changed = false;
    for (Index j = 0; j < rows.values.cols(); ++j) {
      Vector statistic = Vector::Zero(rows.count());
      for (Index t = 0; t < rows.count(); ++t) {
        const double y = rows.values(t, j);
        if (std::isnan(y)) continue;
        const bool out = aside(t, j);
        const double away = y - (out ? smoothed.signal : smoothed.left_out).mean(t, j);
        const double variance = out ? smoothed.signal.variance(t, j) + model.noise[j]
                                    : smoothed.left_out.variance(t, j);
        const double square = away * away / variance;
        if (!out) {
          statistic[t] = square;
        } else if (square < kBeyondChance) {
          aside(t, j) = false;
          changed = true;
        }
      }
      if (add_farthest(statistic, aside, j) > 0) changed = true;
      if (10 * aside.col(j).count() > rows.values.col(j).array().isFinite().count())
        aside.col(j) = false;
    }
    if (!changed) break;
  }
  return aside;
}

}  // namespace elto
