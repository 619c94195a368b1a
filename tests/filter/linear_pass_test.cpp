// SPDX-License-Identifier: Apache-2.0
#include "filter/linear_pass.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "elto/core/random.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace elto {
namespace {

enum class Step { equal, few, any };

/// Steps of one length, of seven from 1e-3 to 1e3, or of any length between 0.1 and 2.
Rows random_rows(Index count, Index channels, Step step) {
  Rng rng(3);
  Rows rows{.times = Vector(count), .values = Matrix::Constant(count, channels, std::nan(""))};
  double time = 0.0;
  for (Index t = 0; t < count; ++t) {
    rows.times[t] = time;
    // Powers of two, so that the differences of times are the steps to the last bit.
    if (step == Step::equal) time += 1.0;
    if (step == Step::few) time += std::ldexp(1.0, 3 * static_cast<int>(7.0 * rng.uniform()) - 10);
    if (step == Step::any) time += 0.1 + 1.9 * rng.uniform();
    rows.values(t, t % channels) = rng.normal();
  }
  return rows;
}

std::vector<std::pair<std::string, Components>> sums(double noise) {
  const IntegratedWiener level{.order = 1, .noise = noise}, trend{.order = 2, .noise = noise},
      curve{.order = 3, .noise = noise};
  const Cycle season{.period = 7.3, .harmonics = 3, .noise = noise};
  const Matern matern{.order = 3, .variance = noise};
  return {{"level", {{level}}},
          {"trend", {{trend}}},
          {"curve", {{curve}}},
          {"season", {{season}}},
          {"sum", {{level, trend, curve, season, matern}}}};
}

/// Smallest eigenvalue by the largest, at the first 300 rows, the last 50 and some between.
double worst_eigenvalue(const LinearModel& model, const Rows& rows) {
  double worst = 0.0;
  const Index n = model.states();
  LinearPass pass(rows, {});
  const bool finite = pass.forward(model, 1e9, [&](const LinearPass::Visit& visit) {
    if (visit.row >= 300 && visit.row % 997 != 0 && visit.row + 50 < rows.count()) return;
    const Eigen::Map<const Matrix> P(visit.covariance, n, n);
    ASSERT_TRUE(P.allFinite());
    ASSERT_EQ(P, P.transpose());
    const Vector values =
        Eigen::SelfAdjointEigenSolver<Matrix>(P, Eigen::EigenvaluesOnly).eigenvalues();
    ASSERT_GT(values.maxCoeff(), 0.0);
    worst = std::min(worst, values.minCoeff() / values.maxCoeff());
  });
  EXPECT_TRUE(finite);
  return worst;
}

void expect_semidefinite(Index count, const std::vector<double>& noises) {
  const std::vector<std::vector<double>> channels = {
      {1e-12}, {1.0}, {1e12}, {1e-12, 1e12}, {1e-12, 1e12, 1.0, 1e-6, 1e6}};
  for (const std::vector<double>& R : channels)
    for (const Step step : {Step::equal, Step::few, Step::any}) {
      const Rows rows = random_rows(count, static_cast<Index>(R.size()), step);
      for (const double noise : noises)
        for (const auto& [name, sum] : sums(noise)) {
          LinearModel model(sum, 1.0);
          model.observation = sum.readout().replicate(static_cast<Index>(R.size()), 1);
          model.noise = Eigen::Map<const Vector>(R.data(), static_cast<Index>(R.size()));
          EXPECT_GE(worst_eigenvalue(model, rows), -1e-12)
              << name << ", noise " << noise << ", " << R.size() << " channels, the first with R "
              << R[0] << ", steps " << static_cast<int>(step);
        }
    }
}

TEST(LinearPass, StaysSymmetricAndSemidefinite) {
  expect_semidefinite(500, {1e-12, 1e3});
}

/// Minutes: for the full check.
TEST(LinearPass, DISABLED_StaysSymmetricAndSemidefiniteInAMillionRows) {
  expect_semidefinite(2000, {1e-12, 1e-6, 0.01, 1e3});
  expect_semidefinite(1'000'000, {1e-12, 1e-6, 0.01, 1e3});
}

/// What the way back finds is a covariance too, however little noise there is.
TEST(LinearPass, SmoothsToVariances) {
  for (const double R : {1e-12, 1.0, 1e12})
    for (const Step step : {Step::equal, Step::few, Step::any}) {
      const Rows rows = random_rows(1000, 1, step);
      for (const double noise : {1e-12, 0.01, 1e3})
        for (const auto& [name, sum] : sums(noise)) {
          SCOPED_TRACE(::testing::Message() << name << ", noise " << noise << ", R " << R
                                            << ", steps " << static_cast<int>(step));
          const SmoothedRows smoothed = smooth(LinearModel(sum, R), rows);
          ASSERT_TRUE(smoothed.status.ok());
          EXPECT_TRUE(smoothed.signal.mean.allFinite());
          EXPECT_GE(smoothed.signal.variance.minCoeff(), 0.0);
          EXPECT_TRUE(smoothed.left_out.mean.allFinite());
          EXPECT_GT(smoothed.left_out.variance.minCoeff(), 0.0);
          EXPECT_TRUE(smoothed.jump.allFinite());
        }
    }
}

}  // namespace
}  // namespace elto
