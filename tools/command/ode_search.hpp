// SPDX-License-Identifier: Apache-2.0
// The system of equations behind a series, as FoundEquations, one for each channel.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elto/discovery/polynomial_form.hpp"
#include "elto/discovery/trajectory_matching.hpp"
#include "elto/series/series.hpp"

#include "option_value.hpp"
#include "report/found_equation.hpp"
#include "selection_options.hpp"

namespace elto::command {

/// What says how many terms an equation has.
enum class TermsBy {
  regression,    ///< differences of the rows, by the rule
  trajectories,  ///< trajectories matched to the rows, by BIC (discovery/identify_ode.hpp)
};
template <>
struct EnumNames<TermsBy> {
  static constexpr std::array<std::pair<std::string_view, TermsBy>, 2> names = {
      {{"regression", TermsBy::regression}, {"trajectories", TermsBy::trajectories}}};
};

struct OdeSearch {
  PolynomialOptions polynomial = {};
  SelectionArguments selection = {};
  TermsBy terms_by = TermsBy::regression;
  bool match = true;  ///< coefficients by whole trajectories in the end
  bool free_start = false;
  Index substeps = 1;
  double confidence = 0.9;
};
std::vector<Option> options_of(OdeSearch& search);

struct [[nodiscard]] OdeFound {
  std::vector<FoundEquation> equations = {};
  Matrix trajectory = {};                     ///< T x D, of these equations; NaN where it overflows
  std::optional<TrajectoryMatch> match = {};  ///< if there is one
  std::vector<std::string> warnings = {};
};

/// Terms and coefficients from `rows`, or from these after denoising; `noisy` are those before it.
/// Throws InvalidArgument as the library does.
OdeFound find_ode(const Series& noisy, const Series& rows, const OdeSearch& search);

}  // namespace elto::command
