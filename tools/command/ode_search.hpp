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

/// How equations are found.
enum class OdeMethod {
  law,           ///< learned through the filter (learn/discover_law.hpp)
  regression,    ///< terms from differences of the rows, by the rule
  trajectories,  ///< trajectories matched to the rows, by BIC (discovery/identify_ode.hpp)
};
template <>
struct EnumNames<OdeMethod> {
  static constexpr std::array<std::pair<std::string_view, OdeMethod>, 3> names = {
      {{"law", OdeMethod::law},
       {"regression", OdeMethod::regression},
       {"trajectories", OdeMethod::trajectories}}};
};

struct OdeSearch {
  OdeMethod method = OdeMethod::law;
  Index order = 0;   ///< of a law; 0: by itself
  Index degree = 0;  ///< 0: of a law by itself, else 2
  bool constant = PolynomialOptions{}.constant;
  SelectionArguments selection = {};
  bool match = true;  ///< coefficients by whole trajectories in the end
  bool free_start = false;
  Index substeps = 1;
  double confidence = 0.9;
};
PolynomialOptions polynomial_of(const OdeSearch& search);
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
