// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/learn_signal_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/model/signal_model_file.hpp"
#include "elto/series/inputs.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

double mean_square(const Matrix& a, const Matrix& b) {
  return (a - b).array().square().mean();
}

/// A track in metres and seconds since 1970: two slow swings, 3 m of noise, times that jitter and
/// stop for minutes.
struct Track {
  Matrix truth;
  Series observed;

  explicit Track(unsigned seed, Index rows = 400) : truth(rows, 2) {
    Rng rng(seed);
    Vector times(rows);
    double time = 1.7e9;
    for (Index t = 0; t < rows; ++t) {
      time += 0.5 + rng.uniform() + (t == rows / 2 ? 180.0 : 0.0);
      times[t] = time;
      const double s = (time - 1.7e9) / 60.0;
      truth.row(t) << 100.0 * std::sin(s), 80.0 * std::cos(0.7 * s) + 20.0 * s;
    }
    observed = Series(Matrix(truth + 3.0 * rng.normal(rows, 2)), {"x", "y"});
    observed.time = {.name = "time", .values = times, .labels = {}};
  }
};

TEST(LearnSignalModel, CleansATrackAtItsRealTimes) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Track track(seed);
    const LearnedSignalModel learned = learn_signal_model({track.observed});
    ASSERT_TRUE(learned.status.ok());
    const Estimate estimate = smooth(learned.model, track.observed);
    EXPECT_LT(mean_square(estimate.mean, track.truth), 0.36 * 0.36 * 9.0);
    const double held =
        ((estimate.mean - track.truth).array().abs() < 1.645 * estimate.variance.array().sqrt())
            .cast<double>()
            .mean();
    EXPECT_GT(held, 0.75);
  }
}

TEST(LearnSignalModel, DoesNotDependOnUnits) {
  const Track track(4);
  Series scaled = track.observed;
  scaled.values = 1e-3 * scaled.values.array() + 5.0;
  scaled.time.values = 1000.0 * (scaled.time.values.array() - 1.7e9);
  const LearnedSignalModel a = learn_signal_model({track.observed}),
                           b = learn_signal_model({scaled});
  const Matrix one = smooth(a.model, track.observed).mean, other = smooth(b.model, scaled).mean;
  EXPECT_LT(mean_square(1e3 * (other.array() - 5.0), one), 1e-4 * 9.0);
}

TEST(LearnSignalModel, DoesNotDependOnThreads) {
  const Track track(5);
  const LearnedSignalModel one = learn_signal_model({track.observed}, {.threads = 1}),
                           two = learn_signal_model({track.observed}, {.threads = 2});
  EXPECT_EQ(to_array_file(one.model).meta, to_array_file(two.model).meta);
}

TEST(LearnSignalModel, FindsTheSeasonOfAnHourlyLoad) {
  Rng rng(6);
  Series load(Matrix(24 * 21, 1), {"load"});
  for (Index t = 0; t < load.rows(); ++t)
    load.values(t, 0) = 100.0 +
                        20.0 * std::sin(2.0 * std::numbers::pi * static_cast<double>(t) / 24.0) +
                        3.0 * rng.normal();
  const LearnedSignalModel learned = learn_signal_model({load});
  EXPECT_NE(learned.model.parts[0].family.find("24"), std::string::npos)
      << learned.model.parts[0].family;
  const Forecast ahead = forecast(learned.model, load, 48);
  for (Index h = 0; h < 48; ++h)
    EXPECT_NEAR(ahead.mean(h, 0),
                100.0 + 20.0 * std::sin(2.0 * std::numbers::pi *
                                        static_cast<double>(load.rows() + h) / 24.0),
                5.0);
}

TEST(LearnSignalModel, KnowsChannelsThatNeverChange) {
  Rng rng(7);
  Series series(Matrix(rng.normal(100, 2)));
  series.values.col(1).setConstant(41.5);
  const LearnedSignalModel learned = learn_signal_model({series});
  EXPECT_EQ(learned.model.parts[1].family, "constant");
  const Estimate estimate = smooth(learned.model, series);
  EXPECT_NEAR(estimate.mean(50, 1), 41.5, 1e-6);
  EXPECT_LT(estimate.variance(50, 1), 1e-6);
}

TEST(LearnSignalModel, LearnsLongSeriesFromSomeOfTheirRows) {
  Rng rng(8);
  Series series(Matrix(6000, 1));
  for (Index t = 0; t < series.rows(); ++t)
    series.values(t, 0) = std::sin(0.02 * static_cast<double>(t)) + 0.3 * rng.normal();
  const LearnedSignalModel learned = learn_signal_model({series}, {.rows = 600});
  Matrix truth(6000, 1);
  for (Index t = 0; t < series.rows(); ++t) truth(t, 0) = std::sin(0.02 * static_cast<double>(t));
  EXPECT_LT(mean_square(smooth(learned.model, series).mean, truth), 0.1 * 0.09);
}

TEST(LearnSignalModel, SharesAModelAmongSeries) {
  Rng rng(9);
  std::vector<Series> patients;
  for (int i = 0; i < 12; ++i) {
    Series one(Matrix(60, 1), {"level"});
    for (Index t = 0; t < 60; ++t)
      one.values(t, 0) = std::exp(-static_cast<double>(t) / (10.0 + i)) + 0.1 * rng.normal();
    patients.push_back(one);
  }
  const LearnedSignalModel learned = learn_signal_model(patients);
  double error = 0.0;
  for (int i = 0; i < 12; ++i) {
    const Matrix mean = smooth(learned.model, patients[static_cast<std::size_t>(i)]).mean;
    for (Index t = 0; t < 60; ++t)
      error += std::pow(mean(t, 0) - std::exp(-static_cast<double>(t) / (10.0 + i)), 2) / 720.0;
  }
  EXPECT_LT(error, 0.5 * 0.5 * 0.01);
}

TEST(LearnSignalModel, SaysWhichSeriesTheSharedModelDoesNotDescribe) {
  Rng rng(13);
  std::vector<Series> series;
  for (Index i = 0; i < 20; ++i) {
    Matrix values(60, 2);
    const double phase = rng.normal();
    for (Index t = 0; t < 60; ++t) {
      const double s = std::sin(0.1 * static_cast<double>(t) + phase);
      values.row(t) << s + 0.2 * rng.normal(), s + (i == 7 ? 1.0 : 0.2) * rng.normal();
    }
    series.emplace_back(values, std::vector<std::string>{"a", "b"});
  }
  series[3].values.col(0).setConstant(std::nan(""));  // says nothing
  const LearnedSignalModel learned = learn_signal_model(series);
  ASSERT_EQ(learned.misfits.size(), 2u);
  EXPECT_EQ(learned.misfits[0], std::vector<Index>{});
  EXPECT_EQ(learned.misfits[1], std::vector<Index>{7});
}

TEST(LearnSignalModel, TakesVeryFewRows) {
  for (const Index rows : {1, 2, 3, 5, 12}) {
    SCOPED_TRACE(rows);
    Rng rng(10);
    const Series series(Matrix(rng.normal(rows, 1)));
    const LearnedSignalModel learned = learn_signal_model({series});
    const Estimate estimate = smooth(learned.model, series);
    EXPECT_TRUE(estimate.status.ok());
    EXPECT_TRUE(estimate.mean.allFinite());
    EXPECT_TRUE((estimate.variance.array() >= 0.0).all());
  }
}

TEST(LearnSignalModel, StopsWhenAsked) {
  const Track track(11, 60);
  EXPECT_EQ(learn_signal_model({track.observed},
                               {.threads = 1, .progress = [](Index, Index) { return false; }})
                .status.code,
            StatusCode::stopped);
}

TEST(LearnSignalModel, RefusesWhatItCannotTake) {
  EXPECT_THROW(learn_signal_model({}), InvalidArgument);
  Series empty(Matrix::Constant(20, 2, std::nan("")), {"a", "b"});
  empty.values.col(0).setLinSpaced(0.0, 1.0);
  EXPECT_REFUSED(learn_signal_model({empty}), "b");
  EXPECT_THROW(learn_signal_model({Series(Matrix::Zero(5, 1)), Series(Matrix::Zero(5, 2))}),
               InvalidArgument);
  EXPECT_THROW(validate(LearnOptions{.rows = 10}), InvalidArgument);
}

/// A random walk that is seen with noise and follows what is given at a gain of 2; a part of its
/// entries is missing.
struct Driven {
  Vector truth;
  Series series;

  explicit Driven(unsigned seed, Index rows = 300) : truth(rows) {
    Rng rng(seed);
    series = Series(Matrix(rows, 1), {"y"});
    series.inputs = {Matrix(rows, 3), {"noise", "u", "still"}};
    double level = 40.0, input = 0.0;
    for (Index t = 0; t < rows; ++t) {
      level += 0.1 * rng.normal();
      input = 0.95 * input + 0.3 * rng.normal();
      truth[t] = level + 2.0 * input;
      series.inputs.values.row(t) << rng.normal(), 1e4 + input, 7.0;
      series.values(t, 0) = rng.uniform() < 0.2 ? std::nan("") : truth[t] + 0.5 * rng.normal();
    }
  }
};

TEST(LearnSignalModel, LearnsWhatInputsDo) {
  for (const unsigned seed : {31u, 32u, 33u}) {
    SCOPED_TRACE(seed);
    const Driven driven(seed);
    const LearnedSignalModel learned = learn_signal_model({driven.series});
    EXPECT_EQ(learned.model.inputs, driven.series.inputs.names);
    const ChannelModel& part = learned.model.parts[0];
    const auto effect = std::ranges::find(part.effects, 1, &InputEffect::input);
    ASSERT_NE(effect, part.effects.end());
    const Index k = effect - part.effects.begin();
    EXPECT_NEAR(effect->gain, 2.0, 3.0 * std::sqrt(part.gain_covariance(k, k)));
    EXPECT_EQ(effect->lag, 0.0);
    for (const InputEffect& any : part.effects) EXPECT_NE(any.input, 2);  // it never changes
    Series without = driven.series;
    without.inputs = {};
    const Estimate estimate = smooth(learned.model, driven.series),
                   plain = smooth(learn_signal_model({without}).model, without);
    // All rows, also those left out.
    EXPECT_LT(mean_square(estimate.mean, driven.truth),
              0.5 * mean_square(plain.mean, driven.truth));
    const Vector away = (estimate.mean - driven.truth).cwiseAbs();
    const double held =
        (away.array() < 1.645 * estimate.variance.col(0).array().sqrt()).cast<double>().mean();
    EXPECT_GT(held, 0.75);
  }
}

TEST(LearnSignalModel, ForecastsWithInputsThatAreKnown) {
  Driven driven(34, 320);
  Series known = driven.series;
  known.values.bottomRows(20).setConstant(std::nan(""));
  const LearnedSignalModel learned = learn_signal_model({known}, {.forecast_steps = 20});
  ASSERT_FALSE(learned.model.parts[0].effects.empty());
  const Forecast ahead = forecast(learned.model, known, 20);
  const Vector away = ahead.mean.col(0) - driven.truth.tail(20);
  // It wanders by a tenth a row.
  EXPECT_LT(std::sqrt(away.squaredNorm() / 20.0), 0.6);
  Series held = known;
  held.inputs.values.bottomRows(20).rowwise() = RowVector(known.inputs.values.row(299));
  EXPECT_MATRIX_NEAR(forecast(learned.model, up_to_last_entry(known), 20).mean,
                     forecast(learned.model, held, 20).mean, 1e-12);
}

}  // namespace
}  // namespace elto
