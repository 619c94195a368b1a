// SPDX-License-Identifier: Apache-2.0
#include "found_terms.hpp"

#include <algorithm>

#include "elto/discovery/best_subsets.hpp"
#include "elto/discovery/information_criteria.hpp"

#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>

namespace elto::command {
namespace {

std::vector<SizeStep> size_path(const Candidates& candidates, Index largest_size) {
  const std::vector<Equation> equations = best_subsets(candidates, largest_size);
  const std::vector<SizeScore> scores = score(candidates, equations);
  if (scores.empty()) return {};
  const double lambda = ubic_choice(scores, candidates.rows()).lambda;
  std::vector<SizeStep> path;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    SizeStep step{.bic = scores[i].bic, .ubic = ubic(scores[i], candidates.rows(), lambda)};
    for (const Index j : equations[i].terms)
      step.terms.push_back(candidates.names[static_cast<std::size_t>(j)]);
    path.push_back(std::move(step));
  }
  return path;
}

}  // namespace

std::vector<FoundTerm> found_terms(const Equation& equation, const std::vector<std::string>& names,
                                   double confidence) {
  const double z = boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2.0);
  std::vector<FoundTerm> terms;
  terms.reserve(names.size());
  for (const std::string& name : names) terms.push_back({.name = name});
  for (std::size_t i = 0; i < equation.terms.size(); ++i) {
    FoundTerm& term = terms[static_cast<std::size_t>(equation.terms[i])];
    term.in_equation = true;
    term.coefficient = equation.coefficients[static_cast<Index>(i)];
    term.standard_error = equation.standard_errors[static_cast<Index>(i)];
    term.low = term.coefficient - z * term.standard_error;
    term.high = term.coefficient + z * term.standard_error;
  }
  return terms;
}

void add_path(FoundEquation& equation, const Candidates& candidates,
              const SelectionArguments& selection, std::vector<std::string>& warnings) {
  if (!tries_subsets(selection)) return;
  const Index largest = selection.largest_size;
  equation.path = size_path(candidates, largest);
  const Index sought = largest == 0 ? candidates.count() : std::min(largest, candidates.count());
  if (std::ssize(equation.path) < sought)
    warnings.push_back(fmt::format(
        "{}: of {} terms only {} are independent in these data, others are combinations of them, "
        "and which ones belong to the equation cannot be told; use fewer terms or other data",
        equation.left, candidates.count(), equation.path.size()));
}

}  // namespace elto::command
