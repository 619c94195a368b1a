// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/polynomial_form.hpp"

#include "elto/core/error.hpp"
#include "elto/discovery/finite_difference.hpp"

#include "discovery/sampling.hpp"

namespace elto {

void validate(const PolynomialOptions& options) {
  require(options.degree >= 1, "degree", "at least 1", options.degree);
}

std::vector<Monomial> candidate_monomials(Index dimension, const PolynomialOptions& options) {
  return monomials(dimension, options.constant ? 0 : 1, options.degree);
}

std::vector<Candidates> polynomial_candidates(const Series& series,
                                              const PolynomialOptions& options) {
  validate(options);
  const double step = complete_time_step(series);
  require(series.rows() >= 3, "rows", "at least 3", series.rows());
  const std::vector<std::string> channels = channel_names(series);
  const std::vector<Monomial> made = candidate_monomials(series.dimension(), options);
  Candidates terms{.terms = Matrix(series.rows(), std::ssize(made))};
  for (std::size_t j = 0; j < made.size(); ++j) {
    terms.terms.col(static_cast<Index>(j)) = values_of(made[j], series.values);
    terms.names.push_back(name_of(made[j], channels));
  }
  const Matrix derivative = time_difference(series.values, 1, step);
  std::vector<Candidates> equations;
  for (Index i = 0; i < series.dimension(); ++i) {
    equations.push_back(terms);
    equations.back().response = derivative.col(i);
  }
  return equations;
}

}  // namespace elto
