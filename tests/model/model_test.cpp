// SPDX-License-Identifier: Apache-2.0
#include "elto/model/model.hpp"

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(ModelOptions, DefaultsAreValid) {
  EXPECT_NO_THROW(validate(ModelOptions{}));
}

TEST(ModelOptions, EveryPartIsValidated) {
  EXPECT_THROW(validate(ModelOptions{.window = 0}), InvalidArgument);
  EXPECT_THROW(validate(ModelOptions{.spectral = {.dimension = 6}}), InvalidArgument);
  EXPECT_THROW(validate(ModelOptions{.operators = {.transition_ridge = 0.0}}), InvalidArgument);
  EXPECT_THROW(validate(ModelOptions{.operators = {.observation_ridge = -1.0}}), InvalidArgument);
  EXPECT_THROW(validate(ModelOptions{.noise = {.blocks = 0}}), InvalidArgument);
  EXPECT_THROW(validate(ModelOptions{.adaptation = {.window = 0}}), InvalidArgument);
}

TEST(ModelOptions, MessagesNameArgumentBoundAndValue) {
  try {
    validate(ModelOptions{.operators = {.transition_ridge = -2.0}});
    FAIL() << "accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(error.argument(), "transition_ridge");
    EXPECT_EQ(error.bound(), "finite and positive");
    EXPECT_EQ(error.value(), "-2");
  }
}

}  // namespace
}  // namespace elto
