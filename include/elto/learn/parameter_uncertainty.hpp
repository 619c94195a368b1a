// SPDX-License-Identifier: Apache-2.0
// What not knowing the parameters exactly adds to the variance of the signal, which the smoother
// gives for one set of them. By the law of total variance, with theta ~ N(best, H^-1) and H the
// Hessian of the negative log posterior,
//   Var s = E[P(theta)] + Var[m(theta)]
// each to second order, from points one standard deviation away along the eigenvectors of H.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/fit_family.hpp"

namespace elto {

/// To be added to the variance of the signal row by row, of each series; not negative. The series
/// are those that the fit was learned from.
std::vector<Vector> parameter_variance(const FamilyFit& fit, const std::vector<Rows>& series);

}  // namespace elto
