// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/noise_corrected.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "elto/core/error.hpp"
#include "elto/series/wavelet_noise.hpp"
#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Places of the terms of Burgers' equation among the candidates.
std::vector<Index> burgers_terms(const WeakOptions& options) {
  std::vector<Index> places;
  const std::vector<Term> all = candidate_terms(options.terms);
  for (const Term& term : {Term{0, 2}, Term{1, 1}})
    places.push_back(std::ranges::find(all, term) - all.begin());
  return places;
}

TEST(NoiseCorrected, WithoutNoiseIsLeastSquaresOfTheConservativeRows) {
  WeakOptions options{.subdomains = 4000, .seed = 3};
  const Field field = burgers(41);
  const NoiseCorrected found = noise_corrected(field, burgers_terms(options), 0.0, options);
  ASSERT_TRUE(found.definite);
  options.products = WeakProducts::conservative;
  const Equation plain = least_squares(weak_candidates(field, options), burgers_terms(options));
  EXPECT_NEAR(found.coefficients[0], plain.coefficients[0], 1e-9);
  EXPECT_NEAR(found.coefficients[1], plain.coefficients[1], 1e-9);
}

// Plain least squares of 50 % noise finds 0.07 instead of 0.1.
TEST(NoiseCorrected, HoldsTheTruthWherePlainRegressionIsFarOff) {
  const WeakOptions options;
  const Field clean = burgers();
  const Vector truth{{0.1, -1.0}};
  double plain_error = 0.0, error = 0.0;
  for (std::uint32_t seed = 301; seed < 305; ++seed) {
    Rng rng(seed);
    const Field noisy = add_noise(clean, 0.5, rng).observed;
    const NoiseCorrected found =
        noise_corrected(noisy, burgers_terms(options), wavelet_noise(noisy), options);
    ASSERT_TRUE(found.definite);
    for (Index k = 0; k < 2; ++k)
      EXPECT_LT(std::abs(found.coefficients[k] - truth[k]),
                3.5 * std::sqrt(found.covariance(k, k)));
    const Equation plain = least_squares(weak_candidates(noisy, options), burgers_terms(options));
    plain_error += std::abs(plain.coefficients[0] - 0.1);
    error += std::abs(found.coefficients[0] - 0.1);
  }
  EXPECT_LT(error, 0.5 * plain_error);
}

TEST(NoiseCorrected, SaysWhenOnlyNoiseIsLeftAndRefusesWhatIsNone) {
  const Field field = burgers(41);
  const WeakOptions options;
  EXPECT_FALSE(noise_corrected(field, burgers_terms(options), 10.0, options).definite);
  EXPECT_FALSE(noise_corrected(field, {}, 0.1, options).definite);
  EXPECT_THROW(static_cast<void>(noise_corrected(field, {0}, -1.0, options)), InvalidArgument);
}

}  // namespace
}  // namespace elto
