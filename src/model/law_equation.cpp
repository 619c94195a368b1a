// SPDX-License-Identifier: Apache-2.0
#include "elto/model/law_equation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "elto/core/text.hpp"

#include "model/four_digits.hpp"

namespace elto {
namespace {

using ExpandedTerm = std::map<Monomial, double>;

/// Times a + b x_i.
ExpandedTerm times(const ExpandedTerm& polynomial, double a, double b, Index variable) {
  ExpandedTerm product;
  for (const auto& [monomial, coefficient] : polynomial) {
    if (a != 0.0) product[monomial] += a * coefficient;
    Monomial more = monomial;
    more.insert(std::upper_bound(more.begin(), more.end(), variable), variable);
    product[more] += b * coefficient;
  }
  return product;
}

/// What a term of the model is in the units of the data: s = (y - offset) / scale, and a derivative
/// by steps is one by time times the step.
ExpandedTerm multiplied_out(const SignalLaw& law, LawCoefficient term) {
  const Law& motion = law.model.law;
  ExpandedTerm product{
      {{}, law.scale[term.channel] / std::pow(law.step, static_cast<double>(motion.order))}};
  for (const Index variable : motion.terms.monomials()[static_cast<std::size_t>(term.term)]) {
    if (variable >= motion.coordinates()) {
      const Index input = variable - motion.coordinates();
      const double scale = law.input_scale[input];
      product = times(product, -law.input_offset[input] / scale, 1.0 / scale, variable);
      continue;
    }
    const Index channel = variable % motion.channels;
    if (variable < motion.channels)
      product = times(product, -law.offset[channel] / law.scale[channel], 1.0 / law.scale[channel],
                      variable);
    else
      product = times(product, 0.0, law.step / law.scale[channel], variable);
  }
  return product;
}

}  // namespace

std::vector<LawEquation> equations_of(const SignalLaw& law) {
  const Law& motion = law.model.law;
  const Index K = std::ssize(law.learned);
  std::vector<LawEquation> equations;
  for (Index d = 0; d < motion.channels; ++d) {
    LawEquation equation{.channel = d};
    std::map<Monomial, RowVector> by_learned;  // how a coefficient moves with those of the model
    for (Index k = 0; k < K; ++k) {
      const LawCoefficient learned = law.learned[static_cast<std::size_t>(k)];
      if (learned.channel != d) continue;
      if (learned.term >= motion.terms.monomial_count()) {
        ++equation.bumps;
        continue;
      }
      for (const auto& [monomial, factor] : multiplied_out(law, learned)) {
        RowVector& moved = by_learned.try_emplace(monomial, RowVector::Zero(K)).first->second;
        moved[k] += factor;
      }
    }
    Vector theta(K);
    for (Index k = 0; k < K; ++k) {
      const auto [term, channel] = law.learned[static_cast<std::size_t>(k)];
      theta[k] = motion.coefficients(term, channel);
    }
    for (const auto& [monomial, moved] : by_learned)
      equation.terms.push_back(
          {.product = monomial,
           .coefficient = moved.dot(theta),
           .standard_error = std::sqrt(std::max((moved * law.covariance).dot(moved), 0.0))});
    std::stable_sort(equation.terms.begin(), equation.terms.end(),
                     [](const EquationTerm& a, const EquationTerm& b) {
                       return a.product.size() < b.product.size();
                     });
    equations.push_back(std::move(equation));
  }
  return equations;
}

std::vector<std::string> names_of(const SignalLaw& law, const std::vector<std::string>& names) {
  std::vector<std::string> own;
  for (const Index column : law.columns) own.push_back(names[static_cast<std::size_t>(column)]);
  return own;
}

std::string to_text(const LawEquation& equation, const SignalLaw& law,
                    const std::vector<std::string>& names, const std::vector<std::string>& inputs) {
  std::vector<std::string> variables = names_of(law, names);
  const std::string left = concat(variables[static_cast<std::size_t>(equation.channel)],
                                  law.model.law.order == 1 ? "'" : "''");
  if (law.model.law.order == 2)
    for (Index d = 0; d < law.dimension(); ++d)
      variables.push_back(concat(variables[static_cast<std::size_t>(d)], "'"));
  for (const Index input : law.inputs) variables.push_back(inputs[static_cast<std::size_t>(input)]);
  std::string right;
  for (const EquationTerm& term : equation.terms) {
    const bool negative = term.coefficient < 0.0;
    const std::string_view sign = right.empty() ? (negative ? "-" : "") : negative ? " - " : " + ";
    right.append(sign).append(four_digits(std::abs(term.coefficient)));
    if (!term.product.empty()) right.append(" ").append(name_of(term.product, variables));
  }
  if (equation.bumps > 0)
    right.append(right.empty() ? "" : " + ")
        .append(concat(equation.bumps, equation.bumps == 1 ? " bump" : " bumps"));
  return concat(left, " = ", right.empty() ? std::string_view("0") : std::string_view(right));
}

}  // namespace elto
