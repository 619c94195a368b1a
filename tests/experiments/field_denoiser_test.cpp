// SPDX-License-Identifier: Apache-2.0
#include "experiments/field_denoiser.hpp"

#include "elto/systems/field_equations.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

/// Every fourth place and time of Burgers' field.
const NoisyField& small_field() {
  static const NoisyField field = [] {
    const Field whole = burgers();
    Field part;
    part.values = whole.values(Eigen::seq(0, Eigen::last, 4), Eigen::seq(0, Eigen::last, 4));
    part.space = whole.space(Eigen::seq(0, Eigen::last, 4));
    part.time = whole.time(Eigen::seq(0, Eigen::last, 4));
    Rng rng(1);
    return add_noise(part, 0.5, rng);
  }();
  return field;
}

TEST(FieldDenoiser, EveryOneRemovesNoiseWithoutSeeingTheTruth) {
  const double raw = (small_field().observed.values - small_field().truth.values).squaredNorm();
  NoisyField known = small_field();
  known.truth.values.setZero();
  for (const FieldDenoiser& denoiser : field_denoisers()) {
    const Matrix denoised = denoiser.denoise(known, {.evaluations = 10});
    const double error = (denoised - small_field().truth.values).squaredNorm();
    if (denoiser.name == "Noisy")
      EXPECT_EQ(error, raw);
    else
      EXPECT_LT(error, raw) << denoiser.name;
  }
}

TEST(FieldDenoiser, IsFoundByName) {
  EXPECT_EQ(field_denoiser("Truncated SVD").name, "Truncated SVD");
  EXPECT_REFUSED(field_denoiser("magic"), "denoiser: must be one of those of the tables");
}

}  // namespace
}  // namespace elto::experiments
