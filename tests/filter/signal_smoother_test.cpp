// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_smoother.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/linear_smoother.hpp"

#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::small_signal_model;
using testing::small_signal_series;

TEST(SignalSmoother, IsTheSmootherOfEveryChannelInTheUnitsOfTheData) {
  const SignalModel model = small_signal_model();
  const Series series = small_signal_series();
  const Estimate estimate = smooth(model, series);
  ASSERT_TRUE(estimate.status.ok());
  const ChannelModel& part = model.parts[1];
  const SmoothedRows expected =
      smooth(part.model, rows_of(part, series.time.values, series.values.col(1)));
  for (Index t = 0; t < series.rows(); ++t) {
    EXPECT_NEAR(estimate.mean(t, 1), part.offset + part.scale * expected.signal.mean(t, 0), 1e-12);
    EXPECT_NEAR(estimate.variance(t, 1), part.scale * part.scale * expected.signal.variance(t, 0),
                1e-12);
    EXPECT_EQ(estimate.flags(t, 1) == Flag::missing, std::isnan(series.values(t, 1)));
  }
  EXPECT_DOUBLE_EQ(estimate.noise_level[1], 0.3 * std::sqrt(0.2));
}

/// A level with an outlier, a jump and a sensor that was stuck.
struct Disturbed {
  SignalModel model{
      .channels = {},
      .parts = {{.family = "level",
                 .model = LinearModel({{IntegratedWiener{.order = 1, .noise = 1e-4}}}, 0.01)}}};
  Series series{Matrix(300, 1)};

  Disturbed() {
    Rng rng(4);
    for (Index t = 0; t < 300; ++t)
      series.values(t, 0) = (t >= 200 ? 3.0 : 0.0) + 0.1 * rng.normal();
    series.values(70, 0) = -2.0;
    series.values.col(0).segment(120, 20).setConstant(0.07);
  }
};

TEST(SignalSmoother, FlagsWhatItSetsAside) {
  const Disturbed disturbed;
  const Estimate estimate = smooth(disturbed.model, disturbed.series);
  EXPECT_EQ(estimate.flags(70, 0), Flag::outlier);
  EXPECT_EQ(estimate.flags(200, 0), Flag::jump);
  EXPECT_EQ(estimate.flags(120, 0), Flag::measured);  // what it said first
  EXPECT_EQ(estimate.flags(121, 0), Flag::stuck);
  EXPECT_EQ(estimate.flags(139, 0), Flag::stuck);
  EXPECT_EQ(estimate.flags.count(0, Flag::stuck), 19);
  EXPECT_EQ(estimate.flags.count(0, Flag::outlier), 1);
  EXPECT_EQ(estimate.flags.count(0, Flag::jump), 1);
  EXPECT_NEAR(estimate.mean(70, 0), 0.0, 0.1);
  EXPECT_NEAR(estimate.mean(199, 0), 0.0, 0.1);
  EXPECT_NEAR(estimate.mean(200, 0), 3.0, 0.1);
}

TEST(SignalSmoother, FiltersAsRowsComeIn) {
  const Disturbed disturbed;
  const Estimate estimate = filter(disturbed.model, disturbed.series);
  EXPECT_TRUE(estimate.flags.empty());
  ASSERT_TRUE(estimate.gate.has_value());
  EXPECT_EQ(estimate.gate->rejected, 2);
  EXPECT_EQ(estimate.gate->reopened, 1);
  const Estimate smoothed = smooth(disturbed.model, disturbed.series, {.judged = true});
  EXPECT_EQ(estimate.predicted.bottomRows(299), smoothed.predicted.bottomRows(299));
}

TEST(SignalSmoother, KeepsWhatItIsJudgedByOnlyIfAsked) {
  SignalModel model = small_signal_model();
  model.parts[1].uncertainty =
      Matrix::Identity(model.parts[1].model.logs().size(), model.parts[1].model.logs().size());
  const Series series = small_signal_series();
  const Estimate lean = smooth(model, series), judged = smooth(model, series, {.judged = true});
  EXPECT_EQ(lean.mean, judged.mean);
  EXPECT_EQ(lean.variance, judged.variance);
  EXPECT_EQ(lean.noise_level, judged.noise_level);
  EXPECT_EQ(lean.traits.size(), judged.traits.size());
  EXPECT_EQ(lean.predicted.size() + lean.predicted_variance.size(), 0);
  EXPECT_EQ(lean.left_out.size() + lean.left_out_variance.size(), 0);
  EXPECT_EQ(judged.left_out.rows(), series.rows());
  EXPECT_FALSE(judged.gate.has_value());
}

TEST(SignalSmoother, ForecastsAtAnyTime) {
  const SignalModel model = small_signal_model();
  const Series series = small_signal_series();
  const double last = series.time.values[series.rows() - 1];
  const Forecast ahead = forecast(model, series, Vector{{last + 0.1, last + 33.0}});
  ASSERT_TRUE(ahead.status.ok());
  EXPECT_LT(ahead.variance(0, 0), ahead.variance(1, 0));
  // The same as rows that are there but empty.
  Series more(Matrix::Constant(series.rows() + 2, 2, std::nan("")), series.channels);
  more.values.topRows(series.rows()) = series.values;
  more.time = {.name = "time", .values = Vector(more.rows()), .labels = {}};
  more.time.values << series.time.values, last + 0.1, last + 33.0;
  const Estimate estimate = smooth(model, more);
  EXPECT_NEAR(ahead.mean(1, 0), estimate.mean(more.rows() - 1, 0), 1e-12);
  EXPECT_NEAR(ahead.variance(1, 1), estimate.variance(more.rows() - 1, 1), 1e-12);
  const Forecast rows = forecast(model, series, 3);
  EXPECT_EQ(rows.mean.rows(), 3);
}

TEST(SignalSmoother, RefusesWhatItCannotTake) {
  const SignalModel model = small_signal_model();
  Series series = small_signal_series();
  EXPECT_THROW((void)forecast(model, series, 0), InvalidArgument);
  EXPECT_THROW((void)smooth(model, Series(Matrix::Zero(3, 1))), InvalidArgument);
  std::swap(series.time.values[3], series.time.values[9]);
  EXPECT_THROW((void)smooth(model, series), InvalidArgument);
  series = small_signal_series();
  series.values(2, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)filter(model, series), InvalidArgument);
}

}  // namespace
}  // namespace elto
