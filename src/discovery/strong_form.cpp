// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/strong_form.hpp"

#include <algorithm>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/discovery/finite_difference.hpp"

namespace elto {
namespace {

/// u, u_t and the derivatives in x, of order 1 first, at the same points.
struct Derivatives {
  Matrix u, in_time;
  std::vector<Matrix> in_space;
};

Derivatives derivatives(const Field& field, Index highest_order, const FiniteDifferences&) {
  Derivatives made{field.values, time_difference(field.values, 1, field.time_step()), {}};
  for (Index order = 1; order <= highest_order; ++order)
    made.in_space.push_back(space_difference(field.values, order, field.space_step()));
  return made;
}

Derivatives derivatives(const Field& field, Index highest_order, const LocalPolynomial& options) {
  const Index w = options.half_width;
  const Matrix u_t = time_derivative(field.values, 1, field.time_step(), options);
  require(field.points() > 2 * w, "half_width",
          concat("less than half of the ", field.points(), " points"), w);
  const Matrix inside = field.values.middleRows(w, u_t.rows());
  Derivatives made{
      inside.middleCols(w, field.points() - 2 * w), u_t.middleCols(w, field.points() - 2 * w), {}};
  for (Index order = 1; order <= highest_order; ++order)
    made.in_space.push_back(space_derivative(inside, order, field.space_step(), options));
  return made;
}

}  // namespace

void validate(const StrongOptions& options) {
  validate(options.terms);
  if (const auto* const local = std::get_if<LocalPolynomial>(&options.differentiation)) {
    validate(*local);
    require(local->degree >= std::max<Index>(1, options.terms.highest_order), "degree",
            concat("at least the highest order, ", options.terms.highest_order), local->degree);
  }
}

Candidates strong_candidates(const Field& field, const StrongOptions& options) {
  validate(options);
  validate(field);
  const Derivatives at_points = std::visit(
      [&](const auto& method) { return derivatives(field, options.terms.highest_order, method); },
      options.differentiation);
  const std::vector<Term> terms = candidate_terms(options.terms);
  Candidates candidates{.terms = Matrix(at_points.u.size(), std::ssize(terms)),
                        .response = at_points.in_time.reshaped()};
  for (std::size_t j = 0; j < terms.size(); ++j) {
    Matrix values = at_points.u.array().pow(static_cast<int>(terms[j].power));
    if (terms[j].order > 0)
      values.array() *= at_points.in_space[static_cast<std::size_t>(terms[j].order - 1)].array();
    candidates.terms.col(static_cast<Index>(j)) = values.reshaped();
    candidates.names.push_back(name_of(terms[j]));
  }
  return candidates;
}

}  // namespace elto
