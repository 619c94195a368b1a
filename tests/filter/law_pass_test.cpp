// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_pass.hpp"

#include <cmath>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/dynamics/first_order_lag.hpp"
#include "elto/dynamics/integrated_wiener.hpp"
#include "elto/dynamics/monomial.hpp"
#include "elto/systems/zoo.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::no_law;
using testing::quadratic_law;

Rows irregular_rows(Index count, Index channels, Rng& rng) {
  Rows rows{.times = Vector(count), .values = Matrix(count, channels)};
  double time = 3.0;
  for (Index t = 0; t < count; ++t) {
    rows.times[t] = time;
    time += 0.2 + 1.5 * rng.uniform();
    for (Index j = 0; j < channels; ++j)
      rows.values(t, j) = rng.uniform() < 0.1 ? std::nan("") : rng.normal();
  }
  return rows;
}

/// The same without a law, as sums of components.
LinearModel linear(const LawModel& model) {
  const Index D = model.channels(), order = model.law.order + 1;
  std::vector<Component> parts;
  for (Index d = 0; d < D; ++d)
    parts.push_back(IntegratedWiener{.order = order,
                                     .noise = model.law.drift_noise[d],
                                     .level_noise = order == 2 ? model.law.level_noise[d] : 0.0});
  LinearModel same;
  same.dynamics = Components(parts);
  same.observation = Matrix::Zero(D, order * D);
  for (Index d = 0; d < D; ++d) same.observation(d, order * d) = 1.0;
  same.noise = model.noise;
  return same;
}

void expect_near(const Matrix& a, const Matrix& b, double tolerance) {
  ASSERT_EQ(a.rows(), b.rows());
  for (Index j = 0; j < a.cols(); ++j)
    for (Index t = 0; t < a.rows(); ++t) {
      if (std::isnan(a(t, j)) && std::isnan(b(t, j))) continue;
      ASSERT_NEAR(a(t, j), b(t, j), tolerance) << t << " " << j;
    }
}

/// More than one segment is 3000 rows of eight channels.
TEST(LawPass, IsTheLinearSmootherWithoutALaw) {
  Rng rng(1);
  for (const auto& [rows, channels] : {std::pair{60, 2}, std::pair{3000, 8}}) {
    const LawModel model = no_law(channels);
    const Rows data = irregular_rows(rows, channels, rng);
    const std::vector<Jump> jumps{{.row = 20, .state = 0, .variance = 4.0}};
    LawPass pass(data, jumps);
    ASSERT_TRUE(pass.forward(model));
    SmoothedLaw smoothed;
    pass.backward(&smoothed, nullptr);
    const SmoothedRows exact = smooth(linear(model), data, jumps);
    EXPECT_NEAR(pass.log_likelihood(), exact.log_likelihood, 1e-6 * rows);
    expect_near(smoothed.signal.mean, exact.signal.mean, 1e-7);
    expect_near(smoothed.signal.variance, exact.signal.variance, 1e-7);
    expect_near(smoothed.left_out.mean, exact.left_out.mean, 1e-7);
    expect_near(smoothed.left_out.variance, exact.left_out.variance, 1e-7);
    expect_near(smoothed.jump.col(0), exact.jump, 1e-5);
    expect_near(smoothed.states.leftCols(channels), smoothed.signal.mean, 0.0);
  }
}

TEST(LawPass, ShowsEveryRowOnTheWay) {
  Rng rng(2);
  const LawModel model = no_law(2);
  const Rows data = irregular_rows(40, 2, rng);
  const FilteredRows exact = filter(linear(model), data);
  LawPass pass(data);
  Index seen = 0;
  ASSERT_TRUE(pass.forward(model, [&](const LawPass::Visit& visit) {
    EXPECT_EQ(visit.row, seen++);
    for (Index j = 0; j < 2; ++j) {
      EXPECT_NEAR(visit.predicted_mean[j], exact.predicted.mean(visit.row, j), 1e-8);
      EXPECT_NEAR(visit.covariance(j, j), exact.updated.variance(visit.row, j), 1e-8);
    }
  }));
  EXPECT_EQ(seen, 40);
}

/// Linear in states and coefficients, gains do not move with a constant: the score is exact.
TEST(LawPass, ScoresCoefficientsAndNoisesAsDifferencesDo) {
  Rng rng(3);
  LawModel model = quadratic_law();
  model.law.coefficients.bottomRows(3).setZero();
  const Rows data = irregular_rows(50, 2, rng);
  LawPass pass(data);
  const auto value = [&](const LawModel& there) {
    EXPECT_TRUE(pass.forward(there));
    return pass.log_likelihood();
  };
  constexpr double kStep = 1e-4;
  CoefficientScore score;
  ASSERT_TRUE(pass.forward(model, {{0, 0}, {0, 1}}, score));
  NoiseScore noise;
  pass.backward(nullptr, &noise);
  for (Index d = 0; d < 2; ++d) {
    const auto difference = [&](auto change) {
      LawModel above = model, below = model;
      change(above, kStep);
      change(below, -kStep);
      return (value(above) - value(below)) / (2.0 * kStep);
    };
    EXPECT_NEAR(score.gradient[d],
                difference([&](LawModel& m, double h) { m.law.coefficients(0, d) += h; }), 1e-4);
    EXPECT_NEAR(noise.level[d],
                difference([&](LawModel& m, double h) { m.law.level_noise[d] *= std::exp(h); }),
                1e-4);
    EXPECT_NEAR(noise.drift[d],
                difference([&](LawModel& m, double h) { m.law.drift_noise[d] *= std::exp(h); }),
                1e-4);
    EXPECT_NEAR(noise.measurement[d],
                difference([&](LawModel& m, double h) { m.noise[d] *= std::exp(h); }), 1e-4);
  }
  // A quadratic in the constants.
  LawModel there = model;
  there.law.coefficients(0, 0) += 0.1;
  CoefficientScore moved;
  ASSERT_TRUE(pass.forward(there, {{0, 0}, {0, 1}}, moved));
  EXPECT_NEAR((score.gradient - moved.gradient)[0], 0.1 * score.information(0, 0), 1e-6);
  EXPECT_NEAR((score.gradient - moved.gradient)[1], 0.1 * score.information(1, 0), 1e-6);
}

TEST(LawPass, AddsWhatIsNotKnownOfCoefficients) {
  Rng rng(4);
  LawModel model = quadratic_law();
  model.law.coefficients.bottomRows(3).setZero();
  LawPass pass(irregular_rows(50, 2, rng));
  const auto means = [&](double c, double d) {
    LawModel there = model;
    there.law.coefficients(0, 0) += c;
    there.law.coefficients(0, 1) += d;
    EXPECT_TRUE(pass.forward(there));
    SmoothedLaw smoothed;
    pass.backward(&smoothed, nullptr);
    return smoothed.signal.mean;
  };
  const Matrix by_c = (means(1e-3, 0.0) - means(-1e-3, 0.0)) / 2e-3;
  const Matrix by_d = (means(0.0, 1e-3) - means(0.0, -1e-3)) / 2e-3;
  const Matrix C{{0.3, 0.1}, {0.1, 0.2}};
  ASSERT_TRUE(pass.forward(model, std::vector<LawCoefficient>{{0, 0}, {0, 1}}));
  SmoothedLaw smoothed;
  pass.backward(&smoothed, nullptr, &C);
  const Matrix& added = smoothed.added;
  const Matrix expected =
      0.3 * by_c.cwiseAbs2() + 0.2 * by_c.cwiseProduct(by_d) + 0.2 * by_d.cwiseAbs2();
  EXPECT_LT((added - expected).cwiseAbs().maxCoeff(), 1e-5 * expected.maxCoeff());
}

/// What the rows say of a state must stay a covariance's inverse where what is near a motion goes
/// away from it for thousands of rows, and be the same in segments.
TEST(LawPass, KnowsMoreFromAllRowsThanFromThoseBefore) {
  Rng rng(5);
  const Simulation seen = simulate(*find_in_zoo("lorenz-63"), {.rows = 9000}, rng);
  LawModel model = no_law(3);
  model.noise = 0.01 * seen.truth.cwiseAbs2().colwise().mean().transpose();
  model.law.level_noise.setConstant(1e-10);
  model.law.drift_noise.setConstant(1e-12);
  model.law.terms = LawTerms(3, monomials(3, 0, 2));  // 1 x y z xx xy xz yy yz zz
  model.law.coefficients = Matrix::Zero(10, 3);
  const double step = seen.observed.time.values[1] - seen.observed.time.values[0];
  model.law.coefficients.middleRows(1, 3) = step * Matrix{{-10.0, 28.0, 0.0},  //
                                                          {10.0, -1.0, 0.0},
                                                          {0.0, 0.0, -8.0 / 3.0}};
  model.law.coefficients(5, 2) = step;
  model.law.coefficients(6, 1) = -step;
  LawPass pass({.times = Vector::LinSpaced(9000, 0.0, 8999.0), .values = seen.observed.values});
  Matrix filtered(9000, 3);
  ASSERT_TRUE(pass.forward(model, [&](const LawPass::Visit& visit) {
    filtered.row(visit.row) = visit.covariance.diagonal().head(3).transpose();
  }));
  SmoothedLaw smoothed;
  pass.backward(&smoothed, nullptr);
  EXPECT_LT((smoothed.signal.variance.array() / filtered.array()).maxCoeff(), 1.0 + 1e-6);
  EXPECT_GT(
      (smoothed.left_out.variance.array().rowwise() / model.noise.transpose().array()).minCoeff(),
      1.0 - 1e-9);
  Matrix unsure = Matrix::Identity(2, 2);
  unsure *= 1e-8;
  ASSERT_TRUE(pass.forward(model, std::vector<LawCoefficient>{{1, 0}, {5, 2}}));
  pass.backward(&smoothed, nullptr, &unsure);
  EXPECT_LT(smoothed.added.maxCoeff(), smoothed.signal.variance.maxCoeff());
  EXPECT_GT(smoothed.added.minCoeff(), 0.0);
}

TEST(LawPass, SaysWhereTheMotionLeftAllBounds) {
  LawModel model = quadratic_law();
  model.law.coefficients.row(3).setConstant(5.0);
  Rows rows{.times = Vector::LinSpaced(30, 0.0, 29.0),
            .values = Matrix::Constant(30, 2, std::nan(""))};
  rows.values.topRows(3).setConstant(1.0);
  LawPass pass(rows);
  EXPECT_FALSE(pass.forward(model));
  EXPECT_GE(pass.failed_row(), 1);
}

/// What the input adds to a linear law goes its own way, exactly: s = s without it + w.
TEST(LawPass, AddsWhatInputsDoToALinearLaw) {
  constexpr double kA = 0.2, kB = 0.9;
  const LawModel driven = testing::driven_law(kA, kB), alone = testing::driven_law(kA, 0.0);
  Rng rng(23);
  const Index T = 60;
  Rows rows{.times = Vector(T), .values = Matrix(T, 1), .inputs = Matrix(T, 1)};
  double time = 0.0, w = 0.0;
  Vector added(T);
  for (Index t = 0; t < T; ++t) {
    const double step = 0.5 + rng.uniform();
    rows.times[t] = time += step;
    rows.inputs(t, 0) = rng.normal();
    if (t > 0)
      w = follow(w, rows.inputs(t - 1, 0) * kB / kA, rows.inputs(t, 0) * kB / kA,
                 rows.times[t] - rows.times[t - 1], 1.0 / kA);
    added[t] = w;
    rows.values(t, 0) = t % 6 == 2 ? std::nan("") : w + 0.3 * rng.normal();
  }
  Rows left = rows;
  left.values.col(0) -= added;
  LawPass with(rows), without(left);
  ASSERT_TRUE(with.forward(driven));
  ASSERT_TRUE(without.forward(alone));
  SmoothedLaw a, b;
  with.backward(&a, nullptr);
  without.backward(&b, nullptr);
  // Steps are computed to 0.003 of the noise.
  EXPECT_LT((a.signal.mean.col(0) - b.signal.mean.col(0) - added).cwiseAbs().maxCoeff(), 2e-3);
  EXPECT_LT((a.signal.variance - b.signal.variance).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_NEAR(with.log_likelihood(), without.log_likelihood(), 0.05);
  // The slope by the gain, which the filter's innovations tell: differences.
  CoefficientScore score;
  ASSERT_TRUE(with.forward(driven, {{2, 0}}, score));
  const auto likelihood = [&](double b_moved) {
    EXPECT_TRUE(with.forward(testing::driven_law(kA, b_moved)));
    return with.log_likelihood();
  };
  EXPECT_NEAR(score.gradient[0], (likelihood(kB + 1e-4) - likelihood(kB - 1e-4)) / 2e-4,
              1e-3 * std::abs(score.gradient[0]) + 0.05);
  Rows blind = rows;
  blind.inputs.resize(T, 0);
  LawPass refused(blind);
  EXPECT_THROW((void)refused.forward(driven), InvalidArgument);
}

}  // namespace
}  // namespace elto
