// SPDX-License-Identifier: Apache-2.0
// An equation that was found, with all that is said about it: in the terminal, as JSON, on a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// A part of a product: u_xx, u^2.
struct Factor {
  std::string symbol = {};
  std::string index = {};  ///< "xx"
  Index power = 1;
};

struct FoundTerm {
  std::string name = {};             ///< "u u_x"
  std::vector<Factor> factors = {};  ///< none: 1
  bool in_equation = false;
  Index chosen = 0;  ///< by how many draws
  // The following are 0 for a term that is not in the equation.
  double coefficient = 0.0;
  double spread = 0.0;  ///< standard deviation between draws
  double standard_error = 0.0;
  double low = 0.0, high = 0.0;
  std::optional<double> truth = {};  ///< its coefficient, where that is known
  /// Logarithm of the evidence with it over that without it, where that is known.
  std::optional<double> evidence = {};
};

/// The best equation of a number of terms.
struct SizeStep {
  std::vector<std::string> terms = {};
  double bic = 0.0, ubic = 0.0;
};

struct FoundEquation {
  std::string left = {};  ///< "u_t"
  Factor left_factor = {};
  std::string text = {};              ///< "u_t = 0.1 u_xx - 1 u u_x"
  std::vector<FoundTerm> terms = {};  ///< all candidates
  Index draws = 0, agreeing = 0;      ///< with 0 draws there were none
  bool corrected = false;           ///< for noise in the terms, with errors by blocks of the field
  double confidence = 0.9;          ///< of the intervals low to high
  std::vector<SizeStep> path = {};  ///< of 1, 2, ... terms; or none
};

/// How much likelier, by a logarithm: "12 : 1", "10^26 : 1"
std::string ratio_text(double log_ratio);

namespace page {

/// "u u_x" as MathML, for the middle of a sentence.
std::string to_mathml(const FoundTerm& term);
/// The whole equation, a piece for each term: lines can be broken between them.
std::string to_mathml(const FoundEquation& equation);

}  // namespace page

}  // namespace elto
