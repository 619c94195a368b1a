// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit_state_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elto/core/random.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/systems/lidar.hpp"
#include "elto/systems/pendulum.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::lorenz;

double squared_error(const Estimate& estimate, const Matrix& truth) {
  return (estimate.mean - truth).squaredNorm();
}

/// The trend alone, with as little effort.
StateFit trend_fit(const std::vector<Series>& sequences) {
  return fit_state_model(sequences, {.kinds = {{1, MapInputs::none}}, .evaluations = 40});
}

TEST(FitStateModel, LearnsTheDynamicsIfTheyTellMoreThanATrend) {
  const Series known = lorenz().noisy.topRows(750), rows = lorenz().noisy.bottomRows(250);
  const Matrix truth = lorenz().clean.bottomRows(250);
  const StateFit fit = fit_state_model({known}, {.evaluations = 40});
  EXPECT_NE(fit.kind.inputs, MapInputs::none);
  EXPECT_EQ(fit.kind.order, 1);
  EXPECT_EQ(fit.kinds.size(), 7U);
  const StateModel trend = trend_fit({known}).model;
  const Estimate filtered = filter(fit.model, rows), smoothed = smooth(fit.model, rows);
  EXPECT_LT(squared_error(filtered, truth), 0.5 * squared_error(filter(trend, rows), truth));
  EXPECT_LT(squared_error(smoothed, truth), 0.8 * squared_error(smooth(trend, rows), truth));
  for (const Estimate& estimate : {filtered, smoothed}) {
    const auto inside =
        ((estimate.mean - truth).array().abs() < 1.645 * estimate.variance.array().sqrt()).count();
    EXPECT_NEAR(static_cast<double>(inside) / static_cast<double>(truth.size()), 0.9, 0.08);
  }
}

TEST(FitStateModel, StaysWithATrendIfThereIsNothingToLearn) {
  Rng rng(3);
  const Simulation track = lidar_track({}, rng);
  const Index half = track.truth.rows() / 2;
  const StateFit fit = fit_state_model({track.observed.values.topRows(half)}, {.evaluations = 40});
  EXPECT_EQ(fit.kind.inputs, MapInputs::none);
}

TEST(FitStateModel, TakesNoMapThatFailsOnUnseenRows) {
  // These tracks bend for long in the same way. A map that predicts the rows it is tuned on clearly
  // better than a trend is three to four times as far off afterwards.
  for (const std::uint32_t seed : {11026U, 11034U}) {
    Rng rng(seed);
    const Simulation track = lidar_track({.intervals = {10, 15}, .interval_rows = {40, 50}}, rng);
    const Index half = track.truth.rows() / 2;
    const StateFit fit = fit_state_model({track.observed.values.topRows(half)});
    EXPECT_EQ(fit.kind.inputs, MapInputs::none) << seed;
    const auto best = std::ranges::min_element(fit.kinds, {}, &ScoredKind::score);
    EXPECT_NE(best->kind.inputs, MapInputs::none) << seed;
    EXPECT_GE(fit.options.memory.measurement, 0.93);
  }
}

TEST(FitStateModel, FindsOutOnItsOwnThatAMapCannotProveItself) {
  // What is left without the last rows cannot be learned from; the fit itself can.
  Matrix late = lorenz().noisy.topRows(300), gap = late;
  late.col(0).topRows(160).setConstant(std::numeric_limits<double>::quiet_NaN());
  gap.middleRows(148, 80).setConstant(std::numeric_limits<double>::quiet_NaN());
  for (const Matrix& rows : {late, gap})
    EXPECT_TRUE(smooth(fit_state_model({rows}, {.evaluations = 20}).model, rows).status.ok());
  const std::vector<Series> episodes{lorenz().noisy.topRows(1), lorenz().noisy.middleRows(50, 40),
                                     lorenz().noisy.middleRows(150, 40)};
  EXPECT_TRUE(
      smooth(fit_state_model(episodes, {.evaluations = 20}).model, episodes.back()).status.ok());
}

TEST(FitStateModel, KeepsAWeakMapThatProvesItself) {
  // Ten channels under much noise: the map gains less than a hundred nats where it is tuned.
  const testing::NoisySeries series = testing::lorenz96(750, 10, 0.5, 2);
  const StateFit fit =
      fit_state_model({series.noisy}, {.kinds = {{1, MapInputs::none}, {1, MapInputs::selected}}});
  EXPECT_EQ(fit.kind.inputs, MapInputs::selected);
}

TEST(FitStateModel, TakesNoMoreSearchesThanItSays) {
  for (const Index rounds : {1, 3}) {
    Index searches = 0;
    StateFitOptions options{.evaluations = 5, .rounds = rounds, .progress = [&](Index done) {
                              searches = done;
                              return true;
                            }};
    (void)fit_state_model({lorenz().noisy.topRows(200)}, options);
    EXPECT_LE(searches, most_searches(options));
    EXPECT_GE(searches, 8);
  }
}

TEST(FitStateModel, LearnsFromEpisodes) {
  Rng rng(4);
  const PendulumOptions options{.observation_noise = 0.1};
  std::vector<Series> known;
  for (int i = 0; i < 50; ++i) known.emplace_back(pendulum(options, rng).observed.values);
  const StateFit fit = fit_state_model(
      known, {.kinds = {{1, MapInputs::none}, {1, MapInputs::all}, {2, MapInputs::all}},
              .evaluations = 40});
  EXPECT_EQ(fit.kind.order, 2);
  double error = 0.0, raw = 0.0;
  for (int i = 0; i < 10; ++i) {
    const Simulation episode = pendulum(options, rng);
    error += squared_error(filter(fit.model, episode.observed.values), episode.truth);
    raw += (episode.observed.values - episode.truth).squaredNorm();
  }
  EXPECT_LT(error, 0.6 * raw);
}

/// Two oscillators that thirty channels see through noise.
testing::NoisySeries few_in_many() {
  Rng rng(9);
  Matrix z(500, 4);
  for (Index t = 0; t < 500; ++t) {
    const auto time = static_cast<double>(t);
    z.row(t) << std::sin(0.1 * time), std::cos(0.1 * time), std::sin(0.23 * time),
        std::cos(0.23 * time);
  }
  const Matrix clean = z * rng.normal(4, 30);
  return {clean, clean + rng.normal(500, 30)};
}

TEST(FitStateModel, FindsTheFewThatMoveTheMany) {
  const testing::NoisySeries series = few_in_many();
  const StateFit fit = fit_state_model(
      {series.noisy}, {.kinds = {{1, MapInputs::none},
                                 {1, MapInputs::none, StateChannels::canonical_variates},
                                 {1, MapInputs::all, StateChannels::canonical_variates}},
                       .evaluations = 30});
  EXPECT_EQ(fit.kind.channels, StateChannels::canonical_variates);
  EXPECT_TRUE(fit.model.latent);
  EXPECT_EQ(fit.model.map.outputs, 4);
  const StateModel trend = trend_fit({series.noisy}).model;
  EXPECT_LT(squared_error(smooth(fit.model, series.noisy), series.clean),
            0.3 * squared_error(smooth(trend, series.noisy), series.clean));
  EXPECT_LT(squared_error(filter(fit.model, series.noisy), series.clean),
            0.3 * squared_error(filter(trend, series.noisy), series.clean));
}

TEST(FitStateModel, CalibratesBandsInAnyUnits) {
  const auto bands_of = [](const Matrix& rows) {
    return fit_state_model({rows},
                           {.kinds = {{1, MapInputs::none, StateChannels::canonical_variates}},
                            .evaluations = 10})
        .model.bands;
  };
  Matrix rows = few_in_many().noisy;
  const BandFactors bands = bands_of(rows);
  EXPECT_GT((bands.smoother.array() - 1.0).abs().maxCoeff(), 0.05);
  for (Index j = 0; j < rows.cols(); j += 3) rows.col(j) *= 1024.0;  // exact
  const BandFactors in_units = bands_of(rows);
  EXPECT_MATRIX_EQ(in_units.smoother, bands.smoother);
  EXPECT_MATRIX_EQ(in_units.forecast, bands.forecast);
}

TEST(FitStateModel, MakesABlockOfEachOfManyChannels) {
  const Matrix rows = testing::lorenz96(60, 150, 0.1, 1).noisy;
  const StateFit fit = fit_state_model({rows}, {.kinds = {{1, MapInputs::none}}, .evaluations = 5});
  EXPECT_EQ(fit.model.blocks.size(), 150U);
  EXPECT_TRUE(smooth(fit.model, rows).status.ok());
}

TEST(FitStateModel, OffersThePapersObservable) {
  const Series known = lorenz().noisy.topRows(300);
  const StateFit fit = fit_state_model(
      {known}, {.kinds = {{4, MapInputs::all, StateChannels::observable}}, .evaluations = 10});
  EXPECT_EQ(fit.model.map.outputs, 1);
  EXPECT_TRUE(smooth(fit.model, known).status.ok());
}

/// As good as the series lets it be, for comparison.
const Estimate& undisturbed() {
  static const Estimate estimate = smooth(
      fit_state_model({lorenz().noisy}, {.kinds = {{1, MapInputs::all}}, .evaluations = 40}).model,
      lorenz().noisy);
  return estimate;
}

TEST(FitStateModel, DoesNotMindWhatIsMissing) {
  Matrix rows = lorenz().noisy;
  Rng rng(5);
  for (Index j = 0; j < rows.cols(); ++j)
    for (Index t = 0; t < rows.rows(); ++t)
      if (rng.uniform() < 0.2) rows(t, j) = std::numeric_limits<double>::quiet_NaN();
  rows.middleRows(400, 20).setConstant(std::numeric_limits<double>::quiet_NaN());
  const StateFitOptions options{.kinds = {{1, MapInputs::all}}, .evaluations = 40};
  const Estimate with_gaps = smooth(fit_state_model({rows}, options).model, rows);
  ASSERT_TRUE(with_gaps.status.ok());
  EXPECT_LT(squared_error(with_gaps, lorenz().clean),
            1.6 * squared_error(undisturbed(), lorenz().clean));
}

TEST(FitStateModel, DoesNotMindOutliers) {
  Matrix rows = lorenz().noisy;
  Rng rng(6);
  for (Index j = 0; j < rows.cols(); ++j)
    for (Index t = 0; t < rows.rows(); ++t)
      if (rng.uniform() < 0.05) rows(t, j) += rng.uniform() < 0.5 ? -2.0 : 2.0;
  const StateFitOptions options{.kinds = {{1, MapInputs::all}}, .evaluations = 40};
  const Estimate disturbed = smooth(fit_state_model({rows}, options).model, rows);
  EXPECT_LT(squared_error(disturbed, lorenz().clean),
            1.3 * squared_error(undisturbed(), lorenz().clean));
}

TEST(FitStateModel, MayNarrowTheBandsOfTheFilterOnly) {
  const StateModel model =
      fit_state_model({lorenz().noisy}, {.evaluations = 10, .rounds = 1}).model;
  EXPECT_LT(model.bands.filter.minCoeff(), 1.0);
  EXPECT_GE(model.bands.filter.minCoeff(), 0.7);
  EXPECT_GE(model.bands.smoother.minCoeff(), 1.0);
}

TEST(FitStateModel, BeginsWithTheUsualNoiseWhateverThatOfTheFirstRows) {
  constexpr Index kRows = 400, kQuiet = 100;
  Rng rng(7);
  Matrix rows = rng.normal(kRows, 1);
  for (Index t = 0; t < kRows; ++t)
    rows(t, 0) = std::sin(0.05 * static_cast<double>(t)) + (t < kQuiet ? 0.02 : 0.2) * rows(t, 0);
  const StateFit fit = trend_fit({rows});
  ASSERT_LT(fit.model.memory.measurement, 1.0);
  const double noise = fit.model.noise[0] * std::pow(fit.model.scaling.scale[0], 2);
  EXPECT_NEAR(std::sqrt(noise), 0.2, 0.06);
}

TEST(FitStateModel, IsTheSameOnAnyNumberOfThreads) {
  const auto model = [](Index threads) {
    return fit_state_model({lorenz().noisy.topRows(300)},
                           {.evaluations = 10, .rounds = 2, .threads = threads})
        .model;
  };
  const StateModel one = model(1), two = model(2);
  EXPECT_MATRIX_EQ(one.blocks.front().process, two.blocks.front().process);
  EXPECT_MATRIX_EQ(one.bands.smoother, two.bands.smoother);
  EXPECT_MATRIX_EQ(one.bands.forecast, two.bands.forecast);
}

TEST(FitStateModel, TakesShortSequences) {
  EXPECT_TRUE(smooth(fit_state_model({lorenz().noisy.topRows(12)}, {.evaluations = 5}).model,
                     lorenz().noisy.topRows(12))
                  .status.ok());
  std::vector<Series> episodes;
  for (const Index rows : {6, 1, 6, 3, 6, 6, 2, 6, 6})
    episodes.emplace_back(lorenz().noisy.middleRows(20 * std::ssize(episodes), rows));
  EXPECT_TRUE(
      smooth(fit_state_model(episodes, {.evaluations = 5}).model, episodes.front()).status.ok());
}

TEST(FitStateModel, EndsWhenItIsTold) {
  Index searches = 0;
  const StateFit fit = fit_state_model({lorenz().noisy.topRows(300)},
                                       {.evaluations = 10, .progress = [&](Index done) {
                                          searches = done;
                                          return done < 2;
                                        }});
  EXPECT_EQ(searches, 2);
  EXPECT_EQ(fit.kinds.size(), 2U);
}

TEST(FitStateModel, SaysWhatIsWrong) {
  const Series series = lorenz().noisy.topRows(100);
  EXPECT_REFUSED(fit_state_model({series}, {.kinds = {}}), "kinds: must be at least 1");
  EXPECT_REFUSED(fit_state_model({series}, {.kinds = {{0, MapInputs::none}}}),
                 "kinds.order: must be at least 1");
  EXPECT_REFUSED(fit_state_model({series}, {.evaluations = 0}), "evaluations: must be at least 1");
  EXPECT_REFUSED(fit_state_model({series}, {.rounds = 0}), "rounds: must be at least 1");
  EXPECT_REFUSED(fit_state_model({series, Matrix::Ones(20, 2)}), "series columns: must be 5");
  EXPECT_REFUSED(fit_state_model({Matrix::Constant(20, 1, HUGE_VAL)}),
                 "series: must be without infinities");
  EXPECT_REFUSED(
      fit_state_model({series},
                      {.kinds = {{1, MapInputs::none, StateChannels::canonical_variates}}}),
      "kinds: must be possible for such a series");
  EXPECT_EQ(describe(StateModelKind{2, MapInputs::selected}), "order 2, selected inputs");
  EXPECT_EQ(describe({1, MapInputs::none, StateChannels::canonical_variates}),
            "canonical variates, order 1, no map");
}

}  // namespace
}  // namespace elto
