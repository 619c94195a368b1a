// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/motion_models.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

double factorial(Index n) {
  return std::tgamma(static_cast<double>(n) + 1.0);
}

// A chain of `order` integrators over one time unit, driven by white noise of density 1:
//   F_ij = 1 / (j - i)!,   Q_ij = int_0^1 s^(p) s^(q) / (p! q!) ds,  p = order-1-i, q = order-1-j
struct Chain {
  Matrix F, Q;
};

Chain integrators(Index order) {
  Chain chain{Matrix::Zero(order, order), Matrix(order, order)};
  for (Index i = 0; i < order; ++i)
    for (Index j = 0; j < order; ++j) {
      if (j >= i) chain.F(i, j) = 1.0 / factorial(j - i);
      const Index p = order - 1 - i, q = order - 1 - j;
      chain.Q(i, j) = 1.0 / (factorial(p) * factorial(q) * static_cast<double>(p + q + 1));
    }
  return chain;
}

// One chain per channel; states are sorted by derivative, so each entry becomes a multiple of I.
LinearGaussianModel chains(Index order, const RowVector& first, const MotionNoise& noise) {
  validate(noise);
  const Index D = first.size(), n = order * D;
  const Chain chain = integrators(order);
  const Matrix I = Matrix::Identity(D, D);
  LinearGaussianModel model{.F = Matrix(n, n),
                            .H = Matrix::Zero(D, n),
                            .Q = Matrix(n, n),
                            .R = noise.measurement * I,
                            .mean = Vector::Zero(n),
                            .covariance = Matrix::Identity(n, n)};
  for (Index i = 0; i < order; ++i)
    for (Index j = 0; j < order; ++j) {
      model.F.block(i * D, j * D, D, D) = chain.F(i, j) * I;
      model.Q.block(i * D, j * D, D, D) = noise.process * chain.Q(i, j) * I;
    }
  model.H.leftCols(D) = I;
  model.mean.head(D) = first.transpose();
  return model;
}

}  // namespace

void validate(const MotionNoise& noise) {
  require(noise.process > 0.0, "process", "positive", noise.process);
  require(noise.measurement > 0.0, "measurement", "positive", noise.measurement);
}

LinearGaussianModel constant_velocity(const RowVector& first, const MotionNoise& noise) {
  return chains(2, first, noise);
}

LinearGaussianModel constant_acceleration(const RowVector& first, const MotionNoise& noise) {
  return chains(3, first, noise);
}

LinearGaussianModel linear_dynamics(const MatrixView& rows, const MotionNoise& noise,
                                    double ridge) {
  validate(noise);
  const Index D = rows.cols();
  Matrix past = ridge * Matrix::Identity(D, D), cross = Matrix::Zero(D, D);
  for (Index t = 0; t + 1 < rows.rows(); ++t) {
    if (rows.row(t).hasNaN() || rows.row(t + 1).hasNaN()) continue;
    past += rows.row(t).transpose() * rows.row(t);
    cross += rows.row(t + 1).transpose() * rows.row(t);
  }
  return {.F = solve_normal_equations(cross, past),
          .H = Matrix::Identity(D, D),
          .Q = noise.process * Matrix::Identity(D, D),
          .R = noise.measurement * Matrix::Identity(D, D),
          .mean = Vector::Zero(D),
          .covariance = Matrix::Identity(D, D)};
}

}  // namespace elto
