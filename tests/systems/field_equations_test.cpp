// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/field_equations.hpp"

#include <cmath>
#include <numbers>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

double spread(const Matrix& values) {
  return std::sqrt((values.array() - values.mean()).square().mean());
}

// Of the published fields.
TEST(FieldEquations, HaveTheSpreadOfThePublishedFields) {
  EXPECT_NEAR(spread(burgers().values), 0.18140198, 1e-8);
  EXPECT_NEAR(spread(burgers_shock().values), 0.61433751, 1e-8);
  EXPECT_NEAR(spread(korteweg_de_vries().values), 0.108635, 1e-6);
  EXPECT_NEAR(spread(kuramoto_sivashinsky().values), 1.067224, 1e-6);
}

TEST(FieldEquations, HaveThePublishedGrids) {
  const auto expect_grid = [](const Field& field, Index rows, double end, const Vector& places) {
    validate(field);
    EXPECT_EQ(field.rows(), rows);
    EXPECT_NEAR(field.time[rows - 1], end, 1e-12);
    EXPECT_MATRIX_NEAR(field.space, places, 1e-12);
  };
  const double step = std::numbers::pi / 32.0;
  expect_grid(burgers(), 101, 10.0, Vector::LinSpaced(256, -8.0, 7.9375));
  expect_grid(burgers_shock(), 100, 0.99, Vector::LinSpaced(256, -1.0, 1.0));
  expect_grid(korteweg_de_vries(), 201, 20.0, Vector::LinSpaced(512, -30.0, 30.0 - 60.0 / 512.0));
  expect_grid(kuramoto_sivashinsky(5), 5, 1.6, Vector::LinSpaced(1024, step, 1024 * step));
  expect_grid(parametric_burgers(), 256, 10.0, Vector::LinSpaced(256, -8.0, 7.9375));
}

// A parameter that changes with time: c(t) of the first rows is nearly 1, as in burgers().
TEST(FieldEquations, TheParametricWaveIsFasterAtFirst) {
  const Field wave = parametric_burgers(64);  // to t = 2.5, where 1 + sin(t)/4 > 1
  const Vector mass_centre = wave.values * wave.space;
  // The centre moves with c(t) times the integral of u^2 / 2 over that of u.
  for (const Index t : {10, 30, 50}) {
    const double speed = (mass_centre[t + 1] - mass_centre[t - 1]) / (2.0 * wave.time_step());
    const double c = 1.0 + std::sin(wave.time[t]) / 4.0;
    EXPECT_NEAR(speed, c * wave.values.row(t).squaredNorm() / 2.0, 1e-3 * speed) << t;
  }
}

TEST(FieldEquations, FewerRowsAreTheFirstRows) {
  EXPECT_MATRIX_EQ(burgers(7).values, burgers().values.topRows(7));
  EXPECT_MATRIX_EQ(burgers_shock(7).values, burgers_shock().values.topRows(7));
  EXPECT_REFUSED(burgers(1), "rows: must be 0 or at least 2, got 1");
}

}  // namespace
}  // namespace elto
