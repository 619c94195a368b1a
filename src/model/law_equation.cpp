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

/// A product in the units of the data, and how its coefficient moves with those of the model.
struct MovedTerm {
  Monomial product;
  RowVector moved;
};

/// Of the equation of a channel, by degree.
std::vector<MovedTerm> terms_of(const SignalLaw& law, Index channel) {
  const Index K = std::ssize(law.learned);
  std::map<Monomial, RowVector> by_product;
  for (Index k = 0; k < K; ++k) {
    const LawCoefficient learned = law.learned[static_cast<std::size_t>(k)];
    if (learned.channel != channel || learned.term >= law.model.law.terms.monomial_count())
      continue;
    for (const auto& [product, factor] : multiplied_out(law, learned))
      by_product.try_emplace(product, RowVector::Zero(K)).first->second[k] += factor;
  }
  std::vector<MovedTerm> terms;
  for (auto& [product, moved] : by_product) terms.push_back({product, std::move(moved)});
  std::ranges::stable_sort(terms, {}, [](const MovedTerm& term) { return term.product.size(); });
  return terms;
}

Index bump_count(const SignalLaw& law, Index channel) {
  return std::ranges::count_if(law.learned, [&](const LawCoefficient& one) {
    return one.channel == channel && one.term >= law.model.law.terms.monomial_count();
  });
}

Vector learned_values(const SignalLaw& law) {
  Vector theta(std::ssize(law.learned));
  for (Index k = 0; k < theta.size(); ++k) {
    const auto [term, channel] = law.learned[static_cast<std::size_t>(k)];
    theta[k] = law.model.law.coefficients(term, channel);
  }
  return theta;
}

}  // namespace

std::vector<LawEquation> equations_of(const SignalLaw& law) {
  const Vector theta = learned_values(law);
  std::vector<LawEquation> equations;
  for (Index d = 0; d < law.model.law.channels; ++d) {
    LawEquation equation{.channel = d, .bumps = bump_count(law, d)};
    for (const auto& [product, moved] : terms_of(law, d))
      equation.terms.push_back(
          {.product = product,
           .coefficient = moved.dot(theta),
           .standard_error = std::sqrt(std::max((moved * law.covariance).dot(moved), 0.0))});
    equations.push_back(std::move(equation));
  }
  return equations;
}

Matrix covariance_of_terms(const SignalLaw& law) {
  std::vector<MovedTerm> all;
  for (Index d = 0; d < law.model.law.channels; ++d)
    for (MovedTerm& term : terms_of(law, d)) all.push_back(std::move(term));
  Matrix moved(std::ssize(all), std::ssize(law.learned));
  for (Index i = 0; i < moved.rows(); ++i) moved.row(i) = all[static_cast<std::size_t>(i)].moved;
  return moved * law.covariance * moved.transpose();
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
