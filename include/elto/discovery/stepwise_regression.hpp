// SPDX-License-Identifier: Apache-2.0
// SSR, stepwise sparse regression (Boninsegna, Nueske, Clementi, J. Chem. Phys. 2018): from all
// terms one is removed at a time. Quick for any number of terms.
#pragma once

#include <optional>
#include <vector>

#include "elto/discovery/candidates.hpp"

namespace elto {

enum class SsrRemoval {
  coefficient,  ///< the term with the smallest coefficient, columns of norm 1
  residual,     ///< the one without which the residual is least
};

struct Ssr {
  SsrRemoval removal = SsrRemoval::coefficient;
  double ridge = 0.0;
  /// The size is that with the least RSS + kappa cond(X) size; without kappa the one below which
  /// RSS rises by the largest factor.
  std::optional<double> kappa = {};
};
void validate(const Ssr& options);

/// The best guess for each number of terms, 1, 2, ...
std::vector<Equation> ssr_path(const Candidates& candidates, const Ssr& options = {});
Equation ssr(const Candidates& candidates, const Ssr& options = {});

}  // namespace elto
