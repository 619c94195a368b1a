// SPDX-License-Identifier: Apache-2.0
// Candidate terms point by point, by numerical differentiation: a row for each place and time. For
// clean fields; under much noise use the weak form.
#pragma once

#include <variant>

#include "elto/discovery/candidates.hpp"
#include "elto/discovery/local_polynomial.hpp"
#include "elto/discovery/terms.hpp"
#include "elto/series/field.hpp"

namespace elto {

/// Central ones of second order (discovery/finite_difference.hpp).
struct FiniteDifferences {};
using Differentiation = std::variant<FiniteDifferences, LocalPolynomial>;

struct StrongOptions {
  TermOptions terms = {};
  Differentiation differentiation = FiniteDifferences{};
};
void validate(const StrongOptions& options);

/// Local polynomials leave out the edges of the field, in space and in time. Throws InvalidArgument
/// for a field that is not valid (series/field.hpp) or has too few points.
Candidates strong_candidates(const Field& field, const StrongOptions& options = {});

}  // namespace elto
