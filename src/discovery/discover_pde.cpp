// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/discover_pde.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/discovery/noise_corrected.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace elto {
namespace {

using Terms = std::vector<Index>;

struct Draw {
  Candidates candidates;
  Equation equation;
};

std::vector<Draw> make_draws(const Field& field, const PdeOptions& options) {
  std::vector<Draw> draws(static_cast<std::size_t>(options.draws));
  ThreadPool(options.threads).run(options.draws, [&](Index i) {
    Draw& draw = draws[static_cast<std::size_t>(i)];
    WeakOptions weak = options.weak;
    weak.seed += static_cast<std::uint32_t>(i);
    draw.candidates = weak_candidates(field, weak);
    draw.equation = select(draw.candidates, options.selection);
  });
  return draws;
}

/// Of equally frequent ones the shortest, then the one of the first terms; there must be one.
Terms most_frequent(const std::map<Terms, Index>& counts) {
  return std::ranges::max_element(
             counts, {},
             [](const auto& entry) { return std::pair(entry.second, -std::ssize(entry.first)); })
      ->first;
}

/// Coefficients of all draws (rows) for the terms of the equation, and their standard errors.
struct Refits {
  Matrix coefficients, standard_errors;
};

Refits refits(const std::vector<Draw>& draws, const Terms& terms) {
  const Index rows = std::ssize(draws), k = std::ssize(terms);
  Refits made{Matrix(rows, k), Matrix(rows, k)};
  for (Index i = 0; i < rows && k > 0; ++i) {
    const Equation fit = least_squares(draws[static_cast<std::size_t>(i)].candidates, terms);
    made.coefficients.row(i) = fit.coefficients.transpose();
    made.standard_errors.row(i) = fit.standard_errors.transpose();
  }
  return made;
}

void summarise(PdeTerm& term, const Vector& coefficients, const Vector& errors, double z) {
  const Index draws = coefficients.size();
  term.coefficient = coefficients.mean();
  if (draws > 1)
    term.spread = std::sqrt((coefficients.array() - term.coefficient).square().sum() /
                            static_cast<double>(draws - 1));
  term.standard_error = std::sqrt(errors.squaredNorm() / static_cast<double>(draws));
  const double reach = z * std::hypot(term.spread, term.standard_error);
  term.low = term.coefficient - reach;
  term.high = term.coefficient + reach;
}

/// What noise does to the coefficients is taken out of them.
void correct(PdeDiscovery& found, const Field& field, const PdeOptions& options) {
  const NoiseCorrected corrected =
      noise_corrected(field, found.equation, options.noise, options.weak);
  found.corrected = corrected.definite;
  if (!corrected.definite) return;
  const double reach = boost::math::quantile(boost::math::students_t(corrected.freedom),
                                             0.5 + options.confidence / 2.0);
  for (std::size_t i = 0; i < found.equation.size(); ++i) {
    PdeTerm& term = found.terms[static_cast<std::size_t>(found.equation[i])];
    const auto k = static_cast<Index>(i);
    term.coefficient = corrected.coefficients[k];
    term.standard_error = std::sqrt(corrected.covariance(k, k));
    term.low = term.coefficient - reach * term.standard_error;
    term.high = term.coefficient + reach * term.standard_error;
  }
}

}  // namespace

void validate(const PdeOptions& options) {
  validate(options.weak);
  require(options.draws >= 1, "draws", "at least 1", options.draws);
  require(options.confidence > 0.0 && options.confidence < 1.0, "confidence", "in (0, 1)",
          options.confidence);
  require(options.noise >= 0.0 && std::isfinite(options.noise), "noise", "at least 0",
          options.noise);
}

PdeDiscovery discover_pde(const Field& field, const PdeOptions& options) {
  validate(options);
  validate(field);
  const std::vector<Draw> draws = make_draws(field, options);
  PdeDiscovery found{.draws = options.draws};
  for (const std::string& name : draws.front().candidates.names)
    found.terms.push_back({.name = name});
  std::map<Terms, Index> counts;
  for (const Draw& draw : draws) {
    ++counts[draw.equation.terms];
    for (const Index j : draw.equation.terms) ++found.terms[static_cast<std::size_t>(j)].chosen;
  }
  found.equation = most_frequent(counts);
  found.agreeing = counts[found.equation];
  const Refits fits = refits(draws, found.equation);
  const double z = boost::math::quantile(boost::math::normal(), 0.5 + options.confidence / 2.0);
  for (std::size_t i = 0; i < found.equation.size(); ++i)
    summarise(found.terms[static_cast<std::size_t>(found.equation[i])],
              fits.coefficients.col(static_cast<Index>(i)),
              fits.standard_errors.col(static_cast<Index>(i)), z);
  if (options.noise > 0.0) correct(found, field, options);
  return found;
}

std::string to_text(const PdeDiscovery& discovery) {
  Equation equation{.terms = discovery.equation,
                    .coefficients = Vector(std::ssize(discovery.equation))};
  std::vector<std::string> names;
  for (const PdeTerm& term : discovery.terms) names.push_back(term.name);
  for (Index i = 0; i < equation.coefficients.size(); ++i)
    equation.coefficients[i] =
        discovery.terms[static_cast<std::size_t>(equation.terms[static_cast<std::size_t>(i)])]
            .coefficient;
  return to_text(equation, names, "u_t");
}

}  // namespace elto
