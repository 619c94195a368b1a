// SPDX-License-Identifier: Apache-2.0
// What a user is told of a series: learned, smoothed, judged, put into words.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/diagnostics/verdict.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

struct Told {
  Estimate estimate;
  Diagnostics diagnostics;
  Verdict verdict;

  const Consistency& channel() const { return diagnostics.channels.front(); }
  std::string text() const {
    std::string all;
    for (const std::string& sentence : verdict.sentences()) all += sentence + "\n";
    return all;
  }
};

Told told_of(const Series& series) {
  Told told{.estimate = smooth(learn_signal_model({series}).model, series, {.judged = true}),
            .diagnostics = {},
            .verdict = {}};
  told.diagnostics = diagnose(series, told.estimate);
  told.verdict = verdict(series, told.diagnostics);
  return told;
}

Vector white_noise(Index rows, Rng& rng) {
  return rng.normal(rows, 1).col(0);
}

Vector random_walk(Index rows, Rng& rng) {
  Vector walk = white_noise(rows, rng);
  for (Index t = 1; t < rows; ++t) walk[t] += walk[t - 1];
  return walk;
}

Vector sine_of(Index rows, double period, double phase = 0.0) {
  const double last = static_cast<double>(rows - 1);
  return (2.0 * std::numbers::pi * (Vector::LinSpaced(rows, 0.0, last).array() / period + phase))
      .sin();
}

/// How often a kind of noise is found in ten series.
template <class Make>
int times_found(NoiseKind kind, Make make) {
  int found = 0;
  for (unsigned seed = 700; seed < 710; ++seed) {
    Rng rng(seed);
    found += told_of(Series(Matrix(make(rng)))).channel().noise == kind;
  }
  return found;
}

TEST(LearnedVerdict, RowsOfWhiteNoiseLookIndependent) {
  for (const Index rows : {50, 200, 1000})
    EXPECT_GE(times_found(NoiseKind::independent, [&](Rng& rng) { return white_noise(rows, rng); }),
              9)
        << rows;
  Rng rng(710);
  const Told told = told_of(Series(Matrix(white_noise(300, rng))));
  EXPECT_SAYS(told.text(), "Rows look independent: nothing but noise around a level");
  EXPECT_EQ(told.verdict.heaviest().title, "Rows look independent");
  EXPECT_NEAR(told.channel().noise_level, 1.0, 0.1);
  EXPECT_LT(std::abs(told.estimate.mean.mean()), 0.3);
}

TEST(LearnedVerdict, HeavyTailsThatAreIndependentAreNoSignal) {
  EXPECT_GE(times_found(NoiseKind::independent,
                        [](Rng& rng) { return Vector(white_noise(300, rng).array().cube()); }),
            9);
}

TEST(LearnedVerdict, NoiseOfARandomWalkIsMeasuredWhereThereIsSome) {
  EXPECT_GE(
      times_found(NoiseKind::measured,
                  [](Rng& rng) { return Vector(random_walk(400, rng) + white_noise(400, rng)); }),
      9);
  EXPECT_EQ(times_found(NoiseKind::measured, [](Rng& rng) { return random_walk(400, rng); }), 0);
}

TEST(LearnedVerdict, ARandomWalkMayBeAllMovement) {
  Rng rng(711);
  const Vector walk = random_walk(400, rng);
  const Told told = told_of(Series(Matrix(walk)));
  const bool doubted = told.channel().noise == NoiseKind::ambiguous;
  EXPECT_SAYS(told.text(), doubted ? "cannot be told from movement" : "Hardly any noise");
  EXPECT_NE(told.verdict.heaviest().title, "Error bars honest");
  EXPECT_LT((told.estimate.mean.col(0) - walk).norm() / std::sqrt(400.0), 0.4);  // steps are of 1
}

TEST(LearnedVerdict, ACleanSineHasHardlyAnyNoise) {
  for (const double period : {75.4, 20.0, 6.3})
    for (const Index rows : {60, 400}) {
      const Vector clean = sine_of(rows, period, 0.1);
      const Told told = told_of(Series(Matrix(clean)));
      EXPECT_EQ(told.channel().noise, NoiseKind::hardly_any) << rows << " rows, " << period;
      EXPECT_EQ(told.verdict.heaviest().weight, Weight::remark) << told.text();
      EXPECT_LT((told.estimate.mean.col(0) - clean).norm() / std::sqrt(double(rows)), 0.01);
    }
}

TEST(LearnedVerdict, WhatMovesSmoothlyHasHonestBandsAndATimeScale) {
  int honest = 0, held = 0;
  for (unsigned seed = 720; seed < 730; ++seed) {
    Rng rng(seed);
    Vector smooth_walk = random_walk(500, rng);
    for (Index t = 1; t < 500; ++t)
      smooth_walk[t] = 0.9 * smooth_walk[t - 1] + 0.1 * smooth_walk[t];
    const Told told = told_of(Series(Matrix(smooth_walk + 0.5 * white_noise(500, rng))));
    honest += told.verdict.heaviest().title == "Error bars honest";
    const Vector error = told.estimate.mean.col(0) - smooth_walk;
    const double true_error = error.norm() / std::sqrt(500.0);
    held += told.channel().error < 1.5 * true_error && 1.5 * told.channel().error > true_error;
    EXPECT_NEAR(told.channel().noise_level, 0.5, 0.1);
    EXPECT_SAYS(told.text(), "of the noise was removed (in root mean square)");
    EXPECT_SAYS(told.text(), "o movement is followed that has a period of less than about ");
    EXPECT_LT(told.channel().traits.shortest_period, 100.0);
  }
  EXPECT_GE(honest, 8);
  EXPECT_GE(held, 9);  // the claimed error
}

/// Smooth movement, a walk, a rise, levels; of standard deviation 1.
Vector movement(int kind, Index rows, Rng& rng) {
  Vector s(rows);
  if (kind == 0) {
    s = random_walk(rows, rng);
    for (Index t = 1; t < rows; ++t) s[t] = 0.9 * s[t - 1] + 0.1 * s[t];
  } else if (kind == 1) {
    s = random_walk(rows, rng);
  } else if (kind == 2) {
    s = Vector::LinSpaced(rows, 0.0, 3.0).array().exp();
  } else {
    double level = rng.normal();
    for (double& value : s) value = rng.uniform() < 0.02 ? level = rng.normal() : level;
  }
  s.array() -= s.mean();
  const double size = s.norm() / std::sqrt(static_cast<double>(rows));
  return size > 0.0 ? Vector(s / size) : s;
}

// Of bands that are called honest, what those of 90 % hold of the truth, and whether the error that
// is claimed is within a factor 1.5 of the true one.
TEST(LearnedVerdict, BandsThatAreCalledHonestHold) {
  std::vector<double> held;
  double all = 0.0, close = 0.0;
  for (unsigned seed = 760; seed < 790; ++seed)
    for (const int kind : {0, 1, 2, 3})
      for (const Index rows : {60, 300}) {
        Rng rng(seed);
        const Vector truth = movement(kind, rows, rng);
        const Told told = told_of(Series(Matrix(truth + 0.3 * white_noise(rows, rng))));
        if (told.verdict.heaviest().title != "Error bars honest") continue;
        const Eigen::ArrayXd error = (told.estimate.mean.col(0) - truth).array().abs();
        held.push_back(
            (error < 1.645 * told.estimate.variance.col(0).array().sqrt()).cast<double>().mean());
        const double ratio = told.channel().error / std::sqrt(error.square().mean());
        close += ratio < 1.5 && ratio > 1.0 / 1.5;
        all += held.back();
      }
  const auto count = static_cast<double>(held.size());
  ASSERT_GE(count, 150.0);
  EXPECT_GE(all / count, 0.87);
  // Single series scatter: errors of a few parameters move whole stretches of it together.
  EXPECT_LE(std::ranges::count_if(held, [](double share) { return share < 0.8; }), 0.15 * count);
  EXPECT_GE(close, 0.85 * count);
}

TEST(LearnedVerdict, ASeasonIsFollowedHoweverFast) {
  Rng rng(731);
  const Told told = told_of(Series(Matrix(sine_of(500, 12.0) + 0.2 * white_noise(500, rng))));
  EXPECT_SAYS(told.text(),
              "Seasons apart, no movement is followed that has a period of less than the length of "
              "the series");
}

TEST(LearnedVerdict, ConstantsNeverChange) {
  for (const Index rows : {2, 5, 300}) {
    const Told told = told_of(Series(Matrix::Constant(rows, 1, 7.5)));
    EXPECT_EQ(told.text(), "The series never changes: there is nothing to clean.\n");
    EXPECT_NEAR(told.estimate.mean(rows - 1, 0), 7.5, 1e-9);
    EXPECT_FALSE(told.diagnostics.overall.set_aside.any());
  }
}

TEST(LearnedVerdict, FiveRowsAreTooFewToJudge) {
  EXPECT_SAYS(told_of(Series(Matrix::Constant(1, 1, 7.5))).text(), "Only 1 row could be compared");
  for (unsigned seed = 730; seed < 740; ++seed) {
    Rng rng(seed);
    const Vector line = Vector::LinSpaced(5, 0.0, 4.0);
    const Told told = told_of(Series(Matrix(line + 0.1 * white_noise(5, rng))));
    EXPECT_SAYS(told.text(), "Only 5 rows could be compared");
    EXPECT_EQ(told.verdict.heaviest().title, "Too few rows");
    EXPECT_TRUE(told.estimate.mean.allFinite());
    EXPECT_LT((told.estimate.mean.col(0) - line).cwiseAbs().maxCoeff(), 1.0);
  }
}

TEST(LearnedVerdict, TwelveRowsAreJudgedWithCare) {
  for (unsigned seed = 740; seed < 750; ++seed) {
    Rng rng(seed);
    const Vector line = Vector::LinSpaced(12, 0.0, 11.0);
    const Told rising = told_of(Series(Matrix(line + white_noise(12, rng))));
    EXPECT_LT((rising.estimate.mean.col(0) - line).norm() / std::sqrt(12.0), 1.02) << seed;
    EXPECT_LT(rising.channel().noise_level, 2.5) << seed;
    EXPECT_TRUE(rising.estimate.variance.allFinite());
  }
  EXPECT_GE(times_found(NoiseKind::independent, [](Rng& rng) { return white_noise(12, rng); }), 8);
}

TEST(LearnedVerdict, SpikesDoNotCountAsNoise) {
  Rng rng(751);
  Vector values = sine_of(400, 100.0) + 0.1 * white_noise(400, rng);
  for (const Index t : {30, 111, 222, 333}) values[t] += 40.0;
  const Told told = told_of(Series(Matrix(values)));
  EXPECT_NEAR(told.channel().noise_level, 0.1, 0.02);
  EXPECT_EQ(told.channel().set_aside.outliers, 4);
  EXPECT_SAYS(told.text(), "In hindsight 4 outliers were set aside.");
  EXPECT_EQ(told.verdict.heaviest().title, "Error bars honest");
}

// A value that no sensor can mean must not pass for the noise of all the others.
TEST(LearnedVerdict, AnOutlierMayBeAsFarOffAsItLikes) {
  Rng rng(754);
  const Vector clean = movement(0, 400, rng) + 0.1 * white_noise(400, rng);
  const Told without = told_of(Series(Matrix(clean)));
  for (const double wild : {20.0, -999.0, 1e9}) {
    Vector values = clean;
    values[100] = wild;
    const Told told = told_of(Series(Matrix(values)));
    EXPECT_EQ(told.channel().set_aside.outliers, 1) << wild;
    EXPECT_NEAR(told.channel().noise_level, without.channel().noise_level, 0.02) << wild;
    EXPECT_EQ(told.verdict.heaviest().title, "Error bars honest") << wild;
  }
}

TEST(LearnedVerdict, StuckStretchesAndJumpsAreCounted) {
  Rng rng(752);
  Vector values = 0.1 * white_noise(300, rng);
  values.tail(140).array() += 5.0;
  values.segment(50, 30).setConstant(values[50]);
  values.segment(220, 40).setConstant(values[220]);
  const Told told = told_of(Series(Matrix(values)));
  EXPECT_SAYS(told.text(), "68 values of a stuck sensor were not believed (2 stretches)");
  EXPECT_EQ(told.channel().set_aside.stuck_stretches, 2);
  EXPECT_SAYS(told.text(), "1 jump of a level was followed");
}

TEST(LearnedVerdict, EachChannelHasItsOwnSentence) {
  Rng rng(753);
  Series series(Matrix(400, 4), {"moving", "still", "white", "clean"});
  series.values << sine_of(400, 90.0) + 0.3 * white_noise(400, rng), Vector::Constant(400, 2.0),
      white_noise(400, rng), sine_of(400, 70.0);
  const Told told = told_of(series);
  EXPECT_SAYS(told.text(), "of the noise of moving was removed");
  EXPECT_SAYS(told.text(), "still never changes");
  EXPECT_SAYS(told.text(), "Rows of white look independent");
  EXPECT_SAYS(told.text(), "clean");
  EXPECT_SAYS(told.text(), "The error bars of moving are honest");
  EXPECT_EQ(told.verdict.heaviest().title, "Rows look independent");
}

}  // namespace
}  // namespace elto
