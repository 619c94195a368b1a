// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/monomial.hpp"

#include "elto/core/text.hpp"

namespace elto {
namespace {

void append_monomials(std::vector<Monomial>& made, const Monomial& factors, Index first, Index left,
                      Index dimension) {
  if (left == 0) {
    made.push_back(factors);
    return;
  }
  for (Index i = first; i < dimension; ++i) {
    Monomial more = factors;
    more.push_back(i);
    append_monomials(made, more, i, left - 1, dimension);
  }
}

}  // namespace

std::vector<Monomial> monomials(Index dimension, Index lowest_degree, Index highest_degree) {
  std::vector<Monomial> made;
  for (Index degree = lowest_degree; degree <= highest_degree; ++degree)
    append_monomials(made, {}, 0, degree, dimension);
  return made;
}

std::string name_of(const Monomial& monomial, const std::vector<std::string>& channels) {
  std::string name;
  for (std::size_t i = 0; i < monomial.size();) {
    std::size_t end = i;
    while (end < monomial.size() && monomial[end] == monomial[i]) ++end;
    name.append(name.empty() ? "" : " ").append(channels[static_cast<std::size_t>(monomial[i])]);
    if (end - i > 1) name.append(concat("^", end - i));
    i = end;
  }
  return name.empty() ? "1" : name;
}

Vector values_of(const Monomial& monomial, const MatrixView& rows) {
  Vector values = Vector::Ones(rows.rows());
  for (const Index i : monomial) values.array() *= rows.col(i).array();
  return values;
}

}  // namespace elto
