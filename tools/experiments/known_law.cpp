// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/law_pass.hpp"
#include "elto/series/times.hpp"

#include <Eigen/QR>

namespace elto::experiments {
namespace {

constexpr double kNothing = 1e-9;  // of a coefficient beside the largest of its equation
constexpr double kDriftNoises[] = {1e-14, 1e-11, 1e-8, 1e-5};

RowVector deviations(const Matrix& rows) {
  return (rows.rowwise() - rows.colwise().mean()).array().square().colwise().mean().sqrt();
}

/// Terms x channels, by the right-hand sides at random places where the motion is.
Matrix coefficients_of(const EquationsOfMotion& equations, const LawTerms& terms,
                       const Matrix& truth, const RowVector& scale, double step) {
  const Index D = truth.cols(), places = 4 * terms.count();
  Rng rng(1);
  Matrix values(places, terms.count()), rates(places, D), gradients(D, terms.count());
  Vector of_one(terms.count());
  for (Index i = 0; i < places; ++i) {
    const auto row = static_cast<Index>(rng.uniform() * static_cast<double>(truth.rows()));
    const Vector x = truth.row(row).cwiseQuotient(scale) + rng.normal(1, D);
    terms.evaluate(x.data(), of_one.data(), gradients.data());
    values.row(i) = of_one.transpose();
    rates.row(i) =
        step * equations(x.cwiseProduct(scale.transpose())).transpose().cwiseQuotient(scale);
  }
  Matrix coefficients = values.colPivHouseholderQr().solve(rates);
  for (auto equation : coefficients.colwise()) {
    const double least = kNothing * equation.cwiseAbs().maxCoeff();
    equation = (equation.array().abs() > least).select(equation, 0.0);
  }
  return coefficients;
}

}  // namespace

SignalLaw known_law(const EquationsOfMotion& equations, const Simulation& simulation,
                    Index degree) {
  require(equations.degree().has_value(), "equations", "polynomials", "others");
  const Index D = equations.dimension();
  SignalLaw law{.family = "known", .columns = std::vector<Index>(static_cast<std::size_t>(D))};
  std::iota(law.columns.begin(), law.columns.end(), Index{0});
  const RowVector scale = deviations(simulation.truth);
  const RowVector noise = deviations(simulation.observed.values - simulation.truth);
  law.offset = Vector::Zero(D);
  law.scale = scale.transpose();
  law.step = median_step(times_of(simulation.observed));
  LawTerms terms(D, monomials(D, 0, std::max<Index>(*equations.degree(), degree)));
  Matrix coefficients = coefficients_of(equations, terms, simulation.truth, scale, law.step);
  law.model.law = {.channels = D,
                   .order = 1,
                   .terms = std::move(terms),
                   .coefficients = std::move(coefficients),
                   .level_noise = Vector::Zero(D),
                   .drift_noise = Vector::Zero(D)};
  law.model.noise = noise.cwiseQuotient(scale).cwiseAbs2().transpose();
  law.model.centre = simulation.truth.colwise().mean().cwiseQuotient(scale).transpose();
  return law;
}

Matrix smoothed_by_known_law(const EquationsOfMotion& equations, const Simulation& simulation) {
  const SignalLaw law = known_law(equations, simulation);
  LawPass pass(rows_of(law, times_of(simulation.observed), simulation.observed.values));
  double likeliest = -std::numeric_limits<double>::infinity();
  SmoothedLaw smoothed;
  for (const double density : kDriftNoises) {
    LawModel model = law.model;
    model.law.drift_noise.setConstant(density);
    if (!pass.forward(model) || !(pass.log_likelihood() > likeliest)) continue;
    likeliest = pass.log_likelihood();
    pass.backward(&smoothed, nullptr);
  }
  if (smoothed.signal.mean.size() == 0)
    return Matrix::Constant(simulation.truth.rows(), simulation.truth.cols(),
                            std::numeric_limits<double>::quiet_NaN());
  return smoothed.signal.mean * law.scale.asDiagonal();
}

}  // namespace elto::experiments
