// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law.hpp"

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::no_law;
using testing::quadratic_law;

TEST(Law, DrivesTheLastDerivative) {
  const Law law = quadratic_law(2).law;
  ASSERT_EQ(law.states(), 6);
  const Vector x{{0.4, -0.3, 0.2, 0.1, 0.05, -0.07}};
  LawFlow flow(law);
  flow.evaluate(x.data());
  EXPECT_EQ(flow.velocity()[0], x[2]);
  EXPECT_EQ(flow.velocity()[1], x[3]);
  double f = 0.0;
  for (Index p = 0; p < law.terms.count(); ++p) f += law.coefficients(p, 1) * flow.values()[p];
  EXPECT_NEAR(flow.velocity()[3], f + x[5], 1e-15);
  EXPECT_NEAR(flow.velocity()[5], 0.07 / 7.0, 1e-15);
}

TEST(Law, JacobianIsThatOfDifferences) {
  constexpr double kStep = 1e-5;
  for (const Index order : {1, 2}) {
    const Law law = quadratic_law(order).law;
    const Index n = law.states();
    Rng rng(5);
    const Vector x = rng.normal(n, 1);
    LawFlow flow(law);
    Matrix differences(n, n), A(n, n);
    for (Index k = 0; k < n; ++k) {
      Vector there = x;
      there[k] += kStep;
      flow.evaluate(there.data());
      const Vector above = flow.velocity();
      there[k] -= 2.0 * kStep;
      flow.evaluate(there.data());
      differences.col(k) = (above - flow.velocity()) / (2.0 * kStep);
    }
    flow.evaluate(x.data());
    flow.apply_jacobian(Matrix::Identity(n, n), A);
    EXPECT_LT((A - differences).cwiseAbs().maxCoeff(), 1e-9) << order;
  }
}

TEST(Law, RefusesWhatDoesNotFit) {
  Law law = no_law(2).law;
  EXPECT_NO_THROW(validate(law));
  law.order = 3;
  EXPECT_THROW(validate(law), InvalidArgument);
  law = no_law(2).law;
  law.drift_noise = Vector::Ones(1);
  EXPECT_THROW(validate(law), InvalidArgument);
  law = no_law(2).law;
  law.memory = 0.0;
  EXPECT_THROW(validate(law), InvalidArgument);
  law = quadratic_law().law;
  law.coefficients = Matrix::Zero(5, 2);
  EXPECT_THROW(validate(law), InvalidArgument);
  law = quadratic_law().law;
  law.order = 2;
  EXPECT_THROW(validate(law), InvalidArgument);
}

}  // namespace
}  // namespace elto
