// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_filter.hpp"

#include <cmath>
#include <limits>

#include "elto/core/random.hpp"
#include "elto/filter/state_smoother.hpp"

#include "support/error_message.hpp"
#include "support/linear_state_model.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {
using testing::kInfinity;
using testing::kMissing;

TEST(StateFilter, EqualsTheJointGaussianIfTheMapIsLinear) {
  const StateModel model = testing::linear_state_model();
  const Matrix rows = testing::rows_with_gaps(), C = model.blocks.front().observation;
  const Estimate estimate = filter(model, rows);
  const RowVector square = model.scaling.scale.cwiseAbs2();
  for (Index t = 0; t < rows.rows(); ++t) {
    const testing::JointGaussian exact =
        testing::conditioned(model, model.scaling.apply(rows.topRows(t + 1)));
    const Matrix P = exact.covariance.bottomRightCorner(3, 3);
    const RowVector mean = (C * exact.mean.tail(3)).transpose().cwiseProduct(model.scaling.scale) +
                           model.scaling.offset;
    const RowVector variance = (C * P * C.transpose()).diagonal().transpose();
    EXPECT_MATRIX_NEAR(estimate.mean.row(t), mean, 1e-9);
    EXPECT_MATRIX_NEAR(estimate.variance.row(t), variance.cwiseProduct(square), 1e-9);
  }
}

TEST(StateFilter, KnowsTheLikelihood) {
  const StateModel model = testing::linear_state_model();
  const Matrix rows = testing::rows_with_gaps();
  StateFilter belief(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    belief.predict();
    EXPECT_TRUE(belief.update(rows.row(t)).ok());
  }
  EXPECT_NEAR(belief.log_likelihood(),
              testing::conditioned(model, model.scaling.apply(rows)).log_likelihood, 1e-9);
}

TEST(StateFilter, FiltersBlocksThatKnowNothingOfEachOtherOneByOne) {
  // Without a map and with its noise cut, the block of all channels is as many blocks of its own.
  StateExamples path = testing::state_examples(testing::lorenz96(200, 4, 0.3, 2).noisy, 2, false);
  path.together = 1;
  const StateModel apart = learn_state_model(path, {.memory = {.measurement = 0.95}});
  StateModel whole = apart;
  path.together = 0;
  whole.blocks = learn_state_model(path, {}).blocks;
  StateBlock& all = whole.blocks.front();
  for (Index i = 0; i < all.states(); ++i)
    for (Index j = 0; j < all.states(); ++j)
      if (i % 4 != j % 4) all.process(i, j) = all.covariance(i, j) = 0.0;
  for (Index i = 0; i < all.states(); ++i) whole.mean[i] = apart.mean[(i % 4) * 3 + i / 4];
  Matrix rows = testing::lorenz96(120, 4, 0.3, 3).noisy;
  rows(50, 2) = kMissing;
  rows(60, 1) += 100.0;
  for (const auto covariances : {Covariances::variances, Covariances::full}) {
    const Estimate one = smooth(whole, rows, covariances), many = smooth(apart, rows, covariances);
    EXPECT_MATRIX_NEAR(many.mean, one.mean, 1e-9);
    EXPECT_MATRIX_NEAR(many.variance, one.variance, 1e-9);
    EXPECT_MATRIX_NEAR(many.predicted, one.predicted, 1e-9);
    EXPECT_MATRIX_NEAR(many.noise_level, one.noise_level, 1e-9);
  }
}

TEST(StateFilter, IsTheTrendFilterWithoutAMap) {
  const Matrix rows = testing::lorenz96(300, 4, 0.3, 2).noisy;
  const StateExamples path = testing::state_examples(rows, 1, false);
  const StateModel model =
      learn_state_model(path, {.process = 1e-12, .trend = 1.0, .persistence = 1.0 - 1e-12});
  const Matrix standardised = path.scaling.apply(rows);
  const FilteredTrend trend = filter(path.trend, standardised);
  const TrendPath smoothed = smooth(path.trend, standardised);
  // The beginning is forgotten.
  EXPECT_MATRIX_NEAR(path.scaling.apply(filter(model, rows).mean).bottomRows(200),
                     Matrix(trend.path.position.bottomRows(200)), 1e-5);
  EXPECT_MATRIX_NEAR(path.scaling.apply(smooth(model, rows).mean).bottomRows(200),
                     Matrix(smoothed.position.bottomRows(200)), 1e-5);
}

TEST(StateFilter, BeatsTheTrendWhereTheDynamicsSayMore) {
  const testing::NoisySeries lorenz = testing::lorenz96(1000, 5, 0.1, 3);
  const StateExamples path = testing::state_examples(lorenz.noisy.topRows(700));
  const StateModel model = learn_state_model(path, {});
  const Matrix rows = lorenz.noisy.bottomRows(300), truth = lorenz.clean.bottomRows(300);
  const Estimate filtered = filter(model, rows), smoothed = smooth(model, rows);
  const Matrix trend = filter(path.trend, path.scaling.apply(rows)).path.position;
  const double error =
      (path.scaling.apply(filtered.mean) - path.scaling.apply(truth)).squaredNorm();
  EXPECT_LT(error, 0.7 * (trend - path.scaling.apply(truth)).squaredNorm());
  EXPECT_LT((smoothed.mean - truth).squaredNorm(), 0.6 * (filtered.mean - truth).squaredNorm());
  EXPECT_TRUE(filtered.status.ok());
}

/// A random walk that is seen with noise of standard deviation 1, and from row 500 on of 5.
TEST(StateFilter, LearnsNewNoise) {
  Rng rng(4);
  StateModel model;
  model.scaling = no_standardisation(1);
  model.map.inputs = 2;
  model.map.outputs = 1;
  model.blocks = {{.law = Matrix{{1.0, 1.0}, {0.0, 0.0}},
                   .entry = Matrix{{1.0}, {0.0}},
                   .observation = Matrix{{1.0, 0.0}},
                   .process = Matrix{{1e-12, 0.0}, {0.0, 0.01}},
                   .covariance = Matrix::Identity(2, 2)}};
  model.noise = RowVector{{1.0}};
  model.mean = Vector::Zero(2);
  model.bands = BandFactors(1);
  Matrix truth(1000, 1), rows(1000, 1);
  double s = 0.0;
  for (Index t = 0; t < 1000; ++t) {
    truth(t, 0) = s += 0.1 * rng.normal(1, 1)(0, 0);
    rows(t, 0) = s + (t < 500 ? 1.0 : 5.0) * rng.normal(1, 1)(0, 0);
  }
  const auto error = [&](const Estimate& estimate) {
    return (estimate.mean - truth).squaredNorm();
  };
  const double constant = error(filter(model, rows)), smoothed = error(smooth(model, rows));
  model.memory.measurement = 0.97;
  EXPECT_LT(error(filter(model, rows)), 0.6 * constant);
  EXPECT_LT(error(smooth(model, rows)), 0.8 * smoothed);
  StateFilter belief(model);
  RowVector middle;
  for (Index t = 0; t < 1000; ++t) {
    belief.predict();
    EXPECT_TRUE(belief.update(rows.row(t)).ok());
    if (t == 499) middle = belief.noise();
  }
  EXPECT_NEAR(middle[0], 1.0, 0.6);  // the mean of about 30 squares
  EXPECT_NEAR(belief.noise()[0], 25.0, 15.0);
}

TEST(StateFilter, LetsTheProcessFollowTheNoiseOfTheRowsWithoutAMap) {
  const Matrix rows = testing::lorenz96(100, 4, 0.3, 2).noisy;
  for (const bool learns : {false, true})
    for (const auto lost : {LostChannels::catch_up, LostChannels::stay_lost}) {
      const StateModel model = learn_state_model(testing::state_examples(rows, 2, learns),
                                                 {.memory = {.measurement = 0.9}});
      StateFilter belief(model, lost);
      for (const auto& row : rows.rowwise()) {
        belief.predict();
        EXPECT_TRUE(belief.update(row).ok());
      }
      const Matrix P = belief.covariances().front();
      belief.predict();
      const Matrix J = belief.jacobians().front();
      const bool follows = !learns && lost == LostChannels::catch_up;
      const RowVector ratio = belief.noise().cwiseQuotient(model.noise);
      ASSERT_GT((ratio.array() - 1.0).abs().maxCoeff(), 0.2);
      // Positions, differences and drifts of the four channels.
      const Vector factor =
          ratio.array().pow(follows ? 0.125 : 0.0).matrix().replicate(1, 3).transpose();
      const Matrix Q = factor.asDiagonal() * model.blocks.front().process * factor.asDiagonal();
      EXPECT_MATRIX_NEAR(belief.covariances().front(), Matrix(J * P * J.transpose() + Q), 1e-12);
    }
}

/// Rows passed over before the gate gives in to a series that goes elsewhere at row 30.
Index rows_before_giving_in(const StateModel& model, const Matrix& usual) {
  StateFilter belief(model);
  for (Index t = 0; t < usual.rows(); ++t) {
    const double elsewhere = t < 30 ? 0.0 : 100.0;
    belief.predict();
    EXPECT_TRUE(belief.update(RowVector(usual.row(t).array() + elsewhere)).ok());
    if (belief.reopened() > 0) return t - 30;
  }
  return -1;
}

TEST(StateFilter, GivesInSoonerWithoutAMap) {
  const Matrix rows = testing::lorenz96(60, 4, 0.1, 9).noisy;
  const StateModel map = learn_state_model(testing::state_examples(rows), {}),
                   trend = learn_state_model(testing::state_examples(rows, 1, false), {});
  EXPECT_EQ(rows_before_giving_in(map, rows), 3);
  EXPECT_EQ(rows_before_giving_in(trend, rows), 2);
}

TEST(StateFilter, GivesInAfterARunThatIsTooLongForIt) {
  const Matrix rows = testing::lorenz96(60, 4, 0.1, 9).noisy.leftCols(1);
  const StateModel trend = learn_state_model(testing::state_examples(rows, 1, false), {});
  StateFilter belief(trend);
  for (Index t = 0; t < 30; ++t) {
    belief.predict();
    EXPECT_TRUE(belief.update(rows.row(t)).ok());
  }
  ArrayFile snapshot = belief.snapshot();
  for (auto& [name, array] : snapshot.arrays)
    if (name == "run") array(0, 0) = 3.0;
  belief.restore(snapshot);
  belief.predict();
  EXPECT_TRUE(belief.update(RowVector(rows.row(30).array() + 100.0)).ok());
  EXPECT_EQ(belief.reopened(), 1);
}

TEST(StateFilter, GoesOnFromASnapshotBitForBit) {
  StateModel model = testing::small_state_model();
  model.memory = {0.9, 0.95};
  model.bands.forecast.setConstant(2.0);
  Matrix rows = testing::lorenz96(60, 4, 0.1, 7).noisy;
  rows.block(25, 1, 10, 2).setConstant(std::numeric_limits<double>::quiet_NaN());
  StateFilter whole(model), first(model), second(model);
  for (Index t = 0; t < 60; ++t) {
    whole.predict();
    EXPECT_TRUE(whole.update(rows.row(t)).ok());
    StateFilter& part = t < 30 ? first : second;
    if (t == 30) second.restore(from_bytes(to_bytes(first.snapshot()), "snapshot"));
    part.predict();
    EXPECT_TRUE(part.update(rows.row(t)).ok());
    EXPECT_MATRIX_EQ(part.mean(), whole.mean());
    EXPECT_MATRIX_EQ(part.variance(), whole.variance());
  }
  EXPECT_EQ(second.log_likelihood(), whole.log_likelihood());
}

TEST(StateFilter, RefusesTheSnapshotOfAnotherModel) {
  const StateModel model = testing::small_state_model(), other = testing::small_state_model(200);
  StateFilter filter(model);
  EXPECT_SAYS(testing::io_error_of([&] { filter.restore(StateFilter(other).snapshot()); }),
              "was made with another model");
  ArrayFile file = StateFilter(model).snapshot();
  file.kind = "stepper";
  EXPECT_SAYS(testing::io_error_of([&] { filter.restore(file); }), "holds a 'stepper'");
}

TEST(StateFilter, RefusesASnapshotThatCannotBe) {
  const StateModel model = testing::small_state_model();
  StateFilter filter(model);
  const auto complaint = [&](std::string_view array, double number) {
    ArrayFile file = filter.snapshot();
    for (auto& [name, values] : file.arrays)
      if (name == array) values(0, 0) = number;
    return testing::io_error_of([&] { filter.restore(file); });
  };
  EXPECT_SAYS(complaint("noise", 0.0), "array noise is not positive");
  EXPECT_SAYS(complaint("run", -1.0), "array run is out of range");
  EXPECT_SAYS(complaint("progress", -2.0), "array progress is out of range");
}

TEST(StateFilter, TellsWhatItHasSeenAndPassedOver) {
  const StateModel model = testing::small_state_model();
  Matrix rows = testing::lorenz96(20, 4, 0.1, 9).noisy;
  rows(18, 1) += 30.0;
  rows(19, 1) = kMissing;
  StateFilter belief(model);
  for (Index t = 0; t < 20; ++t) {
    belief.predict();
    EXPECT_TRUE(belief.update(rows.row(t)).ok());
    EXPECT_EQ(belief.passed_over(1), t == 18) << t;
  }
  EXPECT_EQ(belief.seen(0), 20);
  EXPECT_EQ(belief.seen(1), 19);
}

TEST(StateFilter, PassesOverOutliers) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries lorenz = testing::lorenz96(300, 4, 0.1, 9);
  Matrix rows = lorenz.noisy;
  Rng rng(10);
  for (Index j = 0; j < 4; ++j)
    for (Index t = 5; t < 300; ++t)
      if (rng.uniform() < 0.05) rows(t, j) += rng.uniform() < 0.5 ? -2.0 : 2.0;
  const auto error = [&](const Estimate& estimate) {
    return (estimate.mean - lorenz.clean).squaredNorm();
  };
  EXPECT_LT(error(filter(model, rows)), 1.3 * error(filter(model, lorenz.noisy)));
  EXPECT_LT(error(smooth(model, rows)), 1.3 * error(smooth(model, lorenz.noisy)));
}

TEST(StateFilter, FollowsAJumpAfterARunOfRejections) {
  const StateModel model = testing::small_state_model();
  Matrix rows = testing::lorenz96(200, 4, 0.1, 9).noisy;
  rows.bottomRows(100).array() += 20.0;
  StateFilter belief(model);
  for (Index t = 0; t < 200; ++t) {
    belief.predict();
    EXPECT_TRUE(belief.update(rows.row(t)).ok());
  }
  EXPECT_GE(belief.rejected(), 4 * 3);
  EXPECT_GE(belief.reopened(), 4);
  EXPECT_LT((belief.mean() - rows.row(199)).cwiseAbs().maxCoeff(), 2.0);
  for (const Estimate& estimate : {filter(model, rows), smooth(model, rows)}) {
    ASSERT_TRUE(estimate.gate);
    EXPECT_EQ(estimate.gate->rejected, belief.rejected());
    EXPECT_EQ(estimate.gate->reopened, belief.reopened());
  }
}

TEST(StateFilter, FollowsASeriesThatBeginsFarOff) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries series = testing::lorenz96(60, 4, 0.1, 9);
  const Matrix far = series.noisy.array() + 50.0, clean = series.clean.array() + 50.0;
  const Matrix off = filter(model, far).mean - clean;
  EXPECT_LT(off.topRows(3).cwiseAbs().maxCoeff(), 0.5);
}

TEST(StateFilter, FindsBackFromAnOutlierInTheFirstRow) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries series = testing::lorenz96(60, 4, 0.1, 9);
  Matrix rows = series.noisy;
  rows(0, 2) += 8.0;
  const Matrix off = filter(model, rows).mean - series.clean;
  EXPECT_LT(off.bottomRows(50).cwiseAbs().maxCoeff(),
            2.0 * (filter(model, series.noisy).mean - series.clean).cwiseAbs().maxCoeff());
}

TEST(StateFilter, IsNotLedAstrayByAnOutlierInTheSecondRow) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries series = testing::lorenz96(60, 4, 0.1, 9);
  const auto off = [&](const Estimate& estimate) {
    return (estimate.mean - series.clean).cwiseAbs().maxCoeff();
  };
  for (Index j = 0; j < 4; ++j) {
    Matrix rows = series.noisy;
    rows(1, j) += 8.0;
    EXPECT_LT(off(filter(model, rows)), 1.2 * off(filter(model, series.noisy)));
    EXPECT_LT(off(smooth(model, rows)), 1.2 * off(smooth(model, series.noisy)));
  }
}

TEST(StateFilter, TakesAnyFirstRow) {
  const StateModel model = testing::small_state_model();
  for (const double far : {1e2, 1e6, 1e12}) {
    StateFilter belief(model);
    belief.predict();
    RowVector row = testing::lorenz96(60, 4, 0.1, 9).noisy.row(0);
    row[3] += far;
    EXPECT_TRUE(belief.update(row).ok()) << far;
    EXPECT_EQ(belief.rejected(), 0) << far;
    EXPECT_TRUE((belief.variance().array() >= 0.0).all()) << far;
  }
}

TEST(StateFilter, BeginsWithTheFirstRowThatIsSeen) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries series = testing::lorenz96(60, 4, 0.1, 9);
  Matrix far = series.noisy.array() + 50.0;
  far.topRows(5).setConstant(kMissing);
  const Matrix off = filter(model, far).mean - (series.clean.array() + 50.0).matrix();
  EXPECT_LT(off.row(5).cwiseAbs().maxCoeff(), 0.5);
}

StateFilter after_a_gap(const StateModel& model, const Matrix& rows, LostChannels lost) {
  StateFilter belief(model, lost);
  for (Index t = 0; t < 950; ++t) {
    belief.predict();
    EXPECT_TRUE(t >= 50 || belief.update(rows.row(t)).ok());
  }
  belief.predict();
  return belief;
}

TEST(StateFilter, ForgetsWhatAMapHasSpreadTooFar) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries series = testing::lorenz96(1000, 4, 0.1, 9);
  const StateBlock& block = model.blocks.front();
  const Vector most = (2.0 * block.covariance + block.process).diagonal().head(4);
  const auto largest = [&](const StateFilter& belief) {
    return belief.covariances().front().diagonal().head(4).cwiseQuotient(most).maxCoeff();
  };
  StateFilter belief = after_a_gap(model, series.noisy, LostChannels::catch_up);
  StateFilter naive = after_a_gap(model, series.noisy, LostChannels::stay_lost);
  EXPECT_LE(largest(belief), 1.0);
  EXPECT_GT(largest(naive), 10.0);
  // One entry alone moves the others only within what is known of them.
  RowVector row = series.noisy.row(950);
  row.tail(3).setConstant(kMissing);
  EXPECT_TRUE(belief.update(row).ok());
  EXPECT_TRUE(naive.update(row).ok());
  const auto farthest = [&](const StateFilter& filter) {
    return (filter.state() - model.mean).head(4).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(farthest(belief), 6.0);
  EXPECT_GT(farthest(naive), farthest(belief));
}

TEST(StateFilter, ForgetsNothingOfAChannelThatIsSeen) {
  StateModel model = testing::small_state_model();
  model.blocks.front().covariance *= 0.05;  // as if all states had been close together
  const testing::NoisySeries series = testing::lorenz96(1000, 4, 0.1, 9);
  StateFilter belief(model);
  double error = 0.0;
  Index forgotten = 0;
  for (Index t = 0; t < 1000; ++t) {
    belief.predict();
    EXPECT_FALSE(belief.jacobians().front().row(0).isZero(0.0)) << t;
    if (belief.jacobians().front().row(2).isZero(0.0)) ++forgotten;
    RowVector row = series.noisy.row(t);
    if (t >= 50) row.tail(2).setConstant(kMissing);
    EXPECT_TRUE(belief.update(row).ok());
    error += (belief.mean() - series.clean.row(t)).head(2).squaredNorm();
  }
  EXPECT_GT(forgotten, 0);
  EXPECT_LT(error / 2000.0, 0.1 * 0.1);
}

/// Believes its map alone, and takes its errors for noise.
StateModel stubborn_model() {
  StateModel model = testing::small_state_model();
  model.memory.measurement = 0.8;
  for (StateBlock& block : model.blocks) block.process *= 1e-6;
  return model;
}

TEST(StateFilter, FindsBackThoughItTakesItsErrorsForNoise) {
  const StateModel model = stubborn_model();
  const testing::NoisySeries series = testing::lorenz96(600, 4, 0.1, 9);
  const auto error = [&](LostChannels lost) {
    StateFilter belief(model, lost);
    double sum = 0.0;
    for (Index t = 0; t < 600; ++t) {
      belief.predict();
      EXPECT_TRUE(belief.update(series.noisy.row(t)).ok());
      sum += (belief.mean() - series.clean.row(t)).squaredNorm();
    }
    return sum;
  };
  EXPECT_LT(error(LostChannels::catch_up), 0.3 * error(LostChannels::stay_lost));
}

TEST(StateFilter, TakesAnEntryThatItPassesOverForAMissingOne) {
  StateModel model = testing::small_state_model();
  model.memory.measurement = 0.8;
  Matrix rows = testing::lorenz96(80, 4, 0.1, 9).noisy;
  Matrix missing = rows;
  rows(40, 1) += 30.0;
  missing(40, 1) = std::numeric_limits<double>::quiet_NaN();
  StateFilter with(model), without(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    with.predict();
    without.predict();
    EXPECT_TRUE(with.update(rows.row(t)).ok());
    EXPECT_TRUE(without.update(missing.row(t)).ok());
    ASSERT_EQ(with.rejected(), without.rejected() + (t < 40 ? 0 : 1));
    EXPECT_MATRIX_EQ(with.noise(), without.noise());
    EXPECT_MATRIX_EQ(with.state(), without.state());
  }
}

TEST(StateFilter, KeepsUpWithAChannelThatWakesUp) {
  const StateModel model = testing::resting_state_model(2);
  const testing::NoisySeries series = testing::waking_series(400, 2);
  const auto lost = [](const Matrix& mean, const Matrix& clean) {
    return (mean - clean).col(1).bottomRows(190).squaredNorm();
  };
  const double raw = lost(series.noisy, series.clean);
  EXPECT_LT(lost(filter(model, series.noisy).mean, series.clean), raw);
  EXPECT_LT(lost(smooth(model, series.noisy).mean, series.clean), 0.5 * raw);
  Matrix resting = series.noisy;
  resting.col(1) -= series.clean.col(1);
  EXPECT_MATRIX_EQ(filter(model, series.noisy).mean.col(0), filter(model, resting).mean.col(0));
}

void expect_goes_on_from_snapshots(const StateModel& model, const Matrix& rows) {
  StateFilter whole(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    StateFilter next(model);
    next.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
    ASSERT_EQ(to_bytes(next.snapshot()), to_bytes(whole.snapshot())) << t;
    for (StateFilter* belief : {&whole, &next}) {
      belief->predict();
      EXPECT_TRUE(belief->update(rows.row(t)).ok());
    }
    ASSERT_EQ(to_bytes(next.snapshot()), to_bytes(whole.snapshot())) << t;
  }
}

TEST(StateFilter, GoesOnFromASnapshotWhileItIsLost) {
  expect_goes_on_from_snapshots(testing::resting_state_model(2),
                                testing::waking_series(100, 2).noisy);
  expect_goes_on_from_snapshots(stubborn_model(), testing::lorenz96(200, 4, 0.1, 9).noisy);
}

TEST(StateFilter, SaysWhatIsWrong) {
  const StateModel model = testing::linear_state_model();
  EXPECT_REFUSED(filter(model, Matrix::Zero(3, 1)), "series columns: must be 2 as in the model");
  EXPECT_REFUSED(smooth(model, Matrix{{1.0, kInfinity}}), "series: must be without infinities");
}

TEST(StateFilter, ReportsWhereItFailed) {
  StateModel model = testing::linear_state_model();
  model.blocks.front().law.setConstant(1e200);
  const Estimate estimate = smooth(model, Matrix::Ones(5, 2));
  EXPECT_EQ(estimate.status.code, StatusCode::not_finite);
  EXPECT_TRUE(estimate.mean.bottomRows(2).array().isNaN().all());
}

}  // namespace
}  // namespace elto
