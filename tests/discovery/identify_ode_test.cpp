// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/identify_ode.hpp"

#include <cmath>

#include "elto/filter/state_smoother.hpp"
#include "elto/systems/lotka_volterra.hpp"
#include "elto/tuning/fit_state_model.hpp"

#include "support/error_message.hpp"
#include "support/fine_lynx_hare.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::fine_lynx_hare;

Series smoothed(const Series& series) {
  Series made = series;
  made.values = smooth(fit_state_model({series}, {.threads = 1}).model, series).mean;
  return made;
}

bool is_lotka_volterra(const Ode& ode) {
  return ode.equations[0].terms == std::vector<Index>{1, 4} &&
         ode.equations[1].terms == std::vector<Index>{2, 4};
}

// At 30 % noise UBIC finds the terms in one of four smoothed series.
TEST(IdentifyOde, FindsTheTermsUnderNoise) {
  Index right = 0;
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    Rng rng(seed);
    const Series rows = lotka_volterra({.noise = 0.3}, rng).observed;
    const OdeIdentification found = identify_ode(rows, smoothed(rows));
    EXPECT_TRUE(found.match.status.ok());
    EXPECT_GT(found.matched, 10);
    if (!is_lotka_volterra(found.match.ode)) continue;
    ++right;
    const Vector truth{{-0.84, 0.026, 0.55, -0.028}};
    EXPECT_LT((coefficients_of(found.match.ode) - truth).cwiseQuotient(truth).cwiseAbs().mean(),
              0.05);
  }
  EXPECT_GE(right, 3);
}

// Without noise the rows are as good as smoothed ones.
TEST(IdentifyOde, IsAMatchOfItsTerms) {
  Rng rng(1);
  Series rows = lotka_volterra({.noise = 0.0}, rng).observed;
  rows.values += 0.01 * rng.normal(200, 2);
  const OdeIdentification found = identify_ode(rows, rows, {.largest_size = 3});
  ASSERT_TRUE(is_lotka_volterra(found.match.ode)) << to_text(found.match.ode);
  const TrajectoryMatch again = match_trajectory(found.match.ode, rows, {.free_start = true});
  EXPECT_NEAR(again.residual, found.match.residual, 1e-9);
  EXPECT_NEAR(found.bic, 400.0 * std::log(again.residual / 400.0) + 4.0 * std::log(400.0), 1e-6);
}

TEST(IdentifyOde, SaysWhatIsWrong) {
  const Series rows = fine_lynx_hare();
  EXPECT_REFUSED(identify_ode(rows, Series(rows.values.topRows(9))),
                 "smoothed: must be of the shape of the rows, 200 x 2, got 9 x 2");
  EXPECT_REFUSED(identify_ode(rows, rows, {.largest_size = -1}),
                 "largest_size: must be at least 0");
  EXPECT_REFUSED(identify_ode(rows, rows, {.substeps = 0}), "substeps: must be at least 1");
  EXPECT_REFUSED(identify_ode(rows, rows, {.polynomial = {.degree = 0}}),
                 "degree: must be at least 1");
}

}  // namespace
}  // namespace elto
