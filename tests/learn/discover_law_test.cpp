// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/discover_law.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/learn/learn_signal_model.hpp"
#include "elto/model/law_equation.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Rows of x' = f(x), by Runge and Kutta's fourth order.
template <class Velocity>
Matrix trajectory_of(Velocity f, Vector x, double step, Index rows) {
  constexpr int kParts = 50;
  const double h = step / kParts;
  Matrix all(rows, x.size());
  for (Index t = 0; t < rows; ++t) {
    all.row(t) = x.transpose();
    for (int i = 0; i < kParts; ++i) {
      const Vector a = f(x), b = f(Vector(x + 0.5 * h * a)), c = f(Vector(x + 0.5 * h * b)),
                   d = f(Vector(x + h * c));
      x += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
  }
  return all;
}

/// With noise of a share of the standard deviation of each channel.
Series seen(Matrix values, std::vector<std::string> names, double step, double noise, Rng& rng) {
  for (auto column : values.colwise()) {
    const double deviation = std::sqrt((column.array() - column.mean()).square().mean());
    column += noise * deviation * rng.normal(values.rows(), 1);
  }
  const Index rows = values.rows();
  Series series(std::move(values), std::move(names));
  series.time = {.name = "t",
                 .values = step * Vector::LinSpaced(rows, 0.0, static_cast<double>(rows - 1))};
  return series;
}

DiscoveredLaw discovered(const std::vector<Series>& series, LawDiscoveryOptions options = {}) {
  return discover_law(series, learn_signal_model(series, {.laws = false}).model, options);
}

/// "x' = x, x y" of each equation.
std::vector<std::string> structure(const SignalLaw& law, const std::vector<std::string>& names) {
  std::vector<std::string> variables = names, lines;
  for (const std::string& name : names) variables.push_back(name + "'");
  for (const LawEquation& equation : equations_of(law)) {
    std::string line = names[static_cast<std::size_t>(equation.channel)] + ":";
    for (const EquationTerm& term : equation.terms) line += " " + name_of(term.product, variables);
    lines.push_back(line);
  }
  return lines;
}

Vector lotka_volterra(const Vector& s) {
  return Vector{{-0.84 * s[0] + 0.026 * s[0] * s[1], 0.55 * s[1] - 0.028 * s[0] * s[1]}};
}

TEST(DiscoverLaw, FindsPredatorsAndPreyByItself) {
  Rng rng(71);
  const Matrix truth = trajectory_of(lotka_volterra, Vector{{4.0, 30.0}}, 0.1, 300);
  const DiscoveredLaw found = discovered({seen(truth, {"a", "b"}, 0.1, 0.1, rng)});
  ASSERT_TRUE(found.status.ok());
  EXPECT_EQ(structure(found.best.law, {"a", "b"}),
            (std::vector<std::string>{"a: a a b", "b: b a b"}));
  EXPECT_EQ(found.best.law.family, "quadratic law");
  const std::vector<double> coefficients = {-0.84, 0.026, 0.55, -0.028};
  std::size_t k = 0;
  for (const LawEquation& equation : equations_of(found.best.law))
    for (const EquationTerm& term : equation.terms)
      EXPECT_NEAR(term.coefficient, coefficients[k++], 4.0 * term.standard_error);
  ASSERT_EQ(found.sureness.size(), 4u);
  for (const double each : found.sureness) EXPECT_GT(each, 5.0);
  EXPECT_LT(found.unexplained.maxCoeff(), 0.1);
  EXPECT_GT(found.best.evidence, found.nothing + 100.0);
  for (const TriedLaw& next : found.runners_up)
    EXPECT_LE(next.evidence, found.best.evidence + 1e-3);
}

TEST(DiscoverLaw, RefusesWhatDoesNotChange) {
  const Series still(Matrix::Ones(200, 1));
  EXPECT_THROW(static_cast<void>(discovered({still})), InvalidArgument);
}

}  // namespace
}  // namespace elto
