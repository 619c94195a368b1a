// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/validation_error.hpp"

#include <cmath>

#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"

#include "support/lorenz96.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

TEST(ErrorMean, AveragesObservedRowsOnly) {
  ErrorMean error;
  EXPECT_TRUE(std::isinf(error.value()));
  error.add(RowVector::Constant(2, 1.0), RowVector::Constant(2, 3.0));
  error.add(RowVector::Constant(2, 9.0), RowVector::Constant(2, kMissing));
  EXPECT_DOUBLE_EQ(error.value(), 4.0);
}

TEST(ValidationError, IsTheErrorOfTheFilterInStandardisedUnits) {
  const auto series = testing::lorenz96(200, 4, 0.1, 1);
  const Matrix rows = 50.0 * series.noisy.bottomRows(50),
               target = 50.0 * series.clean.bottomRows(50);
  const Model model =
      learn(50.0 * series.noisy.topRows(150), {.operators = {.rank = {.max_rank = 30}}});
  const Estimate estimate = filter(model, rows);
  const auto mean_square = [&](const Matrix& difference) {
    return (difference * model.scaling.scale.cwiseInverse().asDiagonal()).squaredNorm() /
           static_cast<double>(difference.size());
  };
  EXPECT_NEAR(validation_error(model, {{rows, rows}}, Objective::prediction_error),
              mean_square(estimate.predicted - rows), 1e-12);
  EXPECT_NEAR(validation_error(model, {{rows, target}}, Objective::posterior_error),
              mean_square(estimate.mean - target), 1e-12);
}

TEST(ValidationError, IsInfiniteWhenTheFilterFails) {
  const Matrix rows = testing::lorenz96(100, 4, 0.1, 1).noisy;
  Model model = learn(rows, {.operators = {.rank = {.max_rank = 30}}});
  model.operators.Phi *= 1e200;
  EXPECT_TRUE(std::isinf(validation_error(model, {{rows, rows}}, Objective::prediction_error)));
}

}  // namespace
}  // namespace elto
