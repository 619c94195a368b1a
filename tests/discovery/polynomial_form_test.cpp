// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/polynomial_form.hpp"

#include <cmath>

#include "elto/discovery/selection.hpp"

#include "support/error_message.hpp"
#include "support/fine_lynx_hare.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::fine_lynx_hare;

TEST(PolynomialForm, HasAllMonomials) {
  const std::vector<Candidates> made = polynomial_candidates(fine_lynx_hare());
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].names, (std::vector<std::string>{"1", "x", "y", "x^2", "x y", "y^2"}));
  const Series series = fine_lynx_hare();
  EXPECT_MATRIX_NEAR(made[1].terms.col(4), series.values.col(0).cwiseProduct(series.values.col(1)),
                     1e-12);
  const auto cubic =
      polynomial_candidates(Series(Matrix::Random(20, 3)), {.degree = 3, .constant = false});
  EXPECT_EQ(cubic[0].count(), 19);
  EXPECT_EQ(cubic[0].names[9], "x0^3");
  EXPECT_EQ(cubic[0].names[13], "x0 x1 x2");
}

// Computed independently: 5.406 % mean error against the coefficients of the literature.
TEST(PolynomialForm, FindsTheLawOfLynxAndHare) {
  const std::vector<Candidates> made = polynomial_candidates(fine_lynx_hare());
  const Equation lynx = select(made[0]), hare = select(made[1]);
  EXPECT_EQ(lynx.terms, (std::vector<Index>{1, 4}));
  EXPECT_EQ(hare.terms, (std::vector<Index>{2, 4}));
  EXPECT_MATRIX_NEAR(lynx.coefficients, Vector({{-0.90518, 0.02536}}), 1e-5);
  EXPECT_MATRIX_NEAR(hare.coefficients, Vector({{0.59941, -0.02732}}), 1e-5);
  EXPECT_EQ(select(made[0], Bic{}).terms.size(), 6u);
  EXPECT_EQ(select(made[1], Bic{}).terms.size(), 4u);
}

TEST(PolynomialForm, SaysWhatIsWrong) {
  Series series = fine_lynx_hare();
  series.time.values[7] += 0.5;
  EXPECT_REFUSED(polynomial_candidates(series), "time: must be equally spaced");
  series = fine_lynx_hare();
  series.values.row(3).setConstant(std::nan(""));
  EXPECT_REFUSED(polynomial_candidates(series),
                 "series: must be without missing entries (smooth it first, which fills them), got "
                 "a missing row 3");
  EXPECT_REFUSED(polynomial_candidates(fine_lynx_hare(), {.degree = 0}),
                 "degree: must be at least 1");
}

}  // namespace
}  // namespace elto
