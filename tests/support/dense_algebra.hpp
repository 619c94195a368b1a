// SPDX-License-Identifier: Apache-2.0
// Textbook algebra for oracles, compiled once.
#pragma once

#include "elto/core/types.hpp"

namespace elto::testing {

Matrix dense_inverse(const MatrixView& A);
/// Solves A X = B for general A.
/// One product for all: every other expression would be instantiated anew.
Matrix product(const MatrixView& A, const MatrixView& B);
Matrix dense_solve(const MatrixView& A, const MatrixView& B);
/// Eigenvalues of the symmetric part, ascending.
Vector symmetric_eigenvalues(const MatrixView& A);

}  // namespace elto::testing
