// SPDX-License-Identifier: Apache-2.0
#include "elto/model/law_model.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(LawModel, BeginsLikeATrendWhereZKeepsItsValue) {
  const LawModel model = testing::no_law(2);
  EXPECT_LT((model.initial_variance() - Vector{{10.0, 10.0, 1.0, 1.0}}).cwiseAbs().maxCoeff(),
            1e-8);
  const LawModel second = testing::no_law(1, 2);
  EXPECT_LT((second.initial_variance() - Vector{{10.0, 1.0, 0.1}}).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(LawModel, BeginsWithAStationaryZWhereItForgets) {
  LawModel model = testing::quadratic_law();
  model.law.drift_noise[0] = 1e-6;
  EXPECT_NEAR(model.initial_variance()[2], 0.5e-6 * 7.0, 1e-10);
  const double before = model.initial_variance()[3], step = 1e-6;
  const double slope = model.initial_drift_by_log(1);
  model.law.drift_noise[1] *= std::exp(step);
  EXPECT_NEAR((model.initial_variance()[3] - before) / step, slope, 1e-6);
}

TEST(LawModel, RefusesNoiseThatIsNone) {
  LawModel model = testing::no_law(2);
  EXPECT_NO_THROW(validate(model));
  model.noise[1] = 0.0;
  EXPECT_THROW(validate(model), InvalidArgument);
  model = testing::no_law(2);
  model.centre = Vector::Zero(1);
  EXPECT_THROW(validate(model), InvalidArgument);
}

}  // namespace
}  // namespace elto
