// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_law_lag.hpp"

#include "elto/filter/law_pass.hpp"
#include "elto/filter/signal_lag_smoother.hpp"

#include "support/small_signal_law.hpp"
#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(SignalLawLag, IsThePassBackWhereAllRowsWait) {
  const SignalModel model = testing::with_quadratic_law();
  const SignalLaw& law = model.laws[0];
  const Series series = testing::small_signal_series(40);
  SignalLagSmoother smoother(model, 50);
  for (Index t = 0; t < 40; ++t)
    ASSERT_TRUE(smoother.update(series.time.values[t], series.values.row(t)).ok());
  LawPass pass(rows_of(law, series.time.values, series.values));
  ASSERT_TRUE(pass.forward(law.model, law.doubted));
  SmoothedLaw smoothed;
  pass.backward(&smoothed, nullptr, &law.doubt);
  smoothed.signal.variance += smoothed.added;
  for (Index t = 0; t < 40; ++t, smoother.pop())
    for (Index d = 0; d < 2; ++d) {
      EXPECT_NEAR(smoother.mean()[d], law.offset[d] + law.scale[d] * smoothed.signal.mean(t, d),
                  1e-9);
      EXPECT_NEAR(smoother.variance()[d],
                  law.scale[d] * law.scale[d] * smoothed.signal.variance(t, d), 1e-9);
    }
}

TEST(SignalLawLag, IsThatOfTheTrendsWithoutALaw) {
  const SignalModel by_law = testing::with_trend_as_law();
  const SignalModel by_parts = testing::without_laws(by_law);
  SignalLagSmoother a(by_law, 4), b(by_parts, 4);
  const Series series = testing::small_signal_series();
  for (Index t = 0; t < series.rows(); ++t) {
    for (SignalLagSmoother* one : {&a, &b})
      ASSERT_TRUE(one->update(series.time.values[t], series.values.row(t)).ok());
    EXPECT_LT((a.mean() - b.mean()).cwiseAbs().maxCoeff(), 1e-7);
    EXPECT_LT((a.variance() - b.variance()).cwiseAbs().maxCoeff(), 1e-7);
  }
}

TEST(SignalLawLag, GoesOnFromASnapshotBitForBit) {
  const SignalModel model = testing::with_quadratic_law();
  const Series series = testing::small_signal_series();
  SignalLagSmoother whole(model, 5), other(model, 5);
  for (Index t = 0; t < 40; ++t) (void)whole.update(series.time.values[t], series.values.row(t));
  other.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
  for (Index t = 40; t < series.rows(); ++t)
    for (SignalLagSmoother* one : {&whole, &other})
      (void)one->update(series.time.values[t], series.values.row(t));
  EXPECT_EQ(whole.mean(), other.mean());
  EXPECT_EQ(whole.variance(), other.variance());
}

}  // namespace
}  // namespace elto
