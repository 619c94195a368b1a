// SPDX-License-Identifier: Apache-2.0
#include "elto/states/local_trend.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

/// The model the filter is for: white acceleration, white noise.
Matrix random_trend(Index rows, double process, double measurement, std::uint32_t seed) {
  Rng rng(seed);
  Matrix y(rows, 1);
  double s = 0.0, v = 0.0;
  for (Index t = 0; t < rows; ++t) {
    y(t, 0) = s + std::sqrt(measurement) * rng.normal();
    // N(0, process [1/3 1/2; 1/2 1]) by its Cholesky factor
    const double a = rng.normal(), b = rng.normal(), q = std::sqrt(process);
    s += v + q * (a / std::sqrt(3.0));
    v += q * (a * std::sqrt(3.0) / 2.0 + b / 2.0);
  }
  return y;
}

/// Positions and velocities of all rows given all values, from the information each row and each
/// step adds: [s_0, v_0, s_1, ...] and their covariance, in units of the noise.
struct DensePath {
  Matrix mean, covariance;
};

DensePath dense_smoother(double ratio, const Vector& values) {
  const Index T = values.size();
  Matrix information = Matrix::Zero(2 * T, 2 * T);
  Vector weighted = Vector::Zero(2 * T);
  information(1, 1) = 1e-6;  // of the unknown first velocity
  const Matrix U = ratio * Matrix{{1.0 / 3.0, 0.5}, {0.5, 1.0}};
  const Matrix D{{-1.0, -1.0, 1.0, 0.0}, {0.0, -1.0, 0.0, 1.0}};  // x' - F x
  const Matrix step = D.transpose() * testing::dense_solve(U, D);
  for (Index t = 0; t < T; ++t) {
    if (t > 0) information.block(2 * t - 2, 2 * t - 2, 4, 4) += step;
    if (std::isnan(values[t])) continue;
    information(2 * t, 2 * t) += 1.0;
    weighted[2 * t] += values[t];
  }
  const Matrix covariance = testing::dense_inverse(information);
  return {covariance * weighted, covariance};
}

TEST(LocalTrend, SmoothsLikeTheJointGaussian) {
  Matrix rows = testing::lorenz96(40, 4, 0.3, 1).noisy.leftCols(2);
  rows(7, 0) = kMissing;
  rows.middleRows(20, 5).setConstant(kMissing);
  const LocalTrend trend{0.3, RowVector{{0.25, 0.5}}};
  const TrendPath path = smooth(trend, rows);
  const FilteredTrend filtered = filter(trend, rows);
  for (Index j = 0; j < 2; ++j) {
    const DensePath dense = dense_smoother(trend.ratio, rows.col(j));
    for (Index t = 0; t < rows.rows(); ++t) {
      EXPECT_NEAR(path.position(t, j), dense.mean(2 * t), 1e-7) << t;
      EXPECT_NEAR(path.velocity(t, j), dense.mean(2 * t + 1), 1e-7) << t;
      EXPECT_NEAR(path.position_variance(t, j), trend.noise[j] * dense.covariance(2 * t, 2 * t),
                  1e-7)
          << t;
      // The last row of a shorter series: the filter knows no more.
      const DensePath up_to_here = dense_smoother(trend.ratio, rows.col(j).head(t + 1));
      EXPECT_NEAR(filtered.path.position(t, j), up_to_here.mean(2 * t), 1e-7) << t;
      EXPECT_NEAR(filtered.path.velocity(t, j), up_to_here.mean(2 * t + 1), 1e-7) << t;
    }
  }
}

TEST(LocalTrend, FindsTheRatioAndTheNoise) {
  const LocalTrend trend = fit_local_trend({random_trend(20000, 0.02, 0.5, 2)});
  EXPECT_NEAR(std::log(trend.ratio), std::log(0.02 / 0.5), 0.2);
  EXPECT_NEAR(trend.noise[0], 0.5, 0.03);
}

TEST(LocalTrend, IsBestAtItsRatio) {
  const std::vector<Matrix> sequences{testing::lorenz96(300, 5, 0.1, 3).noisy,
                                      testing::lorenz96(200, 5, 0.1, 4).noisy};
  const double ratio = fit_local_trend(sequences).ratio;
  for (const double factor : {0.5, 0.9, 1.1, 2.0})
    EXPECT_LE(trend_prediction_error(ratio, sequences),
              trend_prediction_error(factor * ratio, sequences));
}

TEST(LocalTrend, BeginsWithTheFirstValue) {
  Matrix rows = testing::lorenz96(50, 4, 0.1, 5).noisy;
  rows.topRows(3).col(0).setConstant(kMissing);
  const LocalTrend trend{1.0, RowVector::Ones(4)};
  for (const TrendPath& path : {filter(trend, rows).path, smooth(trend, rows)}) {
    EXPECT_TRUE(path.position.col(0).head(3).array().isNaN().all());
    EXPECT_TRUE(path.position.bottomRows(47).allFinite());
    EXPECT_TRUE(path.velocity.rightCols(3).allFinite());
  }
}

TEST(LocalTrend, SaysWhatIsWrong) {
  EXPECT_REFUSED(fit_local_trend({Matrix{{1.0}, {2.0}}}), "series: must be long enough");
  EXPECT_REFUSED(filter(LocalTrend{1.0, RowVector::Ones(1)}, Matrix::Zero(5, 2)),
                 "columns: must be 1 as in the trend");
}

}  // namespace
}  // namespace elto
