// SPDX-License-Identifier: Apache-2.0
#include "pde_search.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "elto/discovery/strong_form.hpp"
#include "elto/series/wavelet_noise.hpp"

#include "found_terms.hpp"
#include "option_value.hpp"

namespace elto::command {

namespace {

constexpr const char* kWeakGroup = "Weak form";
constexpr const char* kStrongGroup = "Form polynomial";

bool is_drawn(const PdeSearch& search) {
  return search.form == PdeForm::weak || search.form == PdeForm::conservative;
}

PdeOptions pde_options(const PdeSearch& search) {
  PdeOptions options = search.options;
  options.weak.products =
      search.form == PdeForm::conservative ? WeakProducts::conservative : WeakProducts::differences;
  options.selection = rule_of(search.selection);
  return options;
}

Candidates candidates_of(const Field& field, const PdeSearch& search) {
  const TermOptions& terms = search.options.weak.terms;
  if (is_drawn(search)) return weak_candidates(field, pde_options(search).weak);
  if (search.form == PdeForm::strong) return strong_candidates(field, {.terms = terms});
  return strong_candidates(field, {.terms = terms, .differentiation = search.polynomial});
}

std::vector<Factor> factors_of(const Term& term) {
  std::vector<Factor> factors;
  if (term.power > 0) factors.push_back({.symbol = "u", .index = "", .power = term.power});
  if (term.order > 0)
    factors.push_back(
        {.symbol = "u", .index = std::string(static_cast<std::size_t>(term.order), 'x')});
  return factors;
}

FoundTerm found_term(const PdeTerm& term) {
  return {.name = term.name,
          .chosen = term.chosen,
          .coefficient = term.coefficient,
          .spread = term.spread,
          .standard_error = term.standard_error,
          .low = term.low,
          .high = term.high};
}

FoundEquation by_draws(const Field& field, const PdeSearch& search) {
  PdeOptions options = pde_options(search);
  if (search.correct) options.noise = wavelet_noise(field);
  const PdeDiscovery found = discover_pde(field, options);
  FoundEquation equation{.text = to_text(found),
                         .draws = found.draws,
                         .agreeing = found.agreeing,
                         .corrected = found.corrected};
  for (const PdeTerm& term : found.terms) equation.terms.push_back(found_term(term));
  for (const Index j : found.equation)
    equation.terms[static_cast<std::size_t>(j)].in_equation = true;
  return equation;
}

FoundEquation by_points(const Candidates& candidates, const PdeSearch& search) {
  const Equation chosen = select(candidates, rule_of(search.selection));
  FoundEquation equation{.text = to_text(chosen, candidates.names, "u_t")};
  equation.terms = found_terms(chosen, candidates.names, search.options.confidence);
  return equation;
}

}  // namespace

void PdeSearch::take(const CommonOptions& common) {
  options.weak.seed = common.seed;
  options.threads = common.threads;
}

std::vector<Option> options_of(PdeSearch& search) {
  WeakOptions& weak = search.options.weak;
  return joined(
      {{option("highest_power", "N", weak.terms.highest_power, "Highest power of u in a term",
               kEquationGroup),
        option("highest_order", "N", weak.terms.highest_order,
               "Highest order of a derivative in a term", kEquationGroup),
        flag("constant", weak.terms.constant, "With a constant term", kEquationGroup),
        option("form", "FORM", search.form,
               "Where the terms come from: integrals over random rectangles (weak; conservative "
               "without finite differences in u u_x, for fields with little noise), or "
               "derivatives at each point by finite differences (strong) or local polynomials",
               kEquationGroup)},
       options_of(search.selection),
       {option("confidence", "X", search.options.confidence, "Of the intervals, between 0 and 1",
               kEquationGroup),
        option("correct", "true|false", search.correct,
               "Take out of the coefficients what noise in the terms does to them: it pulls them "
               "towards 0. The noise is white and as large as wavelets find it",
               kWeakGroup),
        option("draws", "N", search.options.draws,
               "How often rectangles are drawn; the equation is the one that most draws choose",
               kWeakGroup),
        option("subdomains", "N", weak.subdomains, "Rectangles of a draw", kWeakGroup),
        option("half_width", "X", weak.half_width,
               "Of a rectangle, over the length of the axis; below 0.5", kWeakGroup),
        option("test_power", "N", weak.test_power, "Power p of the test function (1 - s^2)^p",
               kWeakGroup),
        option("polynomial.degree", "N", search.polynomial.degree, "Degree of local polynomials",
               kStrongGroup),
        option("polynomial.half_width", "N", search.polynomial.half_width,
               "Points to each side that they are fitted to", kStrongGroup)}});
}

PdeFound find_pde(const Field& field, const PdeSearch& search) {
  validate(pde_options(search));
  PdeFound found;
  const Candidates candidates = candidates_of(field, search);
  validate(candidates);
  found.equation = is_drawn(search) ? by_draws(field, search) : by_points(candidates, search);
  FoundEquation& equation = found.equation;
  equation.left = "u_t";
  equation.left_factor = {.symbol = "u", .index = "t"};
  equation.confidence = search.options.confidence;
  const std::vector<Term> terms = candidate_terms(search.options.weak.terms);
  for (std::size_t j = 0; j < terms.size(); ++j) equation.terms[j].factors = factors_of(terms[j]);
  add_path(equation, candidates, search.selection, found.warnings);
  return found;
}

}  // namespace elto::command
