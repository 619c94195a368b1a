// SPDX-License-Identifier: Apache-2.0
#include "selection_options.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "option_value.hpp"

namespace elto::command {

template <>
struct EnumNames<Selection> {
  static constexpr std::array<std::pair<std::string_view, Selection>, 6> names = {
      {{"ubic", Selection::ubic},
       {"bic", Selection::bic},
       {"aic", Selection::aic},
       {"stridge", Selection::stridge},
       {"stlsq", Selection::stlsq},
       {"ssr", Selection::ssr}}};
};

std::vector<Option> options_of(SelectionArguments& arguments) {
  return {
      option("selection", "RULE", arguments.selection,
             "What decides which terms there are: ubic, bic and aic try all subsets and weigh "
             "their number; stridge, stlsq and ssr drop terms one after the other",
             kEquationGroup),
      option("size", "N", arguments.size,
             "Number of terms, whatever the rule; 0: as many as it says", kEquationGroup),
      option("largest_size", "N", arguments.largest_size,
             "Terms at most that ubic, bic and aic try; 0: all", kEquationGroup),
      option("threshold", "X", arguments.threshold, "Coefficients below are dropped by stlsq",
             kEquationGroup),
  };
}

SelectionRule rule_of(const SelectionArguments& arguments) {
  const Index largest = arguments.largest_size;
  if (arguments.size != 0) return FixedSize{.size = arguments.size};
  switch (arguments.selection) {
    case Selection::bic:
      return Bic{.largest_size = largest};
    case Selection::aic:
      return Aic{.largest_size = largest};
    case Selection::stridge:
      return Stridge{};
    case Selection::stlsq:
      return Stlsq{.threshold = arguments.threshold};
    case Selection::ssr:
      return Ssr{};
    case Selection::ubic:
      break;
  }
  return Ubic{.options = {}, .largest_size = largest};
}

bool tries_subsets(const SelectionArguments& arguments) {
  const Selection rule = arguments.selection;
  return arguments.size == 0 &&
         (rule == Selection::ubic || rule == Selection::bic || rule == Selection::aic);
}

std::string describe(const SelectionArguments& arguments) {
  if (arguments.size != 0) return concat(arguments.size, arguments.size == 1 ? " term" : " terms");
  return value_text(arguments.selection);
}

}  // namespace elto::command
