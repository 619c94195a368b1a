// SPDX-License-Identifier: Apache-2.0
// Derivatives by local polynomials, as Savitzky and Golay do it: at each point a polynomial is
// fitted to the points around it by least squares and differentiated. Smoother than finite
// differences; points nearer to an end than the half-width are left out.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

struct LocalPolynomial {
  Index degree = 4;       ///< at least the order of the derivative
  Index half_width = 10;  ///< points to each side; 2 half_width must be at least the degree
};
void validate(const LocalPolynomial& options);

/// Weights of the 2 half_width + 1 points for the derivative at their middle, for a step of 1.
Vector local_polynomial_weights(const LocalPolynomial& options, Index order);

/// Of each column, along the rows: without the first and last half_width rows.
Matrix time_derivative(const MatrixView& field, Index order, double step,
                       const LocalPolynomial& options);
/// Of each row, along the columns: without the first and last half_width columns.
Matrix space_derivative(const MatrixView& field, Index order, double step,
                        const LocalPolynomial& options);

}  // namespace elto
