// SPDX-License-Identifier: Apache-2.0
// What a law begins as: the trend without terms, where that says the motion was, and the terms that
// a family has there.
#pragma once

#include <optional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/fit_law.hpp"
#include "elto/learn/law_prior.hpp"

namespace elto {

LawModel without_terms(LawModel model, Index order);
/// The states of all series, as the trend smooths them; empty where it fails.
Matrix path_of(const std::vector<LawRows>& series, const LawModel& trend);
/// Inputs on the way, of all series.
Matrix inputs_of(const std::vector<LawRows>& series);
/// Along a path of coordinates, and of inputs behind them. Bumps are at places of it.
LawTerms terms_of(const LawFamily& family, const Matrix& path, Index coordinates);

/// Each term in each equation.
std::vector<LawCoefficient> every_coefficient(const Law& law);

/// None where the motion of the trend leaves all bounds.
std::optional<LawPrior> prior_of(const Law& law, const std::vector<LawRows>& series,
                                 const LawModel& start);

/// The model of a known law where others of its terms are 0: those that stay move to where they are
/// likeliest without them.
LawModel with_just(const LawFit& known, const std::vector<LawCoefficient>& terms);

}  // namespace elto
