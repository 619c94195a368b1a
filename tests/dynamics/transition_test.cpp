// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/transition.hpp"

#include "elto/dynamics/components.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

struct Nothing {};

TEST(Transition, IsWhatComponentsHave) {
  EXPECT_TRUE(LinearDynamics<IntegratedWiener>);
  EXPECT_TRUE(LinearDynamics<Cycle>);
  EXPECT_TRUE(LinearDynamics<Matern>);
  EXPECT_FALSE(LinearDynamics<Nothing>);
}

}  // namespace
}  // namespace elto
