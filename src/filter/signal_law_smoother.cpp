// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_law_smoother.hpp"

#include <cmath>
#include <limits>

#include "elto/filter/law_outliers.hpp"
#include "elto/filter/law_pass.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/times.hpp"

namespace elto {

bool smooth_by_law(const SignalLaw& law, const Series& series, Estimate& estimate, Index threads) {
  Matrix values = series.values;
  for (const Index column : law.columns)
    for (Index t = 0; t < series.rows(); ++t)
      if (estimate.flags(t, column) == Flag::stuck) values(t, column) = std::nan("");
  const Rows rows = rows_of(law, times_of(series), values, known_inputs(series));
  Mask known = Mask::Constant(rows.count(), law.dimension(), false);
  for (Index d = 0; d < law.dimension(); ++d)
    for (Index t = 0; t < series.rows(); ++t)
      known(t, d) = estimate.flags(t, law.columns[static_cast<std::size_t>(d)]) == Flag::outlier;
  const Mask aside = find_law_outliers(law.model, rows, known, threads);
  LawPass pass(without(rows, aside));
  if (!pass.forward(law.model, law.doubted)) return false;
  SmoothedLaw smoothed;
  pass.backward(&smoothed, nullptr, &law.doubt);
  for (Index d = 0; d < law.dimension(); ++d) {
    const Index j = law.columns[static_cast<std::size_t>(d)];
    const double unit = law.scale[d], square = unit * unit;
    estimate.mean.col(j) = law.offset[d] + unit * smoothed.signal.mean.col(d).array();
    estimate.variance.col(j) = square * (smoothed.signal.variance.col(d) + smoothed.added.col(d));
    if (estimate.left_out.size() > 0) {
      estimate.left_out.col(j) = law.offset[d] + unit * smoothed.left_out.mean.col(d).array();
      estimate.left_out_variance.col(j) = square * smoothed.left_out.variance.col(d);
    }
    // Noise is what the law does not explain, and it is followed however fast it goes.
    estimate.traits[static_cast<std::size_t>(j)] = {.noise_evidence =
                                                        std::numeric_limits<double>::infinity()};
    for (Index t = 0; t < series.rows(); ++t) {
      Flag& flag = estimate.flags(t, j);
      if (aside(t, d))
        flag = Flag::outlier;
      else if (flag == Flag::outlier || flag == Flag::jump)
        flag = Flag::measured;
    }
  }
  return true;
}

}  // namespace elto
