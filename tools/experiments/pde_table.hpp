// SPDX-License-Identifier: Apache-2.0
// Denoise, then find the equation (paper, section 4.4): how far off a denoised field is, and the
// equation that the weak form and UBIC find in it.
#pragma once

#include <array>
#include <vector>

#include "elto/discovery/coefficient_error.hpp"
#include "elto/series/field.hpp"

#include "experiments/table.hpp"

namespace elto::experiments {

/// The mean over several draws of the rectangles.
struct DrawnEquation {
  double u_ux = 0.0, u_ux_spread = 0.0, u_xx = 0.0, u_xx_spread = 0.0;
  double right = 0.0;  ///< share of the draws that chose the true terms
};

struct PdeFigures {
  double error = 0.0;             ///< of the field, mean square
  double u_ux = 0.0, u_xx = 0.0;  ///< coefficients, by the paper's draw of 2000 rectangles
  double mape = 0.0, l1 = 0.0;    ///< CoefficientError, in percent
  std::array<DrawnEquation, 2> drawn = {};  ///< 20 draws of 2000 and of 10000 rectangles
};

/// Of a field with its true equation.
PdeFigures pde_figures(const Field& denoised, const Field& truth,
                       const std::vector<Coefficient>& equation);

/// A row per denoiser (experiments/field_denoiser.hpp), a column per figure. Trial n has the noise
/// of seed n: that of the public files first.
Table burgers_discovery();
Table burgers_shock_discovery();

}  // namespace elto::experiments
