// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_law_filter.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/filter/law_pass.hpp"
#include "elto/filter/signal_filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/io/array_file.hpp"

#include "support/driven_signal_model.hpp"
#include "support/small_signal_law.hpp"
#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::small_signal_series;

/// Outliers and a jump among the rows.
Series rough_series() {
  Series series = small_signal_series();
  series.values(30, 0) += 40.0;
  series.values.col(1).tail(30).array() += 20.0;
  return series;
}

TEST(SignalLawFilter, IsThatOfTheTrendsWithoutALaw) {
  const SignalModel by_law = testing::with_trend_as_law();
  const SignalModel by_parts = testing::without_laws(by_law);
  SignalFilter a(by_law), b(by_parts);
  const Series series = rough_series();
  for (Index t = 0; t < series.rows(); ++t) {
    for (SignalFilter* one : {&a, &b}) one->predict(series.time.values[t]);
    EXPECT_LT((a.mean() - b.mean()).cwiseAbs().maxCoeff(), 1e-7) << t;
    for (SignalFilter* one : {&a, &b}) ASSERT_TRUE(one->update(series.values.row(t)).ok());
    EXPECT_LT((a.mean() - b.mean()).cwiseAbs().maxCoeff(), 1e-7) << t;
    EXPECT_LT((a.variance() - b.variance()).cwiseAbs().maxCoeff(), 1e-7) << t;
  }
  EXPECT_EQ(a.rejected(), b.rejected());
  EXPECT_EQ(a.reopened(), b.reopened());
  EXPECT_GT(a.reopened(), 0);
}

TEST(SignalLawFilter, BandsHoldWhatIsNotKnownOfTheCoefficients) {
  const SignalModel model = testing::with_quadratic_law();
  const SignalLaw& law = model.laws[0];
  const Series series = small_signal_series();
  SignalFilter filter(model);
  for (Index t = 0; t < series.rows(); ++t) {
    filter.predict(series.time.values[t]);
    ASSERT_TRUE(filter.update(series.values.row(t)).ok());
  }
  ASSERT_EQ(filter.rejected(), 0);
  LawPass pass(rows_of(law, series.time.values, series.values));
  ASSERT_TRUE(pass.forward(law.model, law.doubted));
  SmoothedLaw smoothed;
  pass.backward(&smoothed, nullptr, &law.doubt);
  const Index last = series.rows() - 1;
  for (Index d = 0; d < 2; ++d)
    EXPECT_NEAR(filter.variance()[d] / (law.scale[d] * law.scale[d]),
                smoothed.signal.variance(last, d) + smoothed.added(last, d), 1e-9);
}

TEST(SignalLawFilter, GoesOnFromASnapshotBitForBit) {
  const SignalModel model = testing::with_quadratic_law();
  const Series series = rough_series();
  SignalFilter whole(model), other(model);
  for (Index t = 0; t < 40; ++t) {
    whole.predict(series.time.values[t]);
    (void)whole.update(series.values.row(t));
  }
  other.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
  for (Index t = 40; t < series.rows(); ++t)
    for (SignalFilter* one : {&whole, &other}) {
      one->predict(series.time.values[t]);
      (void)one->update(series.values.row(t));
    }
  EXPECT_EQ(whole.mean(), other.mean());
  EXPECT_EQ(whole.variance(), other.variance());
  EXPECT_EQ(whole.rejected(), other.rejected());
  ArrayFile damaged = whole.snapshot();
  for (auto& [name, array] : damaged.arrays)
    if (name == "law.0.mean") array(0, 0) = std::nan("");
  EXPECT_THROW(other.restore(damaged), IoError);
}

TEST(SignalLawFilter, BeginsAnewWhereTheMotionLeavesAllBounds) {
  SignalModel model = testing::with_quadratic_law();
  model.laws[0].model.law.coefficients.row(3).setConstant(5.0);
  SignalFilter filter(model);
  const Series series = small_signal_series();
  for (Index t = 0; t < series.rows(); ++t) {
    filter.predict(series.time.values[t]);
    ASSERT_TRUE(filter.update(series.values.row(t)).ok());
    EXPECT_TRUE(filter.mean().allFinite() && filter.variance().allFinite());
  }
}

TEST(SignalLawFilter, FollowsInputs) {
  const SignalModel model = testing::with_driven_law();
  Series series = testing::driven_signal_series(60);
  series.values = Matrix(series.values.leftCols(1));
  series.channels = {"trend"};
  // The last row tells no more in hindsight than it did.
  const SignalLaw& law = model.laws[0];
  LawPass pass(rows_of(law, series.time.values, series.values, series.inputs.values));
  Matrix expected(60, 1);
  ASSERT_TRUE(pass.forward(law.model, [&](const LawPass::Visit& visit) {
    expected(visit.row, 0) = law.offset[0] + law.scale[0] * visit.mean[0];
  }));
  SignalFilter whole(model), other(model);
  for (Index t = 0; t < series.rows(); ++t) {
    whole.predict(series.time.values[t], series.inputs.values.row(t));
    (void)whole.update(series.values.row(t));
    EXPECT_NEAR(whole.mean()[0], expected(t, 0), 1e-9);
    if (t == 30) other.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
    if (t <= 30) continue;
    other.predict(series.time.values[t], series.inputs.values.row(t));
    (void)other.update(series.values.row(t));
    EXPECT_EQ(whole.mean(), other.mean());
  }
  const Estimate estimate = filter(model, series);
  EXPECT_NEAR(estimate.mean(59, 0), expected(59, 0), 1e-9);
}

}  // namespace
}  // namespace elto
