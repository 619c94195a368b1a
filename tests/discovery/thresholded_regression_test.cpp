// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/thresholded_regression.hpp"

#include "elto/core/random.hpp"
#include "elto/discovery/strong_form.hpp"
#include "elto/systems/field_equations.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/sparse_law.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::sparse_law;

using Terms = std::vector<Index>;

TEST(Stlsq, KeepsWhatIsAboveTheThreshold) {
  const Candidates law = sparse_law();
  EXPECT_EQ(stlsq(law, {.threshold = 0.1}).terms, (Terms{1}));
  EXPECT_EQ(stlsq(law, {.threshold = 1.0, .scale_columns = true}).terms, (Terms{1, 3}));
  const Equation fit = stlsq(law, {.threshold = 1.0, .scale_columns = true});
  EXPECT_MATRIX_NEAR(fit.coefficients, Vector({{2.0, -0.005}}), 3e-3);
  EXPECT_TRUE(stlsq(law, {.threshold = 1e9}).terms.empty());
}

// Where nothing is dropped a step changes nothing: what it returns is a fixed point.
TEST(Stlsq, ItsTermsStayWhenAskedAgain) {
  const Candidates law = sparse_law();
  const Equation fit = stlsq(law, {.threshold = 0.3, .scale_columns = true});
  Candidates rest{.terms = law.terms(Eigen::all, fit.terms), .response = law.response};
  for (const Index j : fit.terms) rest.names.push_back(law.names[static_cast<std::size_t>(j)]);
  EXPECT_EQ(stlsq(rest, {.threshold = 0.3, .scale_columns = true}).terms.size(), fit.terms.size());
}

TEST(Stridge, FindsASparseLaw) {
  EXPECT_EQ(stridge(sparse_law()).terms, (Terms{1, 3}));
  EXPECT_EQ(stridge_terms(sparse_law().terms, sparse_law().response, 1e-5, 1.0), (Terms{1, 3}));
  // Above everything: nothing is dropped.
  EXPECT_EQ(stridge_terms(sparse_law().terms, sparse_law().response, 1e-5, 1e9).size(), 5u);
}

// Published with the method: clean fields, finite differences.
TEST(Stridge, FindsTheEquationsOfCleanFields) {
  for (const Field& field : {burgers(), burgers_shock()})
    EXPECT_EQ(stridge(strong_candidates(field)).terms, (Terms{3, 4}));
}

TEST(ThresholdedRegression, SaysWhatIsWrong) {
  EXPECT_REFUSED(stlsq(sparse_law(), {.threshold = -1.0}), "threshold: must be at least 0");
  EXPECT_REFUSED(stridge(sparse_law(), {.first_step = 0.0}), "first_step: must be positive");
  EXPECT_REFUSED(stridge(sparse_law(), {.rounds = 0}), "rounds: must be at least 1");
}

}  // namespace
}  // namespace elto
