// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/test_function.hpp"

#include "elto/core/error.hpp"

namespace elto {
namespace {

// Polynomials by their coefficients, that of x^i at i.

Vector test_polynomial(Index power) {
  Vector c = Vector::Zero(2 * power + 1);
  c[0] = 1.0;
  for (Index k = 1; k <= power; ++k)  // (-1)^k binomial(power, k)
    c[2 * k] = -c[2 * k - 2] * static_cast<double>(power - k + 1) / static_cast<double>(k);
  return c;
}

Vector derivative(const Vector& c) {
  Vector d = Vector::Zero(c.size() - 1);
  for (Index i = 0; i < d.size(); ++i) d[i] = static_cast<double>(i + 1) * c[i + 1];
  return d;
}

Vector times_x(const Vector& c) {
  Vector product = Vector::Zero(c.size() + 1);
  product.tail(c.size()) = c;
  return product;
}

Vector integral(const Vector& c) {
  Vector antiderivative = times_x(c);
  for (Index i = 1; i < antiderivative.size(); ++i) antiderivative[i] /= static_cast<double>(i);
  return antiderivative;
}

double value_at(const Vector& c, double x) {
  double value = 0.0;
  for (Index i = c.size() - 1; i >= 0; --i) value = value * x + c[i];
  return value;
}

}  // namespace

Vector quadrature_weights(const TestFunction& phi, Index nodes) {
  require(nodes >= 2, "nodes", "at least 2", nodes);
  require(phi.derivative >= 0, "derivative", "at least 0", phi.derivative);
  require(phi.power >= phi.derivative, "power", concat("at least the derivative, ", phi.derivative),
          phi.power);
  Vector P = test_polynomial(phi.power);
  for (Index d = 0; d < phi.derivative; ++d) P = derivative(P);
  const Vector W = integral(P), Z = integral(times_x(P));
  const double h = 2.0 / static_cast<double>(nodes - 1);
  Vector w = Vector::Zero(nodes);
  for (Index i = 0; i + 1 < nodes; ++i) {
    const double left = -1.0 + static_cast<double>(i) * h, right = left + h;
    const double dW = value_at(W, right) - value_at(W, left);
    const double dZ = value_at(Z, right) - value_at(Z, left);
    w[i] += (right * dW - dZ) / h;
    w[i + 1] += (dZ - left * dW) / h;
  }
  return w;
}

}  // namespace elto
