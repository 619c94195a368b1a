// SPDX-License-Identifier: Apache-2.0
// Products of channels: the terms of polynomial equations.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// The channels that are multiplied, ascending, each as often as its power says; none: 1.
using Monomial = std::vector<Index>;

/// Of the channels 0 to dimension - 1, by degree: 1, x, y, x^2, x y, y^2, ...
std::vector<Monomial> monomials(Index dimension, Index lowest_degree, Index highest_degree);

/// "1", "x", "x^2 y"
std::string name_of(const Monomial& monomial, const std::vector<std::string>& channels);

/// In each row.
Vector values_of(const Monomial& monomial, const MatrixView& rows);

}  // namespace elto
