// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/law_prior.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(LawPrior, MeasuresCoefficientsByTheMotion) {
  Law law = testing::quadratic_law().law;
  Rng rng(1);
  Matrix path = rng.normal(500, 4);
  path.col(2) *= 0.1;  // z of the first channel: how fast it is
  const LawPrior prior(law, path);
  const double speed = std::sqrt(path.col(2).squaredNorm() / 500.0);
  EXPECT_NEAR(1.0 / std::sqrt(prior.precision({0, 0})), 10.0 * speed, 1e-9);
  // The same motion in other units: a term ten times as large has a tenth of the width.
  path.col(0) *= 10.0;
  const LawPrior larger(law, path);
  EXPECT_NEAR(larger.precision({1, 0}), 100.0 * prior.precision({1, 0}), 1e-6);
}

TEST(LawPrior, SlopesAreThoseOfItsDensity) {
  LawModel model = testing::quadratic_law();
  Rng rng(2);
  const LawPrior prior(model.law, rng.normal(100, 4));
  constexpr double kStep = 1e-5;
  const auto at = [&](double h) {
    LawModel there = model;
    there.law.coefficients(2, 1) += h;
    there.law.drift_noise[1] *= std::exp(h);
    return prior.log_density(there);
  };
  const double slope = prior.drift.slope(std::log(model.law.drift_noise[1])) -
                       prior.precision({2, 1}) * model.law.coefficients(2, 1);
  EXPECT_NEAR((at(kStep) - at(-kStep)) / (2.0 * kStep), slope, 1e-6);
}

TEST(LawPrior, LearnsHowWideBumpsAre) {
  LawModel model = testing::no_law(1);
  model.law.terms = LawTerms(1, {{}}, Matrix{{-1.0}, {0.0}, {1.0}}, Vector::Ones(1));
  model.law.coefficients = Vector{{0.5, 0.01, -0.01, 0.01}};
  Rng rng(3);
  LawPrior prior(model.law, rng.normal(200, 2));
  const double before = prior.precision({1, 0}), product = prior.precision({0, 0});
  const CoefficientScore sure{.gradient = Vector::Zero(4),
                              .information = 1e9 * Matrix::Identity(4, 4)};
  for (int i = 0; i < 20; ++i) prior.learn(model, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, sure);
  double squares = 0.0;
  for (Index k = 1; k < 4; ++k)
    squares += prior.precision({k, 0}) * std::pow(model.law.coefficients(k, 0), 2);
  EXPECT_NEAR(squares, 3.0, 1e-3);
  EXPECT_GT(prior.precision({1, 0}), before);
  EXPECT_EQ(prior.precision({0, 0}), product);
}

}  // namespace
}  // namespace elto
