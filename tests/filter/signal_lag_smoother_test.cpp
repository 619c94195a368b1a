// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_lag_smoother.hpp"

#include <vector>

#include "elto/core/error.hpp"
#include "elto/filter/lag_smoother.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/io/array_file.hpp"

#include "support/driven_signal_model.hpp"
#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

SignalModel patient_model() {
  SignalModel model = testing::small_signal_model();
  for (ChannelModel& part : model.parts) part.intervenes = false;  // hindsight would see more
  return model;
}

TEST(SignalLagSmoother, IsTheSmootherOfTheRowsUpToTheLag) {
  const SignalModel model = patient_model();
  const Series series = testing::small_signal_series(40);
  for (const Index lag : {Index{0}, Index{1}, Index{7}, Index{50}}) {
    SCOPED_TRACE(lag);
    SignalLagSmoother smoother(model, lag);
    Index answered = 0;
    const auto expect_answer = [&](Index last) {
      Series known(Matrix(series.values.topRows(last + 1)), series.channels);
      known.time = {.name = "time", .values = series.time.values.head(last + 1), .labels = {}};
      const Estimate expected = smooth(model, known);
      for (Index j = 0; j < 2; ++j) {
        EXPECT_NEAR(smoother.mean()[j], expected.mean(answered, j), 1e-9);
        EXPECT_NEAR(smoother.variance()[j], expected.variance(answered, j), 1e-9);
      }
      ++answered;
      smoother.pop();
    };
    for (Index t = 0; t < series.rows(); ++t) {
      ASSERT_TRUE(smoother.update(series.time.values[t], series.values.row(t)).ok());
      if (smoother.pending() > lag) expect_answer(t);
    }
    while (smoother.pending() > 0) expect_answer(series.rows() - 1);
    EXPECT_EQ(answered, series.rows());
  }
}

TEST(SignalLagSmoother, GoesOnFromASnapshotBitForBit) {
  const SignalModel model = testing::small_signal_model();
  const Series series = testing::small_signal_series();
  SignalLagSmoother whole(model, 5), other(model, 5);
  for (Index t = 0; t < 40; ++t) {
    (void)whole.update(series.time.values[t], series.values.row(t));
    if (whole.pending() > 5) whole.pop();
  }
  other.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
  for (Index t = 40; t < series.rows(); ++t) {
    for (SignalLagSmoother* smoother : {&whole, &other})
      (void)smoother->update(series.time.values[t], series.values.row(t));
    EXPECT_EQ(whole.mean(), other.mean());
    EXPECT_EQ(whole.variance(), other.variance());
    whole.pop();
    other.pop();
  }
}

TEST(SignalLagSmoother, RefusesWhatItCannotTake) {
  const SignalModel model = testing::small_signal_model();
  EXPECT_THROW(SignalLagSmoother(model, -1), InvalidArgument);
  EXPECT_THROW(SignalLagSmoother(model, largest_lag + 1), InvalidArgument);
  SignalLagSmoother smoother(model, 3), other(model, 4);
  EXPECT_THROW(smoother.mean(), InvalidArgument);
  EXPECT_THROW(other.restore(smoother.snapshot()), IoError);
}

TEST(SignalLagSmoother, IsTheSmootherWithInputsToo) {
  SignalModel model = testing::driven_signal_model();
  for (ChannelModel& part : model.parts) part.intervenes = false;
  model.parts[0].gain_covariance.setZero();  // of which a stream knows nothing
  const Series series = testing::driven_signal_series(40);
  const Estimate expected = smooth(model, series);
  SignalLagSmoother smoother(model, 40), other(model, 40);
  for (Index t = 0; t < series.rows(); ++t)
    ASSERT_TRUE(
        smoother.update(series.time.values[t], series.values.row(t), series.inputs.values.row(t))
            .ok());
  other.restore(from_bytes(to_bytes(smoother.snapshot()), "snapshot"));
  for (Index t = 0; t < series.rows(); ++t) {
    EXPECT_NEAR(smoother.mean()[0], expected.mean(t, 0), 1e-9);
    EXPECT_NEAR(smoother.variance()[0], expected.variance(t, 0), 1e-9);
    EXPECT_EQ(other.mean(), smoother.mean());
    smoother.pop();
    other.pop();
  }
}

}  // namespace
}  // namespace elto
