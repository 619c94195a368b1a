// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/ode.hpp"

#include <cmath>

#include "elto/systems/lorenz63.hpp"

#include "support/error_message.hpp"
#include "support/fine_lynx_hare.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::fine_lynx_hare;

// Computed independently: 5.406 % mean error against the coefficients of the literature.
TEST(Ode, IsFoundFromLynxAndHare) {
  const Ode ode = discover_ode(fine_lynx_hare({"lynx", "hare"}));
  validate(ode);
  EXPECT_EQ(to_text(ode),
            "lynx' = -0.9052 lynx + 0.02536 lynx hare\n"
            "hare' = 0.5994 hare - 0.02732 lynx hare\n");
  const Vector found = coefficients_of(ode), literature{{-0.84, 0.026, 0.55, -0.028}};
  EXPECT_MATRIX_NEAR(found, Vector({{-0.90518, 0.02536, 0.59941, -0.02732}}), 1e-5);
  EXPECT_NEAR(100.0 * ((found - literature).array() / literature.array()).abs().mean(), 5.406,
              1e-3);
}

// x' = 10 (y - x), y' = x (28 - z) - y, z' = x y - 8/3 z with components shifted and scaled to mean
// 0 and variance 1: shifts make terms of lower degree of each product, and scales leave the
// coefficient of a component in its own equation as it is. Differences are wrong by a sixth of the
// third derivative times the squared step.
TEST(Ode, IsFoundFromLorenzWithoutNoise) {
  Rng rng(1);
  const Ode ode =
      discover_ode(lorenz63({.rows = 4000, .time_step = 0.002, .noise = 0.0}, rng).observed);
  // 1, x, y, z, x^2, x y, x z, ...
  ASSERT_EQ(ode.equations[0].terms, (std::vector<Index>{0, 1, 2})) << to_text(ode);
  ASSERT_EQ(ode.equations[1].terms, (std::vector<Index>{0, 1, 2, 3, 6})) << to_text(ode);
  ASSERT_EQ(ode.equations[2].terms, (std::vector<Index>{0, 1, 2, 3, 5})) << to_text(ode);
  EXPECT_NEAR(ode.equations[0].coefficients[1], -10.0, 5e-3);
  EXPECT_NEAR(ode.equations[1].coefficients[2], -1.0, 5e-3);
  EXPECT_NEAR(ode.equations[2].coefficients[3], -8.0 / 3.0, 5e-3);
}

TEST(Ode, CoefficientsAreSetAsTheyAreRead) {
  Ode ode = discover_ode(fine_lynx_hare());
  const Vector doubled = 2.0 * coefficients_of(ode);
  set_coefficients(ode, doubled);
  EXPECT_MATRIX_NEAR(coefficients_of(ode), doubled, 0.0);
  EXPECT_REFUSED(set_coefficients(ode, Vector::Ones(3)),
                 "coefficients: must be one for each term of the equations, 4, got 3");
}

TEST(Ode, ChannelsWithoutNamesAreNumbered) {
  const Ode ode = discover_ode(fine_lynx_hare({}));
  EXPECT_EQ(ode.channels, (std::vector<std::string>{"x0", "x1"}));
}

TEST(Ode, SaysWhatIsWrong) {
  Series series = fine_lynx_hare();
  EXPECT_REFUSED(discover_ode(Series(series.values.topRows(6))),
                 "rows: must be more than the 6 terms, got 6");
  series.values.row(9).setConstant(std::nan(""));
  EXPECT_REFUSED(discover_ode(series), "series: must be without missing entries");
  EXPECT_REFUSED(discover_ode(series, {.polynomial = {.degree = 0}}), "degree: must be at least 1");
  Ode ode = discover_ode(fine_lynx_hare());
  ode.equations[1].terms[0] = 6;
  EXPECT_REFUSED(validate(ode), "equation of y: must be of the 6 terms");
  ode = discover_ode(fine_lynx_hare());
  ode.equations[0].coefficients.resize(1);
  EXPECT_REFUSED(validate(ode),
                 "equation of x: must be with a coefficient for each term, 2, got 1");
  ode = discover_ode(fine_lynx_hare());
  ode.terms[3] = {0, 2};
  EXPECT_REFUSED(validate(ode), "terms: must be products of the 2 channels");
  ode.channels.pop_back();
  EXPECT_REFUSED(validate(ode), "channels: must be one for each equation, 2, got 1");
}

}  // namespace
}  // namespace elto
