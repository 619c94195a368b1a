// SPDX-License-Identifier: Apache-2.0
// The equation of a field by any of the forms that the library has, as a FoundEquation.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elto/discovery/discover_pde.hpp"
#include "elto/discovery/local_polynomial.hpp"
#include "elto/series/field.hpp"

#include "common_options.hpp"
#include "option_value.hpp"
#include "report/found_equation.hpp"
#include "selection_options.hpp"

namespace elto::command {

enum class PdeForm {
  weak,          ///< integrals over random rectangles
  conservative,  ///< the same, u^q u_x as (u^(q+1))_x / (q+1)
  strong,        ///< finite differences at each point
  polynomial,    ///< local polynomials at each point
};
template <>
struct EnumNames<PdeForm> {
  static constexpr std::array<std::pair<std::string_view, PdeForm>, 4> names = {
      {{"weak", PdeForm::weak},
       {"conservative", PdeForm::conservative},
       {"strong", PdeForm::strong},
       {"polynomial", PdeForm::polynomial}}};
};

struct PdeSearch {
  PdeForm form = PdeForm::weak;
  PdeOptions options = {};  ///< its selection is the one below
  LocalPolynomial polynomial = {};
  SelectionArguments selection = {};
  /// Whether the noise that wavelets find is taken out of the coefficients, in the weak form.
  bool correct = true;

  /// Seed and threads go where the library wants them.
  void take(const CommonOptions& common);
};

std::vector<Option> options_of(PdeSearch& search);

struct [[nodiscard]] PdeFound {
  FoundEquation equation = {};
  std::vector<std::string> warnings = {};  ///< such as terms that depend on each other
};

/// Throws InvalidArgument as the library does.
PdeFound find_pde(const Field& field, const PdeSearch& search);

}  // namespace elto::command
