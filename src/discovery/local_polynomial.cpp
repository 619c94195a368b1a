// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/local_polynomial.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {

void validate(const LocalPolynomial& options) {
  require(options.degree >= 0, "degree", "at least 0", options.degree);
  require(2 * options.half_width >= options.degree, "half_width",
          concat("at least half the degree, ", options.degree), options.half_width);
}

Vector local_polynomial_weights(const LocalPolynomial& options, Index order) {
  validate(options);
  require(order >= 0 && order <= options.degree, "order",
          concat("at least 0 and at most the degree, ", options.degree), order);
  const Index w = options.half_width, points = 2 * w + 1;
  // Powers of s in [-1, 1], so that they are of one size.
  const double reach = std::max<double>(1.0, static_cast<double>(w));
  Matrix powers(points, options.degree + 1);
  for (Index i = 0; i < points; ++i)
    for (Index d = 0; d <= options.degree; ++d)
      powers(i, d) = std::pow(static_cast<double>(i - w) / reach, static_cast<double>(d));
  // The coefficient of s^order is a linear function of the values: a row of R^-1 Q^T.
  const ThinQr qr = thin_qr(powers).value();  // powers are finite
  Vector row = Vector::Unit(options.degree + 1, order);
  qr.R.triangularView<Eigen::Upper>().transpose().solveInPlace(row);
  const auto d = static_cast<double>(order);
  return std::tgamma(d + 1.0) / std::pow(reach, d) * qr.Q * row;
}

Matrix space_derivative(const MatrixView& field, Index order, double step,
                        const LocalPolynomial& options) {
  const Vector weights = local_polynomial_weights(options, order);
  const Index inside = field.cols() - 2 * options.half_width;
  require(inside >= 1, "half_width", concat("less than half of the ", field.cols(), " points"),
          options.half_width);
  Matrix derivative = Matrix::Zero(field.rows(), inside);
  for (Index k = 0; k < weights.size(); ++k) derivative += weights[k] * field.middleCols(k, inside);
  return derivative / std::pow(step, static_cast<double>(order));
}

Matrix time_derivative(const MatrixView& field, Index order, double step,
                       const LocalPolynomial& options) {
  return space_derivative(field.transpose(), order, step, options).transpose();
}

}  // namespace elto
