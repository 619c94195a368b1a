// SPDX-License-Identifier: Apache-2.0
#include "learn/law_beginning.hpp"

#include <cmath>
#include <limits>

#include "elto/filter/law_pass.hpp"

namespace elto {
namespace {

/// Places that the motion visits, each far from all before it; and how far
/// apart they are.
Matrix landmarks(const Matrix& path, Index count, double& apart) {
  Matrix places(count, path.cols());
  Vector nearest = Vector::Constant(path.rows(), std::numeric_limits<double>::infinity());
  Index pick = path.rows() / 2;
  for (Index k = 0; k < count; ++k) {
    places.row(k) = path.row(pick);
    nearest = nearest.cwiseMin((path.rowwise() - path.row(pick)).rowwise().squaredNorm());
    apart = std::sqrt(nearest.maxCoeff(&pick));
  }
  return places;
}

}  // namespace

Matrix path_of(const std::vector<LawRows>& series, const LawModel& trend) {
  Index rows = 0;
  for (const LawRows& one : series) rows += one.rows.count();
  Matrix path(rows, trend.states());
  Index begin = 0;
  for (const LawRows& one : series) {
    LawPass pass(one.rows, one.jumps);
    if (!pass.forward(trend)) return {};
    SmoothedLaw smoothed;
    pass.backward(&smoothed, nullptr);
    path.middleRows(begin, one.rows.count()) = smoothed.states;
    begin += one.rows.count();
  }
  return path;
}

LawModel without_terms(LawModel model, Index order) {
  model.law.order = order;
  model.law.terms = LawTerms();
  model.law.coefficients = Matrix(0, model.channels());
  validate(model);
  return model;
}

LawTerms terms_of(const LawFamily& family, const Matrix& path) {
  const Index n = path.cols();
  const std::vector<Monomial> products = monomials(n, 0, family.degree);
  if (family.bumps == 0) return LawTerms(n, products);
  const Vector unit = (path.colwise().squaredNorm() / static_cast<double>(path.rows())).cwiseSqrt();
  double apart = 1.0;
  const Matrix places = landmarks(path * unit.cwiseInverse().asDiagonal(), family.bumps, apart);
  return LawTerms(n, products, places * unit.asDiagonal(), apart * unit);
}

}  // namespace elto
