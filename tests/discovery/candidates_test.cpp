// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/candidates.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

Candidates random_candidates(Index rows, std::uint32_t seed) {
  Rng rng(seed);
  Candidates made{.terms = rng.normal(rows, 4), .names = {"a", "b", "c", "d"}};
  made.terms.col(3) *= 1e6;
  made.response = 2.0 * made.terms.col(1) - 3e-6 * made.terms.col(3) + 0.1 * rng.normal(rows, 1);
  return made;
}

// The textbook: (X^T X)^-1 X^T y, with the variances s^2 (X^T X)^-1.
TEST(LeastSquares, SolvesTheNormalEquations) {
  const Candidates made = random_candidates(50, 1);
  const Equation fit = least_squares(made, {3, 0, 1});
  const Matrix X = made.terms(Eigen::all, std::vector<Index>{0, 1, 3});
  const Matrix inverse = (X.transpose() * X).inverse();
  const Vector expected = inverse * X.transpose() * made.response;
  EXPECT_EQ(fit.terms, (std::vector<Index>{0, 1, 3}));
  EXPECT_MATRIX_NEAR(fit.coefficients, expected, 1e-10);
  const double residual = (made.response - X * expected).squaredNorm();
  EXPECT_NEAR(fit.residual, residual, 1e-12);
  EXPECT_MATRIX_NEAR(fit.standard_errors, (residual / 47.0 * inverse.diagonal()).cwiseSqrt(),
                     1e-12);
  EXPECT_EQ(least_squares(made, {}).residual, made.response.squaredNorm());
}

// Errors are standard deviations: over many samples estimates scatter by as much.
TEST(LeastSquares, StandardErrorsAreTheScatter) {
  double squares = 0.0, variance = 0.0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    const Equation fit = least_squares(random_candidates(40, seed), {1, 3});
    squares += std::pow(fit.coefficients[0] - 2.0, 2);
    variance += std::pow(fit.standard_errors[0], 2);
  }
  EXPECT_NEAR(std::sqrt(squares / variance), 1.0, 0.1);
}

TEST(Equation, ReadsLikeAnEquation) {
  const std::vector<std::string> names = {"u", "u_xx", "u u_x"};
  EXPECT_EQ(
      to_text({.terms = {1, 2}, .coefficients = Vector({{0.100034, -0.99999}})}, names, "u_t"),
      "u_t = 0.1 u_xx - 1 u u_x");
  EXPECT_EQ(to_text({.terms = {0, 2}, .coefficients = Vector({{-0.5, 12.0}})}, names, "u_t"),
            "u_t = -0.5 u + 12 u u_x");
  EXPECT_EQ(to_text({.terms = {0, 1}, .coefficients = Vector({{2.0, -3.0}})}, {"1", "x"}, "x'"),
            "x' = 2 - 3 x");
  EXPECT_EQ(to_text({}, names, "u_t"), "u_t = 0");
}

TEST(Candidates, SayWhatIsWrong) {
  Candidates made = random_candidates(4, 1);
  EXPECT_REFUSED(validate(made), "rows: must be more than the 4 terms, got 4");
  made = random_candidates(9, 1);
  made.terms(2, 2) = std::nan("");
  EXPECT_REFUSED(validate(made), "terms: must be finite (c)");
  made = random_candidates(9, 1);
  made.names.pop_back();
  EXPECT_REFUSED(validate(made), "names: must be one for each term, 4, got 3");
}

}  // namespace
}  // namespace elto
