// SPDX-License-Identifier: Apache-2.0
#include "learn/law_beginning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "elto/core/error.hpp"
#include "elto/filter/law_pass.hpp"

#include <Eigen/Cholesky>

namespace elto {
namespace {

/// Places that the motion visits, each far from all before it; and how far apart they are.
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

/// Of an input that takes k values, powers from the k-th on are sums of those before.
std::vector<Monomial> products_of(const LawFamily& family, const Matrix& path, Index coordinates) {
  std::vector<Monomial> products = monomials(path.cols(), 0, family.degree);
  for (Index i = coordinates; i < path.cols(); ++i) {
    std::set<double> values;
    for (Index t = 0; t < path.rows() && std::ssize(values) <= family.degree; ++t)
      values.insert(path(t, i));
    std::erase_if(products, [&](const Monomial& product) {
      return std::ranges::count(product, i) >= std::ssize(values);
    });
  }
  return products;
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

Matrix inputs_of(const std::vector<LawRows>& series) {
  Index rows = 0;
  for (const LawRows& one : series) rows += one.rows.count();
  Matrix inputs(rows, series.front().rows.inputs.cols());
  Index begin = 0;
  for (const LawRows& one : series) {
    require(one.rows.inputs.cols() == inputs.cols(), "inputs", "the same in all series",
            one.rows.inputs.cols());
    if (inputs.cols() > 0) inputs.middleRows(begin, one.rows.count()) = one.rows.inputs;
    begin += one.rows.count();
  }
  return inputs;
}

LawModel without_terms(LawModel model, Index order) {
  model.law.order = order;
  model.law.inputs = 0;
  model.law.terms = LawTerms();
  model.law.coefficients = Matrix(0, model.channels());
  validate(model);
  return model;
}

LawTerms terms_of(const LawFamily& family, const Matrix& path, Index coordinates) {
  const Index n = path.cols();
  const std::vector<Monomial> products = products_of(family, path, coordinates);
  if (family.bumps == 0) return LawTerms(n, products);
  const Vector unit = (path.colwise().squaredNorm() / static_cast<double>(path.rows())).cwiseSqrt();
  double apart = 1.0;
  const Matrix places = landmarks(path * unit.cwiseInverse().asDiagonal(), family.bumps, apart);
  return LawTerms(n, products, places * unit.asDiagonal(), apart * unit);
}

std::vector<LawCoefficient> every_coefficient(const Law& law) {
  std::vector<LawCoefficient> all;
  for (Index d = 0; d < law.channels; ++d)
    for (Index p = 0; p < law.terms.count(); ++p) all.push_back({p, d});
  return all;
}

std::optional<LawPrior> prior_of(const Law& law, const std::vector<LawRows>& series,
                                 const LawModel& start) {
  require(!series.empty(), "series", "at least 1", 0);
  const Matrix path = path_of(series, without_terms(start, law.order));
  if (!path.allFinite() || path.size() == 0) return {};
  return LawPrior(law, path, inputs_of(series));
}

LawModel with_just(const LawFit& known, const std::vector<LawCoefficient>& terms) {
  LawModel model = known.model;
  model.law.coefficients.setZero();
  std::vector<Index> in, out;
  for (Index k = 0; k < std::ssize(known.learned); ++k)
    (std::ranges::find(terms, known.learned[static_cast<std::size_t>(k)]) != terms.end() ? in : out)
        .push_back(k);
  Vector theta(std::ssize(known.learned));
  for (Index k = 0; k < theta.size(); ++k) {
    const auto [term, channel] = known.learned[static_cast<std::size_t>(k)];
    theta[k] = known.model.law.coefficients(term, channel);
  }
  Vector left = theta(in);
  if (!in.empty() && !out.empty())
    left -= known.covariance(in, out) *
            Eigen::LDLT<Matrix>(known.covariance(out, out)).solve(Vector(theta(out)));
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto [term, channel] = known.learned[static_cast<std::size_t>(in[i])];
    model.law.coefficients(term, channel) = left[static_cast<Index>(i)];
  }
  return model;
}

}  // namespace elto
