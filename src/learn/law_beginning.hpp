// SPDX-License-Identifier: Apache-2.0
// What a law begins as: the trend without terms, where that says the motion was, and the terms that
// a family has there.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/fit_law.hpp"

namespace elto {

LawModel without_terms(LawModel model, Index order);
/// The states of all series, as the trend smooths them; empty where it fails.
Matrix path_of(const std::vector<LawRows>& series, const LawModel& trend);
/// Inputs on the way, of all series.
Matrix inputs_of(const std::vector<LawRows>& series);
/// Along a path of coordinates, and of inputs behind them. Bumps are at places of it.
LawTerms terms_of(const LawFamily& family, const Matrix& path, Index coordinates);

}  // namespace elto
