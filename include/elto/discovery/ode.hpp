// SPDX-License-Identifier: Apache-2.0
// A system of ordinary differential equations with polynomials on the right,
//   x_i' = sum_j xi_ij m_j(x),   i = 1 ... D
// and how it is found from a series: one regression for each channel, of finite differences on
// monomials, most xi being 0. Noise pulls coefficients towards 0; trajectory_matching.hpp mends
// that.
#pragma once

#include <string>
#include <vector>

#include "elto/discovery/polynomial_form.hpp"
#include "elto/discovery/selection.hpp"

namespace elto {

struct Ode {
  std::vector<std::string> channels = {};  ///< D names
  std::vector<Monomial> terms = {};        ///< m, shared by all equations
  std::vector<Equation> equations = {};    ///< D; their terms are places in the above

  Index dimension() const { return std::ssize(equations); }
  /// xi that are not 0, of all equations.
  Index coefficient_count() const;
};

/// Throws InvalidArgument unless sizes and places fit.
void validate(const Ode& ode);

/// Equation by equation.
Vector coefficients_of(const Ode& ode);
void set_coefficients(Ode& ode, const VectorView& coefficients);

struct OdeOptions {
  PolynomialOptions polynomial = {};
  SelectionRule selection = Ubic{};
};
void validate(const OdeOptions& options);

/// Throws InvalidArgument for a series that is not regular, has missing rows, or not more rows than
/// there are terms.
Ode discover_ode(const Series& series, const OdeOptions& options = {});

/// A line for each equation: "x' = -0.9052 x + 0.02536 x y"
std::string to_text(const Ode& ode);

}  // namespace elto
