// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/law_prior.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace elto {
namespace {

constexpr double kWidth = 10.0;         // of products, in speeds of the motion
constexpr double kLargestChange = 5.0;  // of the precision of bumps at a time
// By order, as in learn/family.cpp; a law that explains the motion leaves less to z than a trend.
constexpr LogNormal kDrift[] = {{-7.0, 6.0}, {-9.0, 6.0}};
constexpr LogNormal kLevel{-10.0, 6.0}, kMeasurement{-2.3, 2.5};

}  // namespace

double LogNormal::log_density(double log) const {
  return -0.5 * (log - centre) * (log - centre) / (width * width);
}

LawPrior::LawPrior(const Law& law, const Matrix& path, const Matrix& inputs)
    : level(kLevel),
      drift(kDrift[law.order - 1]),
      measurement(kMeasurement),
      monomials_(law.terms.monomial_count()),
      unit_(Matrix::Zero(law.terms.count(), law.channels)) {
  Vector values(law.terms.count()), squares = Vector::Zero(law.terms.count()), x(law.variables());
  Matrix gradients(law.variables(), law.terms.count());
  for (Index t = 0; t < path.rows(); ++t) {
    x.head(law.coordinates()) = path.row(t).head(law.coordinates()).transpose();
    if (law.inputs > 0) x.tail(law.inputs) = inputs.row(t).transpose();
    law.terms.evaluate(x.data(), values.data(), gradients.data());
    squares += values.cwiseAbs2();
  }
  for (Index d = 0; d < law.channels; ++d)
    unit_.col(d) = squares / std::max(path.col(law.drift(d)).squaredNorm(), 1e-300);
}

double LawPrior::precision(const LawCoefficient& coefficient) const {
  const double group = coefficient.term < monomials_ ? 1.0 / (kWidth * kWidth) : bumps_;
  return group * std::max(unit_(coefficient.term, coefficient.channel), 1e-12);
}

double LawPrior::log_density(const LawModel& model) const {
  double sum = 0.0;
  for (Index d = 0; d < model.channels(); ++d) {
    if (model.law.level_noise[d] > 0.0)
      sum += level.log_density(std::log(model.law.level_noise[d]));
    sum += drift.log_density(std::log(model.law.drift_noise[d])) +
           measurement.log_density(std::log(model.noise[d]));
    for (Index p = 0; p < model.law.terms.count(); ++p) {
      const double coefficient = model.law.coefficients(p, d);
      if (coefficient != 0.0) sum -= 0.5 * precision({p, d}) * coefficient * coefficient;
    }
  }
  return sum;
}

void LawPrior::learn(const LawModel& model, const std::vector<LawCoefficient>& learned,
                     const CoefficientScore& score) {
  std::vector<Index> which;
  double squares = 0.0;
  for (std::size_t k = 0; k < learned.size(); ++k) {
    if (learned[k].term < monomials_) continue;
    const double coefficient = model.law.coefficients(learned[k].term, learned[k].channel);
    which.push_back(static_cast<Index>(k));
    squares += precision(learned[k]) * coefficient * coefficient;
  }
  if (which.empty() || !(squares > 0.0)) return;
  Vector width(std::ssize(which));
  for (Index k = 0; k < width.size(); ++k)
    width[k] =
        1.0 /
        std::sqrt(precision(learned[static_cast<std::size_t>(which[static_cast<std::size_t>(k)])]));
  Matrix N = width.asDiagonal() * score.information(which, which) * width.asDiagonal();
  N.diagonal().array() += 1.0;
  const double held = N.llt().solve(Matrix::Identity(N.rows(), N.cols())).trace();
  const double gamma = static_cast<double>(width.size()) - held;
  if (gamma > 1e-3) bumps_ *= std::clamp(gamma / squares, 1.0 / kLargestChange, kLargestChange);
}

}  // namespace elto
