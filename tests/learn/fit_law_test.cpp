// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/fit_law.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

LawModel trend(Index channels, double noise, Index order = 1) {
  LawModel model = testing::no_law(channels, order);
  model.noise.setConstant(noise);
  model.law.drift_noise.setConstant(1e-3);
  model.law.level_noise.setConstant(1e-5);
  model.law.memory = 1e6;
  return model;
}

/// Divided by their standard deviations, and noise of a share of it added.
Matrix noisy(Matrix truth, double noise, Rng& rng) {
  for (auto column : truth.colwise())
    column /= std::sqrt((column.array() - column.mean()).square().mean());
  return truth + noise * rng.normal(truth.rows(), truth.cols());
}

LawRows rows_of(const Matrix& values) {
  return {.rows = {.times = Vector::LinSpaced(values.rows(), 0.0,
                                              static_cast<double>(values.rows() - 1)),
                   .values = values}};
}

std::vector<std::string> terms_of(const LawFit& fit, const std::vector<std::string>& names) {
  std::vector<std::string> terms;
  for (const LawCoefficient& one : fit.learned)
    terms.push_back(names[static_cast<std::size_t>(one.channel)] + "' " +
                    fit.model.law.terms.name(one.term, names));
  return terms;
}

/// Rows of x' = f(x), by small steps of the second order.
template <class Velocity>
Matrix motion(Velocity f, Vector x, double time_step, Index rows) {
  constexpr int kParts = 200;
  const double h = time_step / kParts;
  Matrix all(rows, x.size());
  for (Index t = 0; t < rows; ++t) {
    all.row(t) = x.transpose();
    for (int i = 0; i < kParts; ++i) x += h * f(Vector(x + 0.5 * h * f(x)));
  }
  return all;
}

Matrix lorenz(Index rows) {
  const auto f = [](const Vector& s) {
    return Vector{
        {10.0 * (s[1] - s[0]), s[0] * (28.0 - s[2]) - s[1], s[0] * s[1] - 8.0 / 3.0 * s[2]}};
  };
  return motion(f, Vector{{-8.0, 8.0, 27.0}}, 0.015, rows);
}

/// Mean squared error of the smoothed rows over that of the raw ones.
double error_ratio(const LawFit& fit, const Matrix& seen, const Matrix& clean) {
  LawPass pass(rows_of(seen).rows);
  if (!pass.forward(fit.model)) return HUGE_VAL;
  SmoothedLaw smoothed;
  pass.backward(&smoothed, nullptr);
  return (smoothed.signal.mean - clean).squaredNorm() / (seen - clean).squaredNorm();
}

TEST(FitLaw, FindsTheTermsOfLorenz) {
  Rng rng(1);
  const LawFit fit =
      fit_law({.degree = 2}, {rows_of(noisy(lorenz(1000), 0.1, rng))}, trend(3, 0.01));
  ASSERT_TRUE(fit.status.ok());
  EXPECT_EQ(terms_of(fit, {"x", "y", "z"}),
            (std::vector<std::string>{"x' x", "x' y", "y' x", "y' y", "y' x z", "z' z", "z' x y"}));
  // -8/3 a unit of time, whatever the units of the values.
  const auto z = std::ranges::find(fit.learned, LawCoefficient{3, 2});
  ASSERT_NE(z, fit.learned.end());
  const Index k = z - fit.learned.begin();
  EXPECT_NEAR(fit.model.law.coefficients(3, 2), -8.0 / 3.0 * 0.015,
              4.0 * std::sqrt(fit.covariance(k, k)));
  EXPECT_NEAR(fit.model.noise[0], 0.01, 0.002);
}

TEST(FitLaw, LearnsFromSeveralSeriesAndPassesOverWhatIsMissing) {
  Rng rng(2);
  std::vector<LawRows> series;
  const Matrix all = noisy(lorenz(900), 0.1, rng);
  for (Index i = 0; i < 3; ++i) {
    Matrix values = all.middleRows(300 * i, 300);
    for (double& value : values.reshaped())
      if (rng.uniform() < 0.1) value = std::nan("");
    series.push_back(rows_of(values));
  }
  const LawFit fit = fit_law({.degree = 2}, series, trend(3, 0.01));
  ASSERT_TRUE(fit.status.ok());
  EXPECT_EQ(fit.learned.size(), 7u);
}

TEST(FitLaw, FollowsAnOscillatorOfWhichOnlyThePositionIsSeen) {
  Rng rng(3);
  const auto f = [](const Vector& s) {
    return Vector{{s[1], 2.0 * (1.0 - s[0] * s[0]) * s[1] - s[0]}};
  };
  const Matrix clean = noisy(motion(f, Vector{{1.0, 1.0}}, 0.15, 1000).leftCols(1), 0.0, rng);
  const Matrix seen = clean + 0.05 * rng.normal(1000, 1);
  const LawFit fit = fit_law({.order = 2, .degree = 3}, {rows_of(seen)}, trend(1, 0.0025, 2));
  ASSERT_TRUE(fit.status.ok());
  EXPECT_LT(error_ratio(fit, seen, clean), 0.05);
}

TEST(FitLaw, FindsNoLawInARandomWalk) {
  Rng rng(4);
  Matrix walk(500, 2);
  RowVector at = RowVector::Zero(2);
  for (Index t = 0; t < walk.rows(); ++t) {
    at += rng.normal(1, 2);
    walk.row(t) = at;
  }
  const Matrix values = noisy(walk, 0.05, rng);
  const LawFit fit = fit_law({.degree = 2}, {rows_of(values)}, trend(2, 0.01));
  ASSERT_TRUE(fit.status.ok());
  const LawFit none = fit_law({.degree = 0}, {rows_of(values)}, trend(2, 0.01));
  EXPECT_LT(fit.evidence, none.evidence + 5.0);
}

TEST(FitLaw, BumpsDoWhereProductsCannot) {
  Rng rng(5);
  const auto f = [](const Vector& s) { return Vector{{s[1], -std::tanh(3.0 * s[0])}}; };
  const Matrix truth = motion(f, Vector{{1.0, 0.0}}, 0.1, 600);
  const Matrix clean = noisy(truth, 0.0, rng), seen = clean + 0.1 * rng.normal(600, 2);
  const LawFit fit = fit_law({.degree = 1, .bumps = 20}, {rows_of(seen)}, trend(2, 0.01));
  ASSERT_TRUE(fit.status.ok());
  EXPECT_LT(error_ratio(fit, seen, clean), 0.05);
}

TEST(FitLaw, GoesOnFromWhatFewerRowsHaveShown) {
  Rng rng(6);
  const Matrix all = noisy(lorenz(1000), 0.1, rng);
  const LawModel start = trend(3, 0.01);
  const LawFit few = fit_law({.degree = 2}, {rows_of(Matrix(all.topRows(300)))}, start);
  ASSERT_TRUE(few.status.ok());
  const LawFit cold = fit_law({.degree = 2}, {rows_of(all)}, start),
               warm = refit_law(few, {rows_of(all)}, start);
  ASSERT_TRUE(warm.status.ok());
  EXPECT_EQ(terms_of(warm, {"x", "y", "z"}), terms_of(cold, {"x", "y", "z"}));
  EXPECT_NEAR(warm.evidence, cold.evidence, 5.0);
  EXPECT_LT(warm.passes, cold.passes);
}

TEST(FitLaw, RefusesToLearnFromNothing) {
  EXPECT_THROW(static_cast<void>(fit_law({}, {}, trend(1, 0.1))), InvalidArgument);
}

}  // namespace
}  // namespace elto
