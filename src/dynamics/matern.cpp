// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/matern.hpp"

#include <array>
#include <cmath>

#include "elto/core/error.hpp"

#include "dynamics/positive.hpp"

#include <boost/math/quadrature/gauss.hpp>

namespace elto {
namespace {

double rate(const Matern& matern) {
  return std::sqrt(2.0 * static_cast<double>(matern.order) - 1.0) / matern.length;
}

/// exp(A h) with (A + lambda)^m = 0, and its derivative by lambda.
struct Exponential {
  Matrix value, by_rate;
};
Exponential exponential(Index m, double lambda, double h) {
  constexpr double kBinomial[3][3] = {{1, 0, 0}, {1, 2, 0}, {1, 3, 3}};
  Matrix N = lambda * Matrix::Identity(m, m), dN = Matrix::Identity(m, m);
  for (Index i = 0; i + 1 < m; ++i) N(i, i + 1) += 1.0;
  for (Index i = 0; i < m; ++i) {
    const auto power = static_cast<double>(m - i);
    N(m - 1, i) -= kBinomial[m - 1][i] * std::pow(lambda, power);
    dN(m - 1, i) -= kBinomial[m - 1][i] * power * std::pow(lambda, power - 1.0);
  }
  Matrix sum = Matrix::Identity(m, m), dsum = Matrix::Zero(m, m), power = sum, dpower = dsum;
  double factor = 1.0;
  for (Index k = 1; k < m; ++k) {
    dpower = (dpower * N + power * dN).eval();
    power = (power * N).eval();
    factor *= h / static_cast<double>(k);
    sum += factor * power;
    dsum += factor * dpower;
  }
  const double shrunk = std::exp(-lambda * h);
  return {.value = shrunk * sum, .by_rate = shrunk * (dsum - h * sum)};
}

/// Of a unit variance, with its derivative by lambda.
struct Covariance {
  Matrix value, by_rate;
};
Covariance stationary(Index m, double lambda) {
  Covariance P{.value = Matrix::Zero(m, m), .by_rate = Matrix::Zero(m, m)};
  const double l2 = lambda * lambda;
  P.value(0, 0) = 1.0;
  if (m == 2) {
    P.value(1, 1) = l2;
    P.by_rate(1, 1) = 2.0 * lambda;
  } else if (m == 3) {
    P.value(1, 1) = l2 / 3.0;
    P.value(0, 2) = P.value(2, 0) = -l2 / 3.0;
    P.value(2, 2) = l2 * l2;
    P.by_rate(1, 1) = 2.0 * lambda / 3.0;
    P.by_rate(0, 2) = P.by_rate(2, 0) = -2.0 * lambda / 3.0;
    P.by_rate(2, 2) = 4.0 * lambda * l2;
  }
  return P;
}

/// Density of the driving noise at unit variance, with its derivative by lambda.
std::array<double, 2> density(Index m, double lambda) {
  constexpr double kFactor[] = {2.0, 4.0, 16.0 / 3.0};
  const auto power = static_cast<double>(2 * m - 1);
  return {kFactor[m - 1] * std::pow(lambda, power),
          kFactor[m - 1] * power * std::pow(lambda, power - 1.0)};
}

/// Q of a step at unit variance. The difference P - F P F^T loses all digits where the step is
/// short, the integral of exp(A s) q exp(A s)^T none.
Covariance accumulated(Index m, double lambda, double h) {
  if (lambda * h > 1.0) {
    const Covariance P = stationary(m, lambda);
    const Exponential F = exponential(m, lambda, h);
    const Matrix FP = F.value * P.value, moved = F.by_rate * P.value * F.value.transpose();
    const Matrix Q = P.value - FP * F.value.transpose();
    const Matrix dQ = P.by_rate - 2.0 * moved - F.value * P.by_rate * F.value.transpose();
    return {.value = 0.5 * (Q + Q.transpose()), .by_rate = 0.5 * (dQ + dQ.transpose())};
  }
  const auto [q, dq] = density(m, lambda);
  Covariance Q{.value = Matrix::Zero(m, m), .by_rate = Matrix::Zero(m, m)};
  using Gauss = boost::math::quadrature::gauss<double, 8>;  // on [-1, 1], exact to degree 15
  for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i)
    for (const double node : {-Gauss::abscissa()[i], Gauss::abscissa()[i]}) {
      const Exponential F = exponential(m, lambda, 0.5 * (1.0 + node) * h);
      const Vector g = F.value.col(m - 1), dg = F.by_rate.col(m - 1);
      const Matrix square = g * g.transpose(), cross = dg * g.transpose();
      const double weight = 0.5 * Gauss::weights()[i] * h;
      Q.value += weight * q * square;
      Q.by_rate += weight * (dq * square + q * (cross + cross.transpose()));
    }
  return Q;
}

}  // namespace

Vector Matern::logs() const {
  return Vector{{std::log(variance), std::log(length)}};
}

void Matern::set_logs(VectorView logs) {
  variance = positive(logs[0]);
  length = positive(logs[1]);
}

Transition Matern::transition(double step) const {
  const double lambda = rate(*this);
  return {.F = exponential(order, lambda, step).value,
          .Q = variance * accumulated(order, lambda, step).value};
}

LogDerivatives Matern::derivatives(double step) const {
  const double lambda = rate(*this);  // d lambda / d log length = -lambda
  const Covariance Q = accumulated(order, lambda, step);
  return {{.F = Matrix::Zero(order, order), .Q = variance * Q.value},
          {.F = -lambda * exponential(order, lambda, step).by_rate,
           .Q = -lambda * variance * Q.by_rate}};
}

Matrix Matern::initial() const {
  return variance * stationary(order, rate(*this)).value;
}

std::vector<Matrix> Matern::initial_derivatives() const {
  const double lambda = rate(*this);
  return {initial(), -lambda * variance * stationary(order, lambda).by_rate};
}

void validate(const Matern& component) {
  require(component.order >= 1 && component.order <= 3, "order", "1, 2 or 3", component.order);
  require(component.variance > 0.0 && std::isfinite(component.variance), "variance", "positive",
          component.variance);
  require(component.length > 0.0 && std::isfinite(component.length), "length", "positive",
          component.length);
}

}  // namespace elto
