// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/noise_adaptation.hpp"

#include <limits>

#include "elto/baselines/dense_filter.hpp"
#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "linalg/lapack.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(NoiseAdaptation, FollowsAlgorithmThree) {
  const AdaptationOptions options{
      .window = 3, .measurement_memory = 0.7, .process_memory = 0.4, .threshold = 1e-3};
  const NoiseModel initial{0.5 * Matrix::Identity(2, 2), 2.0 * Matrix::Identity(3, 3)};
  NoiseAdaptation adaptation(options, initial);
  Rng rng(1);
  const Matrix e = rng.normal(10, 3), correction = rng.normal(9, 3), posterior = rng.normal(10, 10);
  EXPECT_FALSE(adaptation.observe(e.col(0), correction.col(0)));
  EXPECT_FALSE(adaptation.observe(e.col(1), correction.col(1)));
  EXPECT_TRUE(adaptation.observe(e.col(2), correction.col(2)));
  ASSERT_TRUE(adaptation.adapt(block_means(posterior, 3)));

  Matrix M = dense_projection(e * e.transpose() / 3.0 + posterior, 3, options.threshold);
  Matrix L = dense_projection(correction * correction.transpose() / 3.0, 2, options.threshold);
  ASSERT_TRUE(cholesky(M));
  ASSERT_TRUE(cholesky(L));
  EXPECT_MATRIX_NEAR(adaptation.noise().measurement_factor,
                     0.7 * initial.measurement_factor + 0.3 * M, 1e-12);
  EXPECT_MATRIX_NEAR(adaptation.noise().process_factor, 0.4 * initial.process_factor + 0.6 * L,
                     1e-12);
}

TEST(NoiseAdaptation, StartsEveryWindowAfresh) {
  const AdaptationOptions options{
      .window = 1, .measurement_memory = 0.0, .process_memory = 0.0, .threshold = 1e-9};
  NoiseAdaptation adaptation(options, {Matrix::Identity(1, 1), Matrix::Identity(1, 1)});
  const Matrix none = Matrix::Zero(1, 1);
  for (const double level : {5.0, 2.0}) {
    ASSERT_TRUE(adaptation.observe(Vector::Constant(4, level), Vector::Constant(3, level)));
    ASSERT_TRUE(adaptation.adapt(none));
    EXPECT_DOUBLE_EQ(adaptation.noise().measurement_factor(0, 0), level);
    EXPECT_DOUBLE_EQ(adaptation.noise().process_factor(0, 0), level);
  }
}

TEST(NoiseAdaptation, KeepsTheNoiseIfAWindowMakesNoCovariance) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const AdaptationOptions options{
      .window = 1, .measurement_memory = 0.5, .process_memory = 0.5, .threshold = 1e-8};
  const NoiseModel initial{Matrix::Identity(2, 2), Matrix::Identity(2, 2)};
  const Matrix none = Matrix::Zero(2, 2);
  for (const double level : {kNaN, 1e200}) {  // the square of which overflows
    NoiseAdaptation adaptation(options, initial);
    ASSERT_TRUE(adaptation.observe(Vector::Constant(4, level), Vector::Ones(4)));
    EXPECT_FALSE(adaptation.adapt(none)) << level;
    EXPECT_MATRIX_EQ(adaptation.noise().measurement_factor, initial.measurement_factor);
    EXPECT_MATRIX_EQ(adaptation.noise().process_factor, initial.process_factor);
    ASSERT_TRUE(adaptation.observe(Vector::Ones(4), Vector::Ones(4)));
    EXPECT_TRUE(adaptation.adapt(none)) << "the next window begins afresh";
  }
}

TEST(NoiseAdaptation, IsOffWhenNothingIsForgotten) {
  EXPECT_FALSE(AdaptationOptions{}.active());
  EXPECT_TRUE((AdaptationOptions{.process_memory = 0.9}).active());
}

TEST(NoiseAdaptation, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(validate(AdaptationOptions{.window = 0}), InvalidArgument);
  EXPECT_THROW(validate(AdaptationOptions{.measurement_memory = 1.1}), InvalidArgument);
  EXPECT_THROW(validate(AdaptationOptions{.process_memory = -0.1}), InvalidArgument);
  EXPECT_THROW(validate(AdaptationOptions{.threshold = 0.0}), InvalidArgument);
}

}  // namespace
}  // namespace elto
