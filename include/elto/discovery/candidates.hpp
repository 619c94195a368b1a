// SPDX-License-Identifier: Apache-2.0
// A regression whose unknowns are the coefficients of an equation: y = X xi, a column of X for each
// candidate term, most of xi 0. Where rows come from is left open: integrals, points, times.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct Candidates {
  Matrix terms = {};                    ///< X, n x p
  Vector response = {};                 ///< y, n
  std::vector<std::string> names = {};  ///< p

  Index rows() const { return terms.rows(); }
  Index count() const { return terms.cols(); }
};

/// Throws InvalidArgument unless sizes fit, there are more rows than terms, and all is finite.
void validate(const Candidates& candidates);

/// Some of the candidates with their coefficients by least squares.
struct [[nodiscard]] Equation {
  std::vector<Index> terms = {};  ///< columns, ascending
  Vector coefficients = {};       ///< one for each of these
  Vector standard_errors = {};    ///< as if rows were independent and their errors of equal size
  double residual = 0.0;          ///< sum of squares
};
Equation least_squares(const Candidates& candidates, std::vector<Index> terms);

/// "u_t = -0.99 u u_x + 0.1 u_xx"; the left-hand side is given.
std::string to_text(const Equation& equation, const std::vector<std::string>& names,
                    std::string_view left);

}  // namespace elto
