// SPDX-License-Identifier: Apache-2.0
// Which of the candidates are the equation: one call for every rule.
#pragma once

#include <variant>

#include "elto/discovery/candidates.hpp"
#include "elto/discovery/information_criteria.hpp"
#include "elto/discovery/stepwise_regression.hpp"
#include "elto/discovery/thresholded_regression.hpp"

namespace elto {

/// The best subset (discovery/best_subsets.hpp) of the size that UBIC, BIC or AIC chooses among
/// sizes up to largest_size (0: all), or of a given one.
struct Ubic {
  UbicOptions options = {};
  Index largest_size = 0;
};
struct Bic {
  Index largest_size = 0;
};
struct Aic {
  Index largest_size = 0;
};
struct FixedSize {
  Index size = 1;  ///< at least 1
};

using SelectionRule = std::variant<Ubic, Bic, Aic, FixedSize, Stlsq, Stridge, Ssr>;

Equation select(const Candidates& candidates, const SelectionRule& rule = Ubic{});

}  // namespace elto
