// SPDX-License-Identifier: Apache-2.0
// The equations of a law in the units of the data: products of the channels, and with order 2 of
// their derivatives, with coefficients as the time column counts time,
//   x' = sum theta_p prod x_i^e_pi
// What the model is learned in, y = offset + scale s and times in steps, is multiplied out.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/monomial.hpp"
#include "elto/model/signal_model.hpp"

namespace elto {

struct EquationTerm {
  Monomial product =
      {};  ///< of its channels; behind them, with order 2, the derivatives; then its inputs
  double coefficient = 0.0, standard_error = 0.0;
};

/// Of the derivative of the law's order of one of its channels.
struct LawEquation {
  Index channel = 0;
  std::vector<EquationTerm> terms = {};
  Index bumps = 0;  ///< beside the products
};
std::vector<LawEquation> equations_of(const SignalLaw& law);

/// Of the coefficients of all terms, equation by equation in their order.
Matrix covariance_of_terms(const SignalLaw& law);

/// Of its channels, among those of all columns.
std::vector<std::string> names_of(const SignalLaw& law, const std::vector<std::string>& names);

/// "x' = -10.01 x + 10.01 y"; the names are those of all columns, and of all inputs of the model.
std::string to_text(const LawEquation& equation, const SignalLaw& law,
                    const std::vector<std::string>& names,
                    const std::vector<std::string>& inputs = {});

}  // namespace elto
