// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/polynomial_form.hpp"

#include "elto/core/error.hpp"
#include "elto/discovery/finite_difference.hpp"
#include "elto/series/field.hpp"

namespace elto {
namespace {

/// The channels that are multiplied, ascending; none: 1.
using Monomial = std::vector<Index>;

void append_monomials(std::vector<Monomial>& monomials, const Monomial& factors, Index first,
                      Index left, Index dimension) {
  if (left == 0) {
    monomials.push_back(factors);
    return;
  }
  for (Index i = first; i < dimension; ++i) {
    Monomial more = factors;
    more.push_back(i);
    append_monomials(monomials, more, i, left - 1, dimension);
  }
}

std::vector<Monomial> monomials_of(Index dimension, const PolynomialOptions& options) {
  std::vector<Monomial> monomials;
  for (Index degree = options.constant ? 0 : 1; degree <= options.degree; ++degree)
    append_monomials(monomials, {}, 0, degree, dimension);
  return monomials;
}

std::string name_of(const Monomial& monomial, const std::vector<std::string>& channels) {
  std::string name;
  for (std::size_t i = 0; i < monomial.size();) {
    std::size_t end = i;
    while (end < monomial.size() && monomial[end] == monomial[i]) ++end;
    name.append(name.empty() ? "" : " ").append(channels[static_cast<std::size_t>(monomial[i])]);
    if (end - i > 1) name.append(concat("^", end - i));
    i = end;
  }
  return name.empty() ? "1" : name;
}

Vector values_of(const Monomial& monomial, const Matrix& rows) {
  Vector values = Vector::Ones(rows.rows());
  for (const Index i : monomial) values.array() *= rows.col(i).array();
  return values;
}

std::vector<std::string> names_of_channels(const Series& series) {
  std::vector<std::string> names = series.channels;
  for (Index i = std::ssize(names); i < series.dimension(); ++i) names.push_back(concat("x", i));
  return names;
}

}  // namespace

void validate(const PolynomialOptions& options) {
  require(options.degree >= 1, "degree", "at least 1", options.degree);
}

std::vector<Candidates> polynomial_candidates(const Series& series,
                                              const PolynomialOptions& options) {
  validate(options);
  validate(series);
  require(series.rows() >= 3, "rows", "at least 3", series.rows());
  require(series.values.allFinite(), "series", "without missing entries", "missing ones");
  const std::vector<std::string> channels = names_of_channels(series);
  const std::vector<Monomial> monomials = monomials_of(series.dimension(), options);
  Candidates terms{.terms = Matrix(series.rows(), std::ssize(monomials))};
  for (std::size_t j = 0; j < monomials.size(); ++j) {
    terms.terms.col(static_cast<Index>(j)) = values_of(monomials[j], series.values);
    terms.names.push_back(name_of(monomials[j], channels));
  }
  const double step = series.time.empty() ? 1.0 : regular_step(series.time.values, "time");
  const Matrix derivative = time_difference(series.values, 1, step);
  std::vector<Candidates> equations;
  for (Index i = 0; i < series.dimension(); ++i) {
    equations.push_back(terms);
    equations.back().response = derivative.col(i);
  }
  return equations;
}

}  // namespace elto
