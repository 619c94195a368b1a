// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_filter.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/io/array_file.hpp"

#include "support/driven_signal_model.hpp"
#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::small_signal_model;
using testing::small_signal_series;

TEST(SignalFilter, IsTheFilterOfEveryChannel) {
  const SignalModel model = small_signal_model();
  const Series series = small_signal_series();
  SignalFilter filter(model);
  std::vector<FilteredRows> channels;
  for (Index j = 0; j < 2; ++j) {
    const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
    channels.push_back(
        elto::filter(part.model, rows_of(part, series.time.values, series.values.col(j))));
  }
  for (Index t = 0; t < series.rows(); ++t) {
    filter.predict(series.time.values[t]);
    for (const bool updated : {false, true}) {
      if (updated) {
        ASSERT_TRUE(filter.update(series.values.row(t)).ok());
      }
      for (Index j = 0; j < 2; ++j) {
        const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
        const FilteredRows& channel = channels[static_cast<std::size_t>(j)];
        const SignalMoments& expected = updated ? channel.updated : channel.predicted;
        EXPECT_NEAR(filter.mean()[j], part.offset + part.scale * expected.mean(t, 0), 1e-9);
        EXPECT_NEAR(filter.variance()[j], part.scale * part.scale * expected.variance(t, 0), 1e-9);
      }
    }
  }
}

/// Rows a tenth of a second apart, with gaps, outliers and jumps between which covariances settle.
Series regular_series(Index rows) {
  Series series = small_signal_series(rows);
  for (Index t = 0; t < rows; ++t) series.time.values[t] = 0.1 * static_cast<double>(t);
  for (double& value : series.values.reshaped())
    if (std::isnan(value)) value = 0.0;
  series.values(rows / 2, 0) = std::nan("");
  return series;
}

TEST(SignalFilter, IsTheSameWhereCovariancesHaveSettled) {
  SignalModel model = small_signal_model();
  for (ChannelModel& part : model.parts) {
    part.step = 0.1;
    part.intervenes = false;
  }
  const Series series = regular_series(2000);
  SignalFilter whole(model), other(model);
  std::vector<FilteredRows> channels;
  for (Index j = 0; j < 2; ++j) {
    const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
    channels.push_back(
        elto::filter(part.model, rows_of(part, series.time.values, series.values.col(j))));
  }
  for (Index t = 0; t < series.rows(); ++t) {
    for (const bool updated : {false, true}) {
      for (SignalFilter* filter : {&whole, &other}) {
        if (!updated) filter->predict(series.time.values[t]);
        if (updated) {
          ASSERT_TRUE(filter->update(series.values.row(t)).ok());
        }
      }
      if (t % 97 == 0) {  // goes on elsewhere, between the two as well
        SignalFilter next(model);
        next.restore(from_bytes(to_bytes(other.snapshot()), "snapshot"));
        other = next;
      }
      ASSERT_EQ(whole.mean(), other.mean());
      ASSERT_EQ(whole.variance(), other.variance());
      for (Index j = 0; j < 2; ++j) {
        const ChannelModel& part = model.parts[static_cast<std::size_t>(j)];
        const FilteredRows& channel = channels[static_cast<std::size_t>(j)];
        const SignalMoments& expected = updated ? channel.updated : channel.predicted;
        ASSERT_NEAR(whole.mean()[j], part.offset + part.scale * expected.mean(t, 0), 1e-9) << t;
        ASSERT_NEAR(whole.variance()[j], part.scale * part.scale * expected.variance(t, 0), 1e-9);
      }
    }
  }
}

/// One row a step, of a level that is known well.
struct Level {
  SignalModel model{
      .channels = {},
      .parts = {{.family = "level",
                 .model = LinearModel({{IntegratedWiener{.order = 1, .noise = 1e-4}}}, 0.01)}}};
  SignalFilter filter{model};
  double time = 0.0;

  double after(double value) {
    filter.predict(time++);
    EXPECT_TRUE(filter.update(RowVector::Constant(1, value)).ok());
    return filter.mean()[0];
  }
  Level() {
    for (int i = 0; i < 30; ++i) after(0.0);
  }
};

TEST(SignalFilter, PassesOverALoneOutlier) {
  Level level;
  EXPECT_NEAR(level.after(5.0), 0.0, 1e-12);
  EXPECT_EQ(level.filter.rejected(), 1);
  EXPECT_NEAR(level.after(0.0), 0.0, 1e-12);
  EXPECT_EQ(level.filter.reopened(), 0);
}

TEST(SignalFilter, FollowsAJumpInItsSecondRow) {
  Level level;
  EXPECT_NEAR(level.after(5.0), 0.0, 1e-12);
  EXPECT_NEAR(level.after(5.0), 5.0, 0.05);
  EXPECT_NEAR(level.after(5.0), 5.0, 0.05);
  EXPECT_EQ(level.filter.rejected(), 1);
  EXPECT_EQ(level.filter.reopened(), 1);
}

TEST(SignalFilter, TakesEverythingWhereTheModelSaysSo) {
  Level level;
  level.model.parts[0].intervenes = false;
  EXPECT_GT(level.after(5.0), 0.1);
  EXPECT_EQ(level.filter.rejected(), 0);
}

TEST(SignalFilter, GoesOnFromASnapshotBitForBit) {
  const SignalModel model = small_signal_model();
  const Series series = small_signal_series();
  SignalFilter whole(model);
  for (Index t = 0; t < 40; ++t) {
    whole.predict(series.time.values[t]);
    (void)whole.update(series.values.row(t));
  }
  SignalFilter other(model);
  other.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
  for (Index t = 40; t < series.rows(); ++t) {
    for (SignalFilter* filter : {&whole, &other}) {
      filter->predict(series.time.values[t]);
      (void)filter->update(series.values.row(t));
    }
    EXPECT_EQ(whole.mean(), other.mean());
    EXPECT_EQ(whole.variance(), other.variance());
  }
}

TEST(SignalFilter, RefusesSnapshotsOfOthers) {
  const SignalModel model = small_signal_model();
  SignalFilter filter(model);
  ArrayFile snapshot = filter.snapshot();
  EXPECT_NO_THROW(filter.restore(snapshot));
  snapshot.arrays.pop_back();
  EXPECT_THROW(filter.restore(snapshot), IoError);
  snapshot = filter.snapshot();
  snapshot.kind = "state filter";
  EXPECT_THROW(filter.restore(snapshot), IoError);
  snapshot = filter.snapshot();
  snapshot.arrays[1].second(0, 0) = std::nan("");
  EXPECT_THROW(filter.restore(snapshot), IoError);
}

TEST(SignalFilter, RefusesWhatItCannotTake) {
  const SignalModel model = small_signal_model();
  SignalFilter filter(model);
  EXPECT_THROW(filter.predict(std::nan("")), InvalidArgument);
  filter.predict(1.0);
  EXPECT_THROW(filter.predict(0.5), InvalidArgument);
  EXPECT_THROW((void)filter.update(RowVector::Zero(3)), InvalidArgument);
  EXPECT_THROW((void)filter.update(RowVector::Constant(2, std::numeric_limits<double>::infinity())),
               InvalidArgument);
}

TEST(SignalFilter, TakesOffWhatInputsAdd) {
  const SignalModel model = testing::driven_signal_model();
  const Series series = testing::driven_signal_series();
  SignalModel still = model;
  still.inputs.clear();
  still.parts[0].effects.clear();
  still.parts[0].gain_covariance = Matrix();
  const Vector drive = drive_of(model.parts[0].effects, series.time.values, series.inputs.values);
  SignalFilter driven(model), plain(still);
  for (Index t = 0; t < series.rows(); ++t) {
    driven.predict(series.time.values[t], series.inputs.values.row(t));
    plain.predict(series.time.values[t]);
    EXPECT_NEAR(driven.drive(0), drive[t], 1e-12);
    EXPECT_EQ(driven.drive(1), 0.0);
    RowVector row = series.values.row(t);
    (void)driven.update(row);
    row[0] -= drive[t];
    (void)plain.update(row);
    EXPECT_NEAR(driven.mean()[0], plain.mean()[0] + drive[t], 1e-9);
    EXPECT_EQ(driven.mean()[1], plain.mean()[1]);
    EXPECT_NEAR(driven.variance()[0], plain.variance()[0], 1e-12);
  }
}

TEST(SignalFilter, HoldsInputsThatAreMissing) {
  const SignalModel model = testing::driven_signal_model();
  const RowVector nothing = RowVector::Constant(2, std::nan(""));
  SignalFilter filter(model);
  filter.predict(0.0, nothing);
  EXPECT_EQ(filter.drive(0), 0.0);
  filter.predict(1.0, RowVector{{1.0, 5.0}});
  const double drive = filter.drive(0);
  EXPECT_NEAR(drive, 0.8 * 2.0, 1e-12);
  filter.predict(2.0, nothing);
  EXPECT_EQ(filter.drive(0), drive);
}

TEST(SignalFilter, GoesOnWithItsInputsFromASnapshot) {
  const SignalModel model = testing::driven_signal_model();
  const Series series = testing::driven_signal_series();
  SignalFilter whole(model);
  for (Index t = 0; t < 40; ++t) {
    whole.predict(series.time.values[t], series.inputs.values.row(t));
    (void)whole.update(series.values.row(t));
  }
  SignalFilter other(model);
  other.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
  for (Index t = 40; t < series.rows(); ++t) {
    for (SignalFilter* filter : {&whole, &other}) {
      filter->predict(series.time.values[t], series.inputs.values.row(t));
      (void)filter->update(series.values.row(t));
    }
    EXPECT_EQ(whole.mean(), other.mean());
    EXPECT_EQ(whole.variance(), other.variance());
  }
  const SignalModel still = small_signal_model();
  SignalFilter without(still);
  EXPECT_THROW(whole.restore(without.snapshot()), IoError);
  EXPECT_THROW(whole.predict(1e9), InvalidArgument);
  EXPECT_THROW(without.predict(1e9, RowVector::Zero(2)), InvalidArgument);
}

}  // namespace
}  // namespace elto
