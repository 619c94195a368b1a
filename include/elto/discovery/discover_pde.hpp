// SPDX-License-Identifier: Apache-2.0
// The equation of a field, u_t = sum_j xi_j f_j, by the weak form (discovery/weak_form.hpp). Which
// rectangles are drawn changes coefficients and sometimes terms, so many draws are made: the
// equation is the one that most of them choose, and its coefficients come with their spread.
#pragma once

#include <string>
#include <vector>

#include "elto/discovery/selection.hpp"
#include "elto/discovery/weak_form.hpp"
#include "elto/series/field.hpp"

namespace elto {

struct PdeOptions {
  WeakOptions weak = {};  ///< its seed is that of the first draw; the others count on from there
  SelectionRule selection = Ubic{};
  Index draws = 20;         ///< at least 1
  double confidence = 0.9;  ///< of the intervals, in (0, 1)
  /// Standard deviation of the noise of the field, white, that is taken out of the coefficients of
  /// the equation in the end (discovery/noise_corrected.hpp); 0: it is not.
  double noise = 0.0;
  Index threads = 0;  ///< 0: as many as the machine has cores; the result is the same
};
void validate(const PdeOptions& options);

struct PdeTerm {
  std::string name = {};
  Index chosen = 0;  ///< by how many draws
  // The following are 0 for a term that is not in the equation.
  double coefficient = 0.0;      ///< mean over the draws
  double spread = 0.0;           ///< standard deviation between draws
  double standard_error = 0.0;   ///< of the regression, root mean square over the draws
  double low = 0.0, high = 0.0;  ///< coefficient -+ z sqrt(spread^2 + standard_error^2)
};

/// Without correction intervals are about the rectangles and the regression: all draws see the same
/// noise, and noise in the candidates pulls coefficients towards 0, which is in no interval. With
/// it coefficients, standard errors and intervals are those of the correction.
struct [[nodiscard]] PdeDiscovery {
  std::vector<PdeTerm> terms = {};   ///< all candidates
  std::vector<Index> equation = {};  ///< those of the equation, ascending
  Index draws = 0;
  Index agreeing = 0;      ///< draws that choose exactly this equation
  bool corrected = false;  ///< whether more than noise was left to correct
};

PdeDiscovery discover_pde(const Field& field, const PdeOptions& options = {});

/// "u_t = 0.1 u_xx - 1 u u_x"
std::string to_text(const PdeDiscovery& discovery);

}  // namespace elto
