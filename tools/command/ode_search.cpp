// SPDX-License-Identifier: Apache-2.0
#include "ode_search.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/discovery/identify_ode.hpp"
#include "elto/discovery/trajectory.hpp"
#include "elto/series/field.hpp"

#include "common_options.hpp"
#include "found_terms.hpp"
#include "option_value.hpp"

namespace elto::command {

namespace {

std::vector<Factor> factors_of(const Monomial& monomial, const std::vector<std::string>& channels) {
  std::vector<Factor> factors;
  for (const Index channel : monomial) {
    const std::string& symbol = channels[static_cast<std::size_t>(channel)];
    if (!factors.empty() && factors.back().symbol == symbol)
      ++factors.back().power;
    else
      factors.push_back({.symbol = symbol});
  }
  return factors;
}

Matrix trajectory_of(const Ode& ode, const Series& rows, const OdeSearch& search) {
  const double step = rows.time.empty() ? 1.0 : regular_step(rows.time.values, "time");
  return trajectory(ode, rows.values.row(0).transpose(),
                    {.rows = rows.rows(), .time_step = step, .substeps = search.substeps})
      .values;
}

TrajectoryMatch matched(const Ode& ode, const Series& noisy, const Series& rows,
                        const OdeSearch& search) {
  if (search.method == OdeMethod::trajectories)
    return identify_ode(noisy, rows,
                        {.polynomial = polynomial_of(search),
                         .largest_size = search.selection.largest_size,
                         .substeps = search.substeps})
        .match;
  return match_trajectory(ode, rows,
                          {.free_start = search.free_start, .substeps = search.substeps});
}

std::vector<FoundEquation> found_equations(const Ode& ode, const Series& rows,
                                           const OdeSearch& search,
                                           std::vector<std::string>& warnings) {
  std::vector<std::string> names;
  for (const Monomial& term : ode.terms) names.push_back(name_of(term, ode.channels));
  const std::vector<Candidates> candidates = polynomial_candidates(rows, polynomial_of(search));
  std::vector<FoundEquation> equations;
  for (std::size_t i = 0; i < ode.equations.size(); ++i) {
    const std::string left = ode.channels[i] + "'";
    FoundEquation& equation = equations.emplace_back();
    equation.left = left;
    equation.left_factor = {.symbol = ode.channels[i] + "\u2032"};
    equation.text = to_text(ode.equations[i], names, left);
    equation.terms = found_terms(ode.equations[i], names, search.confidence);
    equation.confidence = search.confidence;
    for (std::size_t j = 0; j < names.size(); ++j)
      equation.terms[j].factors = factors_of(ode.terms[j], ode.channels);
    if (search.method == OdeMethod::regression)
      add_path(equation, candidates[i], search.selection, warnings);
  }
  return equations;
}

}  // namespace

std::vector<Option> options_of(OdeSearch& search) {
  return joined(
      {{option("method", "HOW", search.method,
               "A law of motion, learned through the filter from the rows as they are; or a "
               "regression on differences of the rows, with the rule below for the number of "
               "terms; or trajectories matched to the rows. The last two want rows that are "
               "equally spaced and complete",
               kEquationGroup),
        option("order", "N", search.order,
               "Of the derivatives that a law gives, 1 or 2; 0: 1 for several channels, 2 for one "
               "and where 1 explains little",
               kEquationGroup),
        option("degree", "N", search.degree,
               "Degree of the polynomials; 0: for a law the likeliest from 1 to 3, otherwise 2",
               kEquationGroup),
        option("constant", "true|false", search.constant, "With a constant term, in a regression",
               kEquationGroup)},
       options_of(search.selection),
       {option("match", "true|false", search.match,
               "Move the coefficients in the end until the whole trajectory fits the rows",
               kEquationGroup),
        option("free_start", "true|false", search.free_start,
               "Let the trajectory begin beside the first row, for noisy series", kEquationGroup),
        option("substeps", "N", search.substeps, "Steps of integration between two rows",
               kEquationGroup),
        option("confidence", "X", search.confidence, "Of the intervals, between 0 and 1",
               kEquationGroup)}});
}

PolynomialOptions polynomial_of(const OdeSearch& search) {
  PolynomialOptions options{.constant = search.constant};
  if (search.degree != 0) options.degree = search.degree;
  return options;
}

OdeFound find_ode(const Series& noisy, const Series& rows, const OdeSearch& search) {
  require(search.confidence > 0.0 && search.confidence < 1.0, "confidence", "in (0, 1)",
          search.confidence);
  Ode ode = discover_ode(
      rows, {.polynomial = polynomial_of(search), .selection = rule_of(search.selection)});
  OdeFound found;
  if (search.match || search.method == OdeMethod::trajectories) {
    TrajectoryMatch match = matched(ode, noisy, rows, search);
    if (match.status.ok()) {
      ode = match.ode;
      if (!match.converged)
        found.warnings.emplace_back(
            "the search for the coefficients did not converge: they may be far off");
      found.match = std::move(match);
    } else {
      found.warnings.push_back(concat(
          "the trajectory of these equations overflows at row ", match.status.step,
          ": coefficients are those of the regression; try --substeps 10, or --size for fewer "
          "terms"));
    }
  }
  found.equations = found_equations(ode, rows, search, found.warnings);
  found.trajectory = found.match ? found.match->trajectory : trajectory_of(ode, rows, search);
  return found;
}

}  // namespace elto::command
