// SPDX-License-Identifier: Apache-2.0
#include "experiments/load_cases.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

/// What experiments/holt_winters.py --first-rows prints of them.
TEST(LoadCases, AreThoseOfTheScriptThatMeasuresHoltWinters) {
  constexpr double kSums[] = {176107.40764352152, 179780.70902619476, 225880.25699581386,
                              176747.18961188977, 233792.63981030096};
  for (const Load load : kLoads) {
    Rng rng(1);
    const Vector y = hourly_load(load, 1344 + 19 * 13 + 48, rng);
    EXPECT_NEAR(y.sum(), kSums[static_cast<std::size_t>(load)], 1e-6) << name_of(load);
  }
}

}  // namespace
}  // namespace elto::experiments
