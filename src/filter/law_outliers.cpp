// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_outliers.hpp"

#include <cmath>
#include <limits>

#include "elto/core/thread_pool.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/law_pass.hpp"

#include "filter/stretches.hpp"

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

Mask find_in_stretch(const LawModel& model, const Rows& rows, Mask aside) {
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

}  // namespace

Rows without(const Rows& rows, const Mask& aside) {
  Rows left = rows;
  left.values = aside.select(std::numeric_limits<double>::quiet_NaN(), rows.values.array());
  return left;
}

Mask find_law_outliers(const LawModel& model, const Rows& rows, const Mask& known, Index threads) {
  const std::vector<Stretch> stretches = stretches_of(rows.count());
  Mask all = known;
  ThreadPool(stretches.size() == 1 ? 1 : threads).run(std::ssize(stretches), [&](Index k) {
    const Stretch& stretch = stretches[static_cast<std::size_t>(k)];
    const Index begin = stretch.begin - stretch.from, length = stretch.end - stretch.begin;
    const Mask found = find_in_stretch(model, stretch.of(rows),
                                       known.middleRows(stretch.from, stretch.to - stretch.from));
    all.middleRows(stretch.begin, length) = found.middleRows(begin, length);
  });
  return all;
}

}  // namespace elto
