// SPDX-License-Identifier: Apache-2.0
// Laws of motion for tests: none at all, and one of two channels with products up to the second
// degree.
#pragma once

#include "elto/core/types.hpp"
#include "elto/dynamics/law.hpp"
#include "elto/dynamics/monomial.hpp"
#include "elto/model/law_model.hpp"

namespace elto::testing {

/// A trend of every channel, or with order 2 a trend of a trend.
inline LawModel no_law(Index channels, Index order = 1) {
  LawModel model{.noise = Vector::Constant(channels, 0.1), .centre = Vector::Zero(channels)};
  model.law = {.channels = channels,
               .order = order,
               .terms = {},
               .coefficients = Matrix(0, channels),
               .level_noise = Vector::Constant(channels, 2e-3),
               .drift_noise = Vector::Constant(channels, 5e-3),
               .memory = 1e12};
  return model;
}

/// s' = -a s + b u + z, of one channel.
inline LawModel driven_law(double a, double b) {
  LawModel model = no_law(1);
  model.law.inputs = 1;
  model.law.terms = LawTerms(2, {{}, {0}, {1}});
  model.law.coefficients = Vector{{0.0, -a, b}};
  return model;
}

inline LawModel quadratic_law(Index order = 1) {
  LawModel model = no_law(2, order);
  model.law.terms = LawTerms(2 * order, monomials(2 * order, 0, 2));
  model.law.coefficients = Matrix::Zero(model.law.terms.count(), 2);
  model.law.coefficients.topRows(6) << 0.02, -0.01,  //
      -0.1, 0.2,                                     //
      -0.3, -0.05,                                   //
      0.02, 0.03,                                    //
      -0.04, 0.01,                                   //
      0.01, -0.02;
  model.law.memory = 7.0;
  return model;
}

}  // namespace elto::testing
