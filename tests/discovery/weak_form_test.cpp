// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/weak_form.hpp"

#include <cmath>

#include "elto/discovery/finite_difference.hpp"
#include "elto/discovery/subdomains.hpp"
#include "elto/discovery/test_function.hpp"
#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/noisy_field.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::noisy;

// Computed independently.
TEST(WeakForm, HasTheKnownFirstRow) {
  const Candidates made = weak_candidates(noisy(burgers()));
  const Vector first({{0.10054533977678, 0.04619745179213, 0.02607630088584, -0.02871533878579,
                       0.01160532655471, 0.00555416209977, -0.28244532504553, -0.22958357573880}});
  EXPECT_MATRIX_NEAR(made.terms.row(0).transpose(), first, 1e-6);
  EXPECT_NEAR(made.response[0], -0.01509486493499, 1e-6);
  EXPECT_EQ(made.names[6], "u u_xx");
}

/// The integral over one rectangle, entry by entry.
double plain_integral(const Field& field, const Matrix& g, const Subdomain& s, Index space_order,
                      Index time_order, Index power) {
  const Vector wx = quadrature_weights({power, space_order}, s.places),
               wt = quadrature_weights({power, time_order}, s.times);
  const double Hx = (field.space[s.first_place + s.places - 1] - field.space[s.first_place]) / 2.0;
  const double Ht = (field.time[s.first_time + s.times - 1] - field.time[s.first_time]) / 2.0;
  double sum = 0.0;
  for (Index i = 0; i < s.places; ++i)
    for (Index j = 0; j < s.times; ++j)
      sum += wx[i] * wt[j] * g(s.first_time + j, s.first_place + i);
  return sum * std::pow(Hx, 1 - space_order) * std::pow(Ht, 1 - time_order);
}

// The oracle: every integral on its own, the formulas of the header written out, to order 4.
TEST(WeakForm, IsTheSumOverEachRectangle) {
  const Field field = noisy(burgers_shock(60));
  const WeakOptions options{
      .terms = {.highest_order = 4, .constant = true}, .subdomains = 40, .seed = 5};
  const Candidates made = weak_candidates(field, options);
  const double h = field.space_step();
  const Matrix u = field.values, u2 = u.cwiseAbs2(), one = Matrix::Ones(u.rows(), u.cols());
  const auto D = [&](const Matrix& g, Index order) { return space_difference(g, order, h); };
  Rng rng(5);
  const auto subdomains = draw_subdomains(field, 40, options.half_width, rng);
  for (Index k = 0; k < 40; ++k) {
    const auto integral = [&](const Matrix& g, Index space_order, Index time_order = 0) {
      return plain_integral(field, g, subdomains[static_cast<std::size_t>(k)], space_order,
                            time_order, 4);
    };
    std::vector<double> row = {integral(one, 0), integral(u, 0),  integral(u2, 0), -integral(u, 1),
                               integral(u, 2),   -integral(u, 3), integral(u, 4)};
    for (const Matrix& v : {u, u2}) row.push_back(integral(v.cwiseProduct(D(u, 1)), 0));
    for (const Matrix& v : {u, u2})
      row.push_back(-integral(D(v, 1).cwiseProduct(D(u, 1)), 0) -
                    integral(v.cwiseProduct(D(u, 1)), 1));
    for (const Matrix& v : {u, u2})
      row.push_back(-integral(D(v, 1).cwiseProduct(D(u, 2)), 0) -
                    integral(v.cwiseProduct(D(u, 2)), 1));
    for (const Matrix& v : {u, u2})
      row.push_back(integral(D(v, 2).cwiseProduct(D(u, 2)), 0) +
                    2.0 * integral(D(v, 1).cwiseProduct(D(u, 2)), 1) +
                    integral(v.cwiseProduct(D(u, 2)), 2));
    ASSERT_EQ(std::ssize(row), made.count());
    for (Index j = 0; j < made.count(); ++j) {
      const double expected = row[static_cast<std::size_t>(j)];
      EXPECT_NEAR(made.terms(k, j), expected, 1e-10 * std::max(1.0, std::abs(expected)))
          << made.names[static_cast<std::size_t>(j)];
    }
    EXPECT_NEAR(made.response[k], -integral(u, 0, 1), 1e-12);
  }
}

// The equation holds in the weak form as in the strong one, but for finite differences and
// quadrature; the conservative form has no finite differences.
TEST(WeakForm, ACleanFieldObeysItsEquation) {
  const Field field = burgers();
  const auto fitted = [&](WeakProducts products) {
    return least_squares(weak_candidates(field, {.products = products}), {3, 4}).coefficients;
  };
  EXPECT_MATRIX_NEAR(fitted(WeakProducts::differences), Vector({{0.1003, -1.0021}}), 1e-4);
  EXPECT_MATRIX_NEAR(fitted(WeakProducts::conservative), Vector({{0.1000, -1.0000}}), 1e-4);
  const Vector shock =
      least_squares(weak_candidates(burgers_shock(), {.products = WeakProducts::conservative}),
                    {3, 4})
          .coefficients;
  EXPECT_MATRIX_NEAR(shock, Vector({{0.003165, -0.9998}}), 1e-4);
}

TEST(WeakForm, SaysWhatIsWrong) {
  EXPECT_REFUSED(weak_candidates(burgers(), {.subdomains = 8}),
                 "subdomains: must be more than the 8 terms, got 8");
  EXPECT_REFUSED(weak_candidates(burgers(), {.test_power = 0}), "test_power: must be at least 1");
  Field broken = burgers();
  broken.values(3, 4) = std::nan("");
  EXPECT_REFUSED(weak_candidates(broken), "field: must be finite everywhere (row 3, column 4)");
}

}  // namespace
}  // namespace elto
