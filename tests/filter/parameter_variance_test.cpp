// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/parameter_variance.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

LinearModel trend(double noise, double speed) {
  return {Components({IntegratedWiener{.order = 2, .noise = speed}}), noise};
}

Rows noise_of(Index count) {
  Rng rng(3);
  Rows rows{.times = Vector::LinSpaced(count, 0.0, static_cast<double>(count - 1)),
            .values = rng.normal(count, 1)};
  rows.values(4, 0) = std::nan("");
  return rows;
}

TEST(ParameterVariance, IsTheTotalVarianceOverAllParameters) {
  const LinearModel model = trend(1.0, 1e-3);
  const Rows rows = noise_of(40);
  const Vector best = model.logs();
  const Matrix root = 0.05 * Matrix{{1.0, 0.0}, {0.5, 0.8}};
  const SmoothedRows smoothed = smooth(model, rows);
  const Vector added =
      parameter_variance(model, root * root.transpose(), rows, {}, smoothed.signal.variance.col(0));

  // By Gauss and Hermite, three nodes in each direction.
  const double nodes[] = {-std::sqrt(3.0), 0.0, std::sqrt(3.0)};
  const double weights[] = {1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0};
  Vector mean = Vector::Zero(40), square = Vector::Zero(40), variance = Vector::Zero(40);
  LinearModel moved = model;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      moved.set_logs(best + root * Vector{{nodes[i], nodes[j]}});
      const SignalMoments signal = smooth(moved, rows).signal;
      const double weight = weights[i] * weights[j];
      mean += weight * signal.mean.col(0);
      square += weight * signal.mean.col(0).cwiseAbs2();
      variance += weight * signal.variance.col(0);
    }
  const Vector expected =
      (variance + square - mean.cwiseAbs2() - smoothed.signal.variance.col(0)).cwiseMax(0.0);
  EXPECT_GT(expected.mean(), 1e-5);
  EXPECT_LT((added - expected).cwiseAbs().maxCoeff(), 0.02 * expected.maxCoeff());
}

/// Where a series is too long, as large a share as there is in a part of it.
TEST(ParameterVariance, IsAShareOfThatOfALongSeries) {
  const LinearModel model = trend(1.0, 1e-3);
  const Matrix covariance = 0.01 * Matrix{{1.0, 0.5}, {0.5, 0.8}};
  Rows rows = noise_of(40'000);
  for (Index t = 0; t < rows.count(); t += 37) rows.values(t, 0) = std::nan("");
  const Vector variance = smooth(model, rows).signal.variance.col(0);
  const Vector added = parameter_variance(model, covariance, rows, {}, variance);
  const double share = added[7] / variance[7];
  EXPECT_NEAR(added[30'000], share * variance[30'000], 1e-12);
  const Rows part{.times = rows.times.segment(2000, 4000),
                  .values = rows.values.middleRows(2000, 4000)};
  const Vector known = smooth(model, part).signal.variance.col(0);
  const Vector near = parameter_variance(model, covariance, part, {}, known);
  EXPECT_NEAR(share, near.cwiseQuotient(known).mean(), 0.3 * share);
}

TEST(ParameterVariance, IsNoneWhereParametersAreKnown) {
  const LinearModel model = trend(1.0, 1e-3);
  const Rows rows = noise_of(20);
  const Vector variance = smooth(model, rows).signal.variance.col(0);
  EXPECT_LT(parameter_variance(model, Matrix::Zero(2, 2), rows, {}, variance).maxCoeff(), 1e-14);
  EXPECT_THROW((void)parameter_variance(model, Matrix::Zero(1, 1), rows, {}, variance),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
