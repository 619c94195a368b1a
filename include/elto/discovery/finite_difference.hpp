// SPDX-License-Identifier: Apache-2.0
// Derivatives of a field by finite differences of second order: central ones inside, at the ends
// the order + 2 points nearest to them.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Weights of the values at the nodes for the derivative at 0; exact for polynomials of a degree
/// less than their number (Fornberg 1988). There must be more nodes than the order.
Vector difference_weights(const VectorView& nodes, Index order);

/// Of each column, along the rows, which are step apart. Throws InvalidArgument for fewer rows than
/// the differences need.
Matrix time_difference(const MatrixView& field, Index order, double step);
/// Of each row, along the columns.
Matrix space_difference(const MatrixView& field, Index order, double step);

}  // namespace elto
