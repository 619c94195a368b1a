// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/terms.hpp"

#include "elto/core/error.hpp"

namespace elto {

std::string name_of(const Term& term) {
  if (term.power == 0 && term.order == 0) return "1";
  std::string name;
  if (term.power == 1) name = "u";
  if (term.power > 1) name = concat("u^", term.power);
  if (term.order == 0) return name;
  if (term.power > 0) name += ' ';
  return name.append("u_").append(static_cast<std::size_t>(term.order), 'x');
}

void validate(const TermOptions& options) {
  require(options.highest_power >= 0, "highest_power", "at least 0", options.highest_power);
  require(options.highest_order >= 0, "highest_order", "at least 0", options.highest_order);
  require(options.constant || options.highest_power + options.highest_order > 0, "highest_power",
          "at least 1, if there is neither a derivative nor a constant", options.highest_power);
}

std::vector<Term> candidate_terms(const TermOptions& options) {
  validate(options);
  std::vector<Term> terms;
  if (options.constant) terms.push_back({});
  for (Index power = 1; power <= options.highest_power; ++power) terms.push_back({power, 0});
  for (Index order = 1; order <= options.highest_order; ++order) terms.push_back({0, order});
  for (Index order = 1; order <= options.highest_order; ++order)
    for (Index power = 1; power <= options.highest_power; ++power) terms.push_back({power, order});
  return terms;
}

}  // namespace elto
