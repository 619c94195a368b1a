// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/ode.hpp"

#include <algorithm>

#include "elto/core/error.hpp"

#include "discovery/sampling.hpp"

namespace elto {
namespace {

bool within(const std::vector<Index>& places, Index count) {
  return std::ranges::all_of(places, [&](Index i) { return i >= 0 && i < count; });
}

}  // namespace

Index Ode::coefficient_count() const {
  Index count = 0;
  for (const Equation& equation : equations) count += std::ssize(equation.terms);
  return count;
}

void validate(const Ode& ode) {
  require(ode.dimension() >= 1, "equations", "at least 1", ode.dimension());
  require(std::ssize(ode.channels) == ode.dimension(), "channels",
          concat("one for each equation, ", ode.dimension()), ode.channels.size());
  for (const Monomial& term : ode.terms)
    require(within(term, ode.dimension()), "terms",
            concat("products of the ", ode.dimension(), " channels"), "another factor");
  for (std::size_t i = 0; i < ode.equations.size(); ++i) {
    const Equation& equation = ode.equations[i];
    const std::string argument = concat("equation of ", ode.channels[i]);
    require(within(equation.terms, std::ssize(ode.terms)), argument,
            concat("of the ", ode.terms.size(), " terms"), "another one");
    require(equation.coefficients.size() == std::ssize(equation.terms), argument,
            concat("with a coefficient for each term, ", equation.terms.size()),
            equation.coefficients.size());
  }
}

Vector coefficients_of(const Ode& ode) {
  Vector all(ode.coefficient_count());
  Index first = 0;
  for (const Equation& equation : ode.equations) {
    all.segment(first, equation.coefficients.size()) = equation.coefficients;
    first += equation.coefficients.size();
  }
  return all;
}

void set_coefficients(Ode& ode, const VectorView& coefficients) {
  require(coefficients.size() == ode.coefficient_count(), "coefficients",
          concat("one for each term of the equations, ", ode.coefficient_count()),
          coefficients.size());
  Index first = 0;
  for (Equation& equation : ode.equations) {
    const Index count = std::ssize(equation.terms);
    equation.coefficients = coefficients.segment(first, count);
    first += count;
  }
}

void validate(const OdeOptions& options) {
  validate(options.polynomial);
}

Ode discover_ode(const Series& series, const OdeOptions& options) {
  validate(options);
  Ode ode{.terms = candidate_monomials(series.dimension(), options.polynomial)};
  for (const Candidates& candidates : polynomial_candidates(series, options.polynomial))
    ode.equations.push_back(select(candidates, options.selection));
  ode.channels = channel_names(series);
  return ode;
}

std::string to_text(const Ode& ode) {
  std::vector<std::string> names;
  for (const Monomial& term : ode.terms) names.push_back(name_of(term, ode.channels));
  std::string lines;
  for (std::size_t i = 0; i < ode.equations.size(); ++i)
    lines.append(to_text(ode.equations[i], names, concat(ode.channels[i], "'"))).append("\n");
  return lines;
}

}  // namespace elto
