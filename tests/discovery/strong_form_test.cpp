// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/strong_form.hpp"

#include <cmath>

#include "elto/discovery/finite_difference.hpp"
#include "elto/systems/field_equations.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Vector fitted(const Field& field, const StrongOptions& options) {
  return least_squares(strong_candidates(field, options), {3, 4}).coefficients;
}

// Computed independently.
TEST(StrongForm, CleanFieldsObeyTheirEquations) {
  EXPECT_MATRIX_NEAR(fitted(burgers(), {}), Vector({{0.10022, -1.00099}}), 6e-6);
  EXPECT_MATRIX_NEAR(fitted(burgers_shock(), {}), Vector({{0.00440, -0.9986}}), 6e-5);
  EXPECT_MATRIX_NEAR(fitted(burgers(), {.differentiation = LocalPolynomial{}}),
                     Vector({{0.1039, -1.0085}}), 6e-5);
}

TEST(StrongForm, TermsAreProductsAtEachPoint) {
  const Field field = burgers(8);
  const Candidates made = strong_candidates(field, {.terms = {.constant = true}});
  const Matrix u_xx = space_difference(field.values, 2, field.space_step());
  const Matrix u_t = time_difference(field.values, 1, field.time_step());
  const Index t = 3, j = 40, row = j * field.rows() + t;
  EXPECT_EQ(made.terms(row, 0), 1.0);
  EXPECT_NEAR(made.terms(row, 8), std::pow(field.values(t, j), 2) * u_xx(t, j), 1e-15);
  EXPECT_EQ(made.names[8], "u^2 u_xx");
  EXPECT_EQ(made.response[row], u_t(t, j));
}

TEST(StrongForm, LocalPolynomialsLeaveOutTheEdges) {
  const Field field = burgers(40);
  const LocalPolynomial local{.degree = 3, .half_width = 5};
  const Candidates made = strong_candidates(field, {.differentiation = local});
  EXPECT_EQ(made.rows(), 30 * 246);
  EXPECT_EQ(made.terms(0, 0), field.values(5, 5));
}

TEST(StrongForm, SaysWhatIsWrong) {
  const StrongOptions steep{.terms = {.highest_order = 4},
                            .differentiation = LocalPolynomial{.degree = 3}};
  EXPECT_REFUSED(strong_candidates(burgers(), steep),
                 "degree: must be at least the highest order, 4, got 3");
  EXPECT_REFUSED(strong_candidates(burgers(10), {.differentiation = LocalPolynomial{}}),
                 "half_width: must be less than half of the 10 points");
}

}  // namespace
}  // namespace elto
