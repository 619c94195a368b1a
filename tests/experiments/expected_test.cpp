// SPDX-License-Identifier: Apache-2.0
#include "experiments/expected.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(Expected, HasAFigureOfEveryTable) {
  EXPECT_EQ(expected("pen_mse", "High process noise", "SPKF"), 3.473);
  EXPECT_EQ(expected("pen_mse", "High observation noise", "ELTO-AKF"), 8.881);
  EXPECT_EQ(expected("trajectory", "Very High", "ELTO-KF (pure adaptation)"), 81.5785);
  EXPECT_EQ(expected("distribution_shift", "Very High to High", "ELTO-AKF"), 1.3865);
  EXPECT_EQ(expected("lorenz_scalability", "D = 1000, sigma 0.01", "ELTO-AKF"), 1.6721);
  EXPECT_EQ(expected("real_world", "noise level 100", "ELTO-KF"), 1.3995);
  EXPECT_EQ(expected("sb", "High", "Without"), 20.1178);
  EXPECT_EQ(expected("k_value", "MSE", "ELTO-AKF k = 10"), 0.0694);
  EXPECT_EQ(expected("window", "MSE", "ELTO-KF h = 20"), 0.2415);
  EXPECT_EQ(expected("kernel_choice", "MSE", "ELTO-AKF Matérn"), 0.1544);
  EXPECT_EQ(expected("time", "filtering", "ELTO-AKF k = 5"), 2.782);
}

TEST(Expected, MemoryRatesHaveOneUnit) {
  EXPECT_EQ(expected("memory_rates", "Default to Default", "0.9"), 8.8112);
  EXPECT_EQ(expected("memory_rates", "Default to High", "0.9"), 43.350);
}

TEST(Expected, NotAvailableIsDiverged) {
  EXPECT_EQ(expected("lorenz_scalability", "D = 500, sigma 0.1", "ELTO-KF"),
            std::numeric_limits<double>::infinity());
}

TEST(Expected, ThereIsNothingElse) {
  EXPECT_FALSE(expected("pen_mse", "Default", "Raw"));
  EXPECT_FALSE(expected("pen_mse", "Very High", "CV"));
  EXPECT_FALSE(expected("pen_mse", "Default", "row"));
  EXPECT_FALSE(expected("burgers", "Default", "CV"));
}

}  // namespace
}  // namespace elto::experiments
