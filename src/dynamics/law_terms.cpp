// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law_terms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include "linalg/known_size.hpp"

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
      last_.push_back(0);
      continue;
    }
    const Index last = place->back();
    require(last >= 0 && last < variables, "factor", "one of the variables", last);
    const Monomial rest(place->begin(), place->end() - 1);
    const auto parent = std::find(monomials_.begin(), place, rest);
    require(parent != place, "monomials", "each behind the one without its last factor",
            place - monomials_.begin());
    parents_.push_back(parent - monomials_.begin());
    last_.push_back(last);
  }
}

void LawTerms::evaluate(const double* x, double* values, double* gradients) const {
  for (Index term = 0; term < count(); ++term) evaluate(variables_, term, x, values, gradients);
}

void LawTerms::evaluate(const std::vector<Index>& some, const double* x, double* values,
                        double* gradients) const {
  with_known_size(variables_, [&](auto n) {
    for (const Index term : some) evaluate(n, term, x, values, gradients);
  });
}

template <class Size>
void LawTerms::evaluate(Size n, Index term, const double* x, double* values,
                        double* gradients) const {
  double* gradient = gradients + term * n;
  if (term < monomial_count()) {
    const Index parent = parents_[static_cast<std::size_t>(term)];
    if (parent < 0) {
      for (Index i = 0; i < n; ++i) gradient[i] = 0.0;
      values[term] = 1.0;
      return;
    }
    // phi = parent x_last
    const Index last = last_[static_cast<std::size_t>(term)];
    const double* parent_gradient = gradients + parent * n;
    values[term] = values[parent] * x[last];
    for (Index i = 0; i < n; ++i) gradient[i] = parent_gradient[i] * x[last];
    gradient[last] += values[parent];
    return;
  }
  const Index q = term - monomial_count();
  double square = 0.0;
  for (Index i = 0; i < n; ++i) {
    const double away = (x[i] - centres_(q, i)) / widths_[i];
    gradient[i] = -away / widths_[i];
    square += away * away;
  }
  const double value = std::exp(-0.5 * square);
  values[term] = value;
  for (Index i = 0; i < n; ++i) gradient[i] *= value;
}

std::vector<Index> LawTerms::with_factors(const std::vector<Index>& some) const {
  std::vector<char> needed(static_cast<std::size_t>(count()), 0);
  for (Index term : some)
    while (term >= 0 && !needed[static_cast<std::size_t>(term)]) {
      needed[static_cast<std::size_t>(term)] = 1;
      term = term < monomial_count() ? parents_[static_cast<std::size_t>(term)] : -1;
    }
  std::vector<Index> all;
  for (Index term = 0; term < count(); ++term)
    if (needed[static_cast<std::size_t>(term)]) all.push_back(term);
  return all;
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
