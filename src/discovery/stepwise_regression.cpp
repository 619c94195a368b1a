// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/stepwise_regression.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"

#include "discovery/ridge.hpp"

namespace elto {
namespace {

std::vector<Index> without(std::vector<Index> terms, std::size_t place) {
  terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(place));
  return terms;
}

std::size_t place_of_smallest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
}

/// Where in terms the one stands that is to go.
std::size_t next_to_go(const Matrix& X, const Vector& y, const std::vector<Index>& terms,
                       const Ssr& options) {
  std::vector<double> loss;
  if (options.removal == SsrRemoval::coefficient) {
    const Vector w = ridge(X, y, options.ridge, terms);
    for (const Index j : terms) loss.push_back(std::abs(w[j]));
  } else {
    for (std::size_t i = 0; i < terms.size(); ++i)
      loss.push_back((y - X * ridge(X, y, options.ridge, without(terms, i))).squaredNorm());
  }
  return place_of_smallest(loss);
}

}  // namespace

void validate(const Ssr& options) {
  require(options.ridge >= 0.0 && std::isfinite(options.ridge), "ridge", "at least 0, finite",
          options.ridge);
  if (options.kappa)
    require(*options.kappa >= 0.0 && std::isfinite(*options.kappa), "kappa", "at least 0, finite",
            *options.kappa);
}

std::vector<Equation> ssr_path(const Candidates& candidates, const Ssr& options) {
  validate(options);
  validate(candidates);
  const Matrix X = with_unit_norms(candidates.terms).values;
  std::vector<Equation> path;
  for (std::vector<Index> terms = all_columns(candidates.count()); !terms.empty();
       terms = without(terms, next_to_go(X, candidates.response, terms, options)))
    path.push_back(least_squares(candidates, terms));
  std::ranges::reverse(path);
  return path;
}

Equation ssr(const Candidates& candidates, const Ssr& options) {
  std::vector<Equation> path = ssr_path(candidates, options);
  const double per_term = options.kappa ? *options.kappa * condition_number(candidates.terms) : 0.0;
  std::vector<double> cost;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double smaller = i == 0 ? candidates.response.squaredNorm() : path[i - 1].residual;
    cost.push_back(options.kappa ? path[i].residual + per_term * static_cast<double>(i + 1)
                                 : path[i].residual / smaller);
  }
  return std::move(path[place_of_smallest(cost)]);
}

}  // namespace elto
