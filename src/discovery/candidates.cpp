// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "discovery/ridge.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {}  // namespace

void validate(const Candidates& candidates) {
  require(candidates.count() >= 1, "terms", "at least 1", candidates.count());
  require(candidates.rows() > candidates.count(), "rows",
          concat("more than the ", candidates.count(), " terms"), candidates.rows());
  require(candidates.response.size() == candidates.rows(), "response",
          concat("as long as the terms, ", candidates.rows()), candidates.response.size());
  require(std::ssize(candidates.names) == candidates.count(), "names",
          concat("one for each term, ", candidates.count()), candidates.names.size());
  require(candidates.response.allFinite(), "response", "finite", "another value");
  for (Index j = 0; j < candidates.count(); ++j)
    require(candidates.terms.col(j).allFinite(), "terms",
            concat("finite (", candidates.names[static_cast<std::size_t>(j)], ")"),
            "another value");
}

Equation least_squares(const Candidates& candidates, std::vector<Index> terms) {
  std::ranges::sort(terms);
  const Index n = candidates.rows(), k = std::ssize(terms);
  Equation equation{.terms = std::move(terms), .residual = candidates.response.squaredNorm()};
  if (k == 0) return equation;
  // Columns may differ by many orders of magnitude, as u and u^2 u_xxxx do.
  const auto [X, scale] = with_unit_norms(candidates.terms(Eigen::all, equation.terms));
  const LeastSquares found =
      pivoted_least_squares(X, candidates.response)
          .value_or(LeastSquares{Vector::Constant(k, kUnknown), Vector::Constant(k, kUnknown)});
  equation.coefficients = found.solution.array() / scale.transpose().array();
  equation.residual = (candidates.response - X * found.solution).squaredNorm();
  equation.standard_errors =
      (equation.residual / static_cast<double>(n - k) * found.variance.array()).sqrt() /
      scale.transpose().array();
  return equation;
}

std::string to_text(const Equation& equation, const std::vector<std::string>& names,
                    std::string_view left) {
  std::string line = concat(left, " =");
  for (std::size_t i = 0; i < equation.terms.size(); ++i) {
    const double value = equation.coefficients[static_cast<Index>(i)];
    char digits[32] = {};
    std::snprintf(digits, sizeof digits, "%.4g", std::abs(value));
    line.append(value < 0.0 ? (i == 0 ? " -" : " - ") : (i == 0 ? " " : " + "));
    line.append(digits);
    const std::string& name = names[static_cast<std::size_t>(equation.terms[i])];
    if (name != "1") line.append(" ").append(name);
  }
  return equation.terms.empty() ? line.append(" 0") : line;
}

}  // namespace elto
