// SPDX-License-Identifier: Apache-2.0
// Equations of motion as they are written on paper (formula.hpp says how),
//   "x' = s (y - x); y' = x (r - z) - y; z' = x y - b z"   where   "s = 10; r = 28; b = 8/3"
// What has a prime is a state. What stands after "where" is known to all that stands behind it, and
// may depend on states too. Noise is the one of Ito, another one in each equation:
//   dx_i = f_i(x, t) dt + g_i(x, t) dW_i   is   "x' = f + g xi"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/systems/formula.hpp"

namespace elto {

class EquationsOfMotion {
 public:
  /// Throws InvalidArgument for what cannot be read.
  explicit EquationsOfMotion(std::string_view equations, std::string_view where = "");

  Index dimension() const { return std::ssize(formulas_); }
  const std::vector<std::string>& states() const { return names_.states; }
  /// Of the polynomials in the states that all right-hand sides are; none if one is something else,
  /// or depends on the time or on a delayed state.
  std::optional<int> degree() const;
  bool is_driven() const;                  ///< depends on the time
  bool is_stochastic() const;              ///< has white noise
  double delay() const { return delay_; }  ///< tau; 0 if there is none

  /// The right-hand sides. Sizes must fit.
  void rates(const Moment& moment, std::span<double> rates) const;
  /// The same of a system without delay, its noise left out: dx/dt = f(x, t).
  Vector operator()(const VectorView& state, double time = 0.0) const;
  /// A quantity that is made of the same names.
  Formula quantity(std::string_view text) const { return Formula(text, names_); }

 private:
  Vocabulary names_;
  std::vector<Formula> formulas_;
  double delay_ = 0.0;
};

}  // namespace elto
