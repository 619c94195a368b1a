// SPDX-License-Identifier: Apache-2.0
// Sparse regression by dropping small coefficients, again and again. Quick for any number of terms,
// but it wants a threshold, and coefficients of one size.
#pragma once

#include <cstdint>

#include "elto/discovery/candidates.hpp"

namespace elto {

/// STLSQ (Brunton, Proctor, Kutz, PNAS 2016): ridge regression, drop |w| < threshold, repeat until
/// nothing changes.
struct Stlsq {
  double threshold = 0.1;
  double ridge = 0.05;         ///< alpha
  bool scale_columns = false;  ///< compare coefficients of columns of norm 1
};
void validate(const Stlsq& options);
/// Without terms if all coefficients are small.
Equation stlsq(const Candidates& candidates, const Stlsq& options = {});

/// STRidge (Rudy, Brunton, Proctor, Kutz, Science Advances 2017): the same with columns of norm 1,
/// its threshold found by a search. Each is judged on a random fifth of the rows by |y - X w| +
/// penalty |w|_0; the threshold rises as long as that does not get worse.
struct Stridge {
  double ridge = 1e-5;
  double first_step = 1.0;  ///< of the threshold
  Index rounds = 25;
  double penalty = 1e-3;   ///< times the condition number of X
  std::uint32_t seed = 0;  ///< of the rows left out
};
void validate(const Stridge& options);
/// Refitted to all rows.
Equation stridge(const Candidates& candidates, const Stridge& options = {});

/// STRidge for a threshold that is known: the columns that stay, of y and X as they are. If the
/// threshold is above all coefficients, none is dropped.
std::vector<Index> stridge_terms(const MatrixView& X, const VectorView& y, double ridge,
                                 double threshold);

}  // namespace elto
