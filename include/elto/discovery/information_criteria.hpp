// SPDX-License-Identifier: Apache-2.0
// How many terms an equation should have. From the best equation of each size k, with n rows and
// residual sum of squares RSS,
//   LL = -n/2 (ln(2 pi RSS/n) + 1),   AIC = -2 LL + 2 k,   BIC = -2 LL + k ln n
// Rows of the weak form overlap, so these find too many terms. UBIC (Thanasutives, Morita, Numao,
// Fukui, IEEE Access 2024) adds how uncertain the coefficients w are,
//   UBIC(lambda) = BIC + 10^lambda ln(n) U,   U_k = R_k / min_j R_j
//   R = sum_i sqrt(S_ii) / sum_i |w_i|,       S = s2 (s2 I + X^T X)^-1,   s2 = RSS / n
// and lowers lambda from where U decides everything to 0 as long as more terms pay off.
#pragma once

#include <vector>

#include "elto/discovery/candidates.hpp"

namespace elto {

struct SizeScore {
  double log_likelihood = 0.0;
  double aic = 0.0;
  double bic = 0.0;
  double uncertainty = 1.0;  ///< U
};

/// For equations of 1, 2, ... terms, as best_subsets gives them.
std::vector<SizeScore> score(const Candidates& candidates, const std::vector<Equation>& equations);

/// The number of terms with the least AIC or BIC.
Index aic_size(const std::vector<SizeScore>& scores);
Index bic_size(const std::vector<SizeScore>& scores);

struct UbicOptions {
  Index steps = 3;           ///< tau, of lambda down to 0; at least 1
  double percentile = 75.0;  ///< of the gains in BIC: what is less counts as little; in [0, 100]
};
void validate(const UbicOptions& options);

/// What decided: for reports and tests.
struct [[nodiscard]] UbicChoice {
  Index size = 1;
  double threshold = 0.0;       ///< least gain in BIC, relative and per term
  double largest_lambda = 0.0;  ///< 0 if there is none
  double lambda = 0.0;          ///< the last one at which a size was taken
};
/// Of one number of terms.
double ubic(const SizeScore& score, Index rows, double lambda);
/// rows is n.
UbicChoice ubic_choice(const std::vector<SizeScore>& scores, Index rows,
                       const UbicOptions& options = {});

}  // namespace elto
