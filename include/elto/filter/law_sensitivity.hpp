// SPDX-License-Identifier: Apache-2.0
// How the states that a filter of a law expects move with coefficients of the law, gains frozen:
//   a part     S <- F S + B
//   an entry   d = e_j S,   S <- S - g d
// so that S C S^T is what not knowing them exactly, but with a covariance C,
// adds to P.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/law_step.hpp"
#include "elto/filter/law_filter.hpp"

namespace elto {

class LawSensitivity {
 public:
  /// The coefficients must outlive it.
  LawSensitivity(const std::vector<LawCoefficient>& coefficients, Index states);

  /// Along a part whose pushes are known.
  void carry(const LawStep& part);
  /// Returns how the expected entry moved with the coefficients.
  Vector take(Index channel, const LawEntry& entry);

  Matrix states;  ///< S, states x coefficients

 private:
  const std::vector<LawCoefficient>* coefficients_;
  Matrix moved_;
};

}  // namespace elto
