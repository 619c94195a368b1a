// SPDX-License-Identifier: Apache-2.0
#include "elto/model/law_equation.hpp"

#include <cmath>

#include "support/small_laws.hpp"
#include "support/small_signal_law.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Every coefficient of the quadratic law.
SignalLaw whole_law(Index order) {
  LawModel model = testing::quadratic_law(order);
  std::vector<LawCoefficient> learned;
  for (Index d = 0; d < 2; ++d)
    for (Index p = 0; p < 6; ++p) learned.push_back({p, d});
  return testing::signal_law_of(std::move(model), learned);
}

double value_of(const LawEquation& equation, const Vector& variables) {
  double sum = 0.0;
  for (const EquationTerm& term : equation.terms) {
    double product = term.coefficient;
    for (const Index i : term.product) product *= variables[i];
    sum += product;
  }
  return sum;
}

TEST(LawEquation, SaysTheSameAsTheModelInOtherUnits) {
  for (const Index order : {1, 2}) {
    const SignalLaw law = whole_law(order);
    const Index n = 2 * order;
    Vector state = Vector::Zero(law.model.states());
    state.head(n) = Vector{{0.7, -0.4, 0.2, 0.3}}.head(n);
    LawFlow flow(law.model.law);
    flow.evaluate(state.data());
    Vector data(n);  // values, and what they move by in a unit of time
    for (Index i = 0; i < 2; ++i) {
      data[i] = law.offset[i] + law.scale[i] * state[i];
      if (order == 2) data[2 + i] = law.scale[i] * state[2 + i] / law.step;
    }
    const std::vector<LawEquation> equations = equations_of(law);
    ASSERT_EQ(equations.size(), 2u);
    for (Index d = 0; d < 2; ++d)
      EXPECT_NEAR(value_of(equations[static_cast<std::size_t>(d)], data),
                  flow.velocity()[law.model.law.driven(d)] * law.scale[d] /
                      std::pow(law.step, static_cast<double>(order)),
                  1e-12);
  }
}

TEST(LawEquation, ErrorsAreThoseOfTheSums) {
  SignalLaw law = whole_law(1);
  law.offset.setZero();
  const std::vector<LawEquation> plain = equations_of(law);
  for (const EquationTerm& term : plain[0].terms) {
    double factor = law.scale[0] / law.step;  // each is one of the model's, in other units
    for (const Index i : term.product) factor /= law.scale[i];
    EXPECT_NEAR(term.standard_error, 1e-2 * factor, 1e-12);
  }
  law.offset << 7.0, -1.0;
  const std::vector<LawEquation> centred = equations_of(law);
  for (const EquationTerm& term : centred[0].terms) EXPECT_GT(term.standard_error, 0.0);
}

// Variances are those of the errors; a combination of terms has the variance of the model's.
TEST(LawEquation, CovariancesAreThoseOfTheSums) {
  SignalLaw law = whole_law(1);
  law.covariance = Matrix::Random(12, 12);
  law.covariance = Matrix(law.covariance * law.covariance.transpose());
  const std::vector<LawEquation> equations = equations_of(law);
  const Matrix covariance = covariance_of_terms(law);
  Vector at(covariance.rows());  // the terms of the first equation at a point
  at.setZero();
  const Vector data{{0.3, -2.0}};
  Index i = 0;
  for (const LawEquation& equation : equations)
    for (const EquationTerm& term : equation.terms) {
      EXPECT_NEAR(std::sqrt(covariance(i, i)), term.standard_error, 1e-9 * term.standard_error);
      if (equation.channel == 0) {
        at[i] = 1.0;
        for (const Index k : term.product) at[i] *= data[k];
      }
      ++i;
    }
  ASSERT_EQ(i, covariance.rows());
  Vector phi(6), own = Vector::Zero(12);
  Matrix gradients(2, 6);
  const Vector state = (data - law.offset).cwiseQuotient(law.scale);
  law.model.law.terms.evaluate(state.data(), phi.data(), gradients.data());
  own.head(6) = phi * law.scale[0] / law.step;
  const double expected = own.dot(law.covariance * own);
  EXPECT_NEAR(at.dot(covariance * at), expected, 1e-9 * expected);
}

TEST(LawEquation, IsWrittenAsPeopleWriteIt) {
  SignalLaw law = testing::signal_law_of(testing::quadratic_law(), {{1, 0}, {4, 1}});
  law.offset.setZero();
  law.scale << 1.0, 1.0;
  law.step = 1.0;
  law.model.law.coefficients.setZero();
  law.model.law.coefficients(1, 0) = -0.1;
  law.model.law.coefficients(4, 1) = 0.25;
  const std::vector<LawEquation> equations = equations_of(law);
  EXPECT_EQ(to_text(equations[0], law, {"prey", "predator"}), "prey' = -0.1 prey");
  EXPECT_EQ(to_text(equations[1], law, {"prey", "predator"}), "predator' = 0.25 prey predator");
  law.model.law.order = 2;
  EXPECT_EQ(to_text({.channel = 0, .terms = {{.product = {0, 2}, .coefficient = -2.0}}, .bumps = 3},
                    law, {"x", "y"}),
            "x'' = -2 x x' + 3 bumps");
  EXPECT_EQ(to_text({}, law, {"x", "y"}), "x'' = 0");
}

TEST(LawEquation, NamesInputs) {
  SignalModel model = testing::with_driven_law();
  SignalLaw& law = model.laws[0];
  law.offset.setZero();
  const std::vector<LawEquation> centred = equations_of(law);
  // 0.9 (flow - 3) / 1.5, times 2 a channel's unit, over 0.5 a step.
  EXPECT_EQ(to_text(centred[0], law, {"trend"}, model.inputs),
            "trend' = -7.2 - 0.4 trend + 2.4 flow");
  law.input_offset.setZero();
  EXPECT_EQ(to_text(equations_of(law)[0], law, {"trend"}, model.inputs),
            "trend' = -0.4 trend + 2.4 flow");
}

}  // namespace
}  // namespace elto
