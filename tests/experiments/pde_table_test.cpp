// SPDX-License-Identifier: Apache-2.0
#include "experiments/pde_table.hpp"

#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

const std::vector<Coefficient> kBurgers{{"", "u u_x", -1.0}, {"", "u_xx", 0.1}};

TEST(PdeTable, FindsThePublishedEquationInTheNoisyField) {
  Rng rng(0);
  const NoisyField field = add_noise(burgers(), 0.5, rng);
  const PdeFigures figures = pde_figures(field.observed, field.truth, kBurgers);
  EXPECT_NEAR(figures.error, 8.08e-3, 5e-6);
  EXPECT_NEAR(figures.u_ux, -0.959286, 2e-6);
  EXPECT_NEAR(figures.u_xx, 0.076843, 2e-6);
  EXPECT_NEAR(figures.mape, 13.61, 0.005);
  for (const DrawnEquation& drawn : figures.drawn) {
    EXPECT_NEAR(drawn.u_ux, -0.9755, 0.01);
    EXPECT_NEAR(drawn.u_xx, 0.0723, 0.002);
    EXPECT_GE(drawn.right, 0.9);
  }
  EXPECT_LT(figures.drawn[1].u_xx_spread, figures.drawn[0].u_xx_spread);
}

TEST(PdeTable, OtherTermsAreNotRight) {
  Field field = burgers();
  field.values.setConstant(1.0);
  field.values.row(0).setZero();
  const PdeFigures figures = pde_figures(field, burgers(), kBurgers);
  EXPECT_GT(figures.mape, 50.0);
  EXPECT_EQ(figures.drawn[0].right, 0.0);
}

TEST(PdeTable, RowsAndColumnsHaveThePapersNames) {
  for (const Table& table : {burgers_discovery(), burgers_shock_discovery()}) {
    EXPECT_TRUE(table.on_request);
    int known = 0;
    for (const TableRow& row : table.rows) {
      EXPECT_EQ(row.task(1000).name, row.name);
      for (const TableColumn& column : table.columns)
        known += expected(table.name, row.paper, column.paper) ? 1 : 0;
    }
    EXPECT_EQ(known, table.name == "burgers_discovery" ? 10 : 16);
  }
}

}  // namespace
}  // namespace elto::experiments
