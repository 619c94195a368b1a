// SPDX-License-Identifier: Apache-2.0
// What is believed of a law before rows speak: noises as those of a trend, coefficients normal
// around zero. How large they may be is measured in how fast the motion is and how large their term
// is where it goes: ten times that for products; for bumps what the rows themselves say (MacKay).
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/law_pass.hpp"
#include "elto/model/law_model.hpp"

namespace elto {

/// Of a logarithm.
struct LogNormal {
  double centre, width;

  double log_density(double log) const;  ///< up to a constant
  double slope(double log) const { return (centre - log) / (width * width); }
  double curvature() const { return 1.0 / (width * width); }
};

class LawPrior {
 public:
  /// States along the motion as a trend sees it, rows x states; inputs on the way, rows x inputs.
  LawPrior(const Law& law, const Matrix& path, const Matrix& inputs = {});

  LogNormal level, drift, measurement;  ///< of densities of noise

  double precision(const LawCoefficient& coefficient) const;
  /// Of noises and coefficients.
  double log_density(const LawModel& model) const;
  /// The width for bumps that makes the rows most likely: gamma / sum of squares, gamma = number of
  /// them less what the prior holds.
  void learn(const LawModel& model, const std::vector<LawCoefficient>& learned,
             const CoefficientScore& score);

 private:
  Index monomials_ = 0;
  Matrix unit_;  // terms x channels: precision of a coefficient as large as the motion is fast
  double bumps_ = 1.0;
};

}  // namespace elto
