// SPDX-License-Identifier: Apache-2.0
// How well the rows tell the parameters of a fit: the covariance of their logarithms, H^-1 with H
// the Hessian of the negative log posterior. What it does to the signal is the business of
// filter/parameter_variance.hpp.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/fit_family.hpp"

namespace elto {

/// Of LinearModel::logs(); the series are those that the fit was learned from. Where the posterior
/// is flat, or no maximum, a logarithm is known to within 2.5.
Matrix parameter_covariance(const FamilyFit& fit, const std::vector<Rows>& series);

}  // namespace elto
