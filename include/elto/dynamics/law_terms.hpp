// SPDX-License-Identifier: Apache-2.0
// The functions that a law of motion is a sum of: products of the coordinates, and bumps around
// places in their space,
//   phi_p(x) = prod_i x_i^e_pi,   phi_q(x) = exp(-|(x - c_q) / w|^2 / 2)
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/monomial.hpp"

namespace elto {

class LawTerms {
 public:
  LawTerms() = default;
  /// Of every monomial the one without its last factor must be there, before it. Throws
  /// InvalidArgument if it is not, or if a factor is none of the variables.
  LawTerms(Index variables, std::vector<Monomial> monomials);
  /// A row of centres for each bump, w by variable and positive.
  LawTerms(Index variables, std::vector<Monomial> monomials, Matrix centres, Vector widths);

  Index variables() const { return variables_; }
  Index count() const { return monomial_count() + bump_count(); }
  Index monomial_count() const { return static_cast<Index>(monomials_.size()); }
  Index bump_count() const { return centres_.rows(); }
  const std::vector<Monomial>& monomials() const { return monomials_; }
  const Matrix& centres() const { return centres_; }
  const Vector& widths() const { return widths_; }

  /// phi, and a column of derivatives for each term, variables x count.
  void evaluate(const double* x, double* values, double* gradients) const;
  /// The same of some terms, which are with_factors().
  void evaluate(const std::vector<Index>& some, const double* x, double* values,
                double* gradients) const;
  /// Some terms and those that are needed to compute them, in order.
  std::vector<Index> with_factors(const std::vector<Index>& some) const;

  /// "x^2 y", or "bump at (0.1, 2)".
  std::string name(Index term, const std::vector<std::string>& variables) const;

 private:
  template <class Size>
  void evaluate(Size n, Index term, const double* x, double* values, double* gradients) const;

  Index variables_ = 0;
  std::vector<Monomial> monomials_ = {};
  std::vector<Index> parents_ = {};  // -1: the constant
  std::vector<Index> last_ = {};     // factor, by which each is its parent
  Matrix centres_ = {};
  Vector widths_ = {};
};

}  // namespace elto
