// SPDX-License-Identifier: Apache-2.0
// How far a smoother s is from the truth, without the truth (Stein 1981): of rows y with
// independent normal noise of deviations sigma_j,
//   risk = mean of (s_ij(y) - y_ij)^2 - sigma_j^2 + 2 sigma_j^2 ds_ij/dy_ij
// has the same expectation as the mean squared error. The last term is what a smoother loses that
// follows its own rows; s must be all of it, learning included, or that is missed. It is estimated
// by a random change of all rows at once (Ramani, Blu and Unser 2008),
//   sum sigma_j^2 ds_ij/dy_ij ~ sum sigma_j z_ij (s_ij(y + e sigma z) - s_ij(y)) / e
#pragma once

#include <functional>

#include "elto/core/random.hpp"
#include "elto/core/types.hpp"

namespace elto {

using Smoother = std::function<Matrix(const Matrix& rows)>;

/// deviations: sigma, D of them, at least 0. Rows without missing entries. Not finite if s is not.
double stein_risk(const Smoother& smoother, const Matrix& rows, const RowVector& deviations,
                  Rng& rng);

}  // namespace elto
