// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law_terms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

namespace elto {

LawTerms::LawTerms(Index variables, std::vector<Monomial> monomials)
    : LawTerms(variables, std::move(monomials), Matrix(0, variables), Vector::Ones(variables)) {}

LawTerms::LawTerms(Index variables, std::vector<Monomial> monomials, Matrix centres, Vector widths)
    : variables_(variables),
      monomials_(std::move(monomials)),
      centres_(std::move(centres)),
      widths_(std::move(widths)) {
  require(variables >= 1, "variables", "at least 1", variables);
  require(centres_.cols() == variables, "centres", "a column for each variable", centres_.cols());
  require(widths_.size() == variables && (widths_.array() > 0.0).all(), "widths",
          "positive, one for each variable", widths_.size());
  for (auto place = monomials_.begin(); place != monomials_.end(); ++place) {
    if (place->empty()) {
      parents_.push_back(-1);
      continue;
    }
    const Index last = place->back();
    require(last >= 0 && last < variables, "factor", "one of the variables", last);
    const Monomial rest(place->begin(), place->end() - 1);
    const auto parent = std::find(monomials_.begin(), place, rest);
    require(parent != place, "monomials", "each behind the one without its last factor",
            place - monomials_.begin());
    parents_.push_back(parent - monomials_.begin());
  }
}

void LawTerms::evaluate(const double* x, double* values, double* gradients) const {
  const Index n = variables_;
  double* gradient = gradients;
  for (std::size_t p = 0; p < monomials_.size(); ++p, gradient += n) {
    std::fill_n(gradient, n, 0.0);
    if (parents_[p] < 0) {
      values[p] = 1.0;
      continue;
    }
    // phi = parent x_last
    const Index last = monomials_[p].back();
    const double parent = values[parents_[p]];
    const double* parent_gradient = gradients + parents_[p] * n;
    values[p] = parent * x[last];
    for (Index i = 0; i <= last; ++i) gradient[i] = parent_gradient[i] * x[last];
    gradient[last] += parent;
  }
  for (Index q = 0; q < bump_count(); ++q, gradient += n) {
    double square = 0.0;
    for (Index i = 0; i < n; ++i) {
      const double away = (x[i] - centres_(q, i)) / widths_[i];
      gradient[i] = -away / widths_[i];
      square += away * away;
    }
    const double value = std::exp(-0.5 * square);
    values[monomial_count() + q] = value;
    for (Index i = 0; i < n; ++i) gradient[i] *= value;
  }
}

std::string LawTerms::name(Index term, const std::vector<std::string>& variables) const {
  if (term < monomial_count())
    return name_of(monomials_[static_cast<std::size_t>(term)], variables);
  std::string places;
  for (Index i = 0; i < variables_; ++i)
    places += concat(i > 0 ? ", " : "", centres_(term - monomial_count(), i));
  return concat("bump at (", places, ")");
}

}  // namespace elto
