// SPDX-License-Identifier: Apache-2.0
#include "pde_search.hpp"

#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include "equation_text.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

const Field& noisy_burgers() {
  static const Field field = [] {
    Rng rng(0);
    return add_noise(burgers(), 0.5, rng).observed;
  }();
  return field;
}

// Table burgers_discovery of the paper, without denoising.
TEST(PdeSearch, OneDrawFindsWhatIsPublished) {
  PdeSearch search{.options = {.draws = 1}, .correct = false};
  search.take({.seed = 0});
  const FoundEquation found = find_pde(noisy_burgers(), search).equation;
  const std::vector<Coefficient> coefficients = coefficients_of(found);
  ASSERT_EQ(coefficients.size(), 2u);
  EXPECT_EQ(coefficients[0].term, "u_xx");
  EXPECT_NEAR(coefficients[0].value, 0.076843, 2e-6);
  EXPECT_NEAR(coefficients[1].value, -0.959286, 2e-6);
  ASSERT_EQ(found.path.size(), 8u);
  EXPECT_NEAR(found.path[1].bic, -11984.6735, 1e-3);
}

TEST(PdeSearch, IsTheSearchOfTheLibrary) {
  const PdeSearch search{.options = {.draws = 4}, .correct = false};
  const PdeDiscovery expected = discover_pde(noisy_burgers(), {.draws = 4});
  const FoundEquation found = find_pde(noisy_burgers(), search).equation;
  EXPECT_EQ(found.text, to_text(expected));
  EXPECT_EQ(found.agreeing, expected.agreeing);
  for (std::size_t j = 0; j < found.terms.size(); ++j) {
    EXPECT_EQ(found.terms[j].name, expected.terms[j].name);
    EXPECT_EQ(found.terms[j].low, expected.terms[j].low);
    EXPECT_EQ(found.terms[j].chosen, expected.terms[j].chosen);
  }
}

TEST(PdeSearch, EachFormFindsTheEquationOfACleanField) {
  for (const PdeForm form :
       {PdeForm::weak, PdeForm::conservative, PdeForm::strong, PdeForm::polynomial}) {
    SCOPED_TRACE(value_text(form));
    const FoundEquation found =
        find_pde(burgers(), {.form = form, .options = {.draws = 2}, .selection = {.size = 2}})
            .equation;
    const CoefficientError error =
        coefficient_error(coefficients_of(found), {{"", "u u_x", -1.0}, {"", "u_xx", 0.1}});
    EXPECT_TRUE(error.right_terms) << found.text;
    EXPECT_LT(error.mean_relative, 0.03);
    EXPECT_EQ(found.draws, form == PdeForm::weak || form == PdeForm::conservative ? 2 : 0);
  }
}

TEST(PdeSearch, WarnsIfTermsDependOnEachOther) {
  Field wave = burgers(40);  // u_xx = -u
  for (Index t = 0; t < wave.rows(); ++t)
    wave.values.row(t) = std::exp(-0.1 * wave.time[t]) * wave.space.array().sin().transpose();
  const PdeFound found = find_pde(
      wave, {.form = PdeForm::polynomial, .options = {.weak = {.terms = {.highest_power = 1}}}});
  ASSERT_FALSE(found.warnings.empty());
  EXPECT_SAYS(found.warnings.front(), "are independent in these data");
}

TEST(PdeSearch, SplitsTermsIntoFactors) {
  const FoundEquation found = find_pde(burgers(), {.form = PdeForm::strong}).equation;
  const FoundTerm& last = found.terms.back();
  EXPECT_EQ(last.name, "u^2 u_xx");
  ASSERT_EQ(last.factors.size(), 2u);
  EXPECT_EQ(last.factors[0].power, 2);
  EXPECT_EQ(last.factors[1].index, "xx");
}

}  // namespace
}  // namespace elto::command
