// SPDX-License-Identifier: Apache-2.0
// A law of motion learned through the filter: the steps of Gauss and Newton on the innovations
// (filter/law_pass.hpp), begun at f = 0 with the noises of a trend. Coefficients have a normal
// prior, ten times as wide as the motion is fast, so that
//   evidence = log-likelihood - theta^T A theta / 2 - log det(I + A^-1 N) / 2
// says what a term is worth: one leaves while that raises the evidence; then others come back or
// take its place (learn/term_search.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/filter/law_pass.hpp"
#include "elto/model/law_model.hpp"

namespace elto {

struct LawFamily {
  std::string name = {};
  Index order = 1;   ///< 1 or 2
  Index degree = 2;  ///< of the monomials, at least 0
  Index bumps = 0;   ///< at places that the motion visits
};

struct LawFit {
  std::string family = {};
  LawModel model = {};
  std::vector<LawCoefficient> learned = {};  ///< those that are left, by channel
  Matrix covariance = {};                    ///< of these
  /// These and what might be there too, with the mean squares by which they may be off.
  std::vector<LawCoefficient> doubted = {};
  Matrix doubt = {};
  double log_likelihood = 0.0;
  double evidence = 0.0;
  Index passes = 0;  ///< over the rows
  Status status = {};
};

/// Rows of one or more series of the same channels, with jumps that are known; in units in which a
/// row lasts about 1 and channels have about the standard deviation 1.
struct LawRows {
  Rows rows = {};
  std::vector<Jump> jumps = {};
};

/// The start has the noises of a trend of the same order; its terms are not looked at. `stopped` is
/// asked before each step; if it says so, the status does too.
LawFit fit_law(const LawFamily& family, const std::vector<LawRows>& series, const LawModel& start,
               const std::function<bool()>& stopped = {});

/// Goes on from a law that fewer rows have shown; terms leave and come back as before.
LawFit refit_law(const LawFit& known, const std::vector<LawRows>& series, const LawModel& start,
                 const std::function<bool()>& stopped = {});

/// Learns just these of a law's terms: what leaves or comes is told by the difference of evidence.
LawFit fit_terms(const LawFit& known, const std::vector<LawCoefficient>& terms,
                 const std::vector<LawRows>& series, const LawModel& start,
                 const std::function<bool()>& stopped = {});

/// By how much the evidence would grow with one more term, as the slope of the likelihood says: of
/// each that is not learned, those inside moving along.
struct TermGain {
  LawCoefficient term = {};
  double gain = 0.0;
};
std::vector<TermGain> gains_of_terms(const LawFit& known, const std::vector<LawRows>& series,
                                     const LawModel& start);

}  // namespace elto
