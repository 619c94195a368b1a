// SPDX-License-Identifier: Apache-2.0
// What holds for every implementer of the concept LinearDynamics, whatever its equations.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/dynamics/transition.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace elto::testing {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Standard deviations by a covariance; 1 where there is none.
inline Vector scales(const Matrix& covariance) {
  return covariance.diagonal().unaryExpr([](double x) { return x > 0.0 ? std::sqrt(x) : 1.0; });
}

/// |A - B| relative to the standard deviations of B.
inline double covariance_difference(const Matrix& A, const Matrix& B) {
  const Vector inverse = scales(B).cwiseInverse();
  return (inverse.asDiagonal() * (A - B) * inverse.asDiagonal()).cwiseAbs().maxCoeff();
}

/// Smallest eigenvalue of the correlations.
inline double smallest_correlation(const Matrix& covariance) {
  const Vector inverse = scales(covariance).cwiseInverse();
  const Matrix correlations = inverse.asDiagonal() * covariance * inverse.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Matrix>(correlations, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .minCoeff();
}

inline const std::vector<double>& steps() {
  static const std::vector<double> all = {1e-6, 1e-4, 0.01, 0.3, 1.0, 1.7, 12.0, 300.0, 1e4};
  return all;
}

/// F(a + b) = F(b) F(a) and Q(a + b) = F(b) Q(a) F(b)^T + Q(b). `angle`: radians in a unit of time,
/// whose rounding the entries of a rotation inherit.
template <LinearDynamics Component>
void expect_semigroup(const Component& component, double angle = 0.0) {
  for (const double a : steps())
    for (const double b : steps()) {
      const Transition first = component.transition(a), second = component.transition(b);
      const Transition whole = component.transition(a + b);
      const Matrix F = second.F * first.F, Q = second.F * first.Q * second.F.transpose() + second.Q;
      const double tolerance = 100.0 * kEpsilon * (1.0 + angle * (a + b));
      // Each entry in the units of its states, as the covariance of the longer step has them.
      const Vector scale = scales(whole.Q);
      const Matrix difference =
          scale.cwiseInverse().asDiagonal() * (F - whole.F) * scale.asDiagonal();
      const Matrix size = scale.cwiseInverse().asDiagonal() * whole.F * scale.asDiagonal();
      EXPECT_LE(difference.cwiseAbs().maxCoeff(),
                tolerance * std::max(1.0, size.cwiseAbs().maxCoeff()))
          << a << " + " << b;
      EXPECT_LE(covariance_difference(Q, whole.Q), tolerance) << a << " + " << b;
    }
}

template <LinearDynamics Component>
void expect_covariances(const Component& component) {
  const Index n = component.readout().size();
  for (const double step : steps()) {
    const Matrix Q = component.transition(step).Q;
    ASSERT_EQ(Q.rows(), n);
    ASSERT_TRUE(Q.allFinite());
    EXPECT_EQ(Q, Q.transpose());
    EXPECT_GE(smallest_correlation(Q), -100.0 * kEpsilon) << step;
  }
  const Matrix P = component.initial();
  EXPECT_EQ(P, P.transpose());
  EXPECT_GE(smallest_correlation(P), -100.0 * kEpsilon);
  const Transition none = component.transition(0.0);
  EXPECT_EQ(none.F, Matrix::Identity(n, n));
  EXPECT_EQ(none.Q, Matrix::Zero(n, n));
}

/// What lies outside of the blocks is zero.
template <LinearDynamics Component>
void expect_blocks(const Component& component) {
  const Transition step = component.transition(1.3);
  Matrix F = step.F, Q = step.Q;
  Index begin = 0;
  for (const Index size : component.blocks()) {
    F.block(begin, begin, size, size).setZero();
    Q.block(begin, begin, size, size).setZero();
    begin += size;
  }
  EXPECT_EQ(begin, component.readout().size());
  EXPECT_TRUE(F.isZero(0.0));
  EXPECT_TRUE(Q.isZero(0.0));
}

/// Q is the integral of F(s) (dQ/ds at 0) F(s)^T; Simpson's rule on many parts.
template <LinearDynamics Component>
void expect_integral(const Component& component, const Matrix& density) {
  for (const double step : {0.01, 1.0, 5.0}) {
    constexpr int kParts = 2000;
    Matrix Q = Matrix::Zero(density.rows(), density.cols());
    for (int i = 0; i <= kParts; ++i) {
      const Matrix F = component.transition(step * i / kParts).F;
      const double weight = i == 0 || i == kParts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
      Q += weight * step / (3.0 * kParts) * F * density * F.transpose();
    }
    EXPECT_LE(covariance_difference(component.transition(step).Q, Q), 1e-9) << step;
  }
}

/// Fourth order, so that h may be large: an error of 1e-11 by the formula and less by rounding.
template <class What>
Matrix difference_by(const Vector& logs, Index parameter, What what) {
  constexpr double h = 2e-3;
  const auto at = [&](double moved) -> Matrix {
    Vector shifted = logs;
    shifted[parameter] += moved;
    return what(shifted);
  };
  return (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
}

/// Of F, Q and the initial covariance.
template <LinearDynamics Component>
void expect_derivatives(const Component& component, const std::vector<double>& lengths = steps()) {
  const Vector logs = component.logs();
  const auto moved = [&](const Vector& to) {
    Component other = component;
    other.set_logs(to);
    return other;
  };
  ASSERT_EQ(component.initial_derivatives().size(), static_cast<std::size_t>(logs.size()));
  for (Index p = 0; p < logs.size(); ++p) {
    const auto k = static_cast<std::size_t>(p);
    for (const double step : lengths) {
      const LogDerivatives exact = component.derivatives(step);
      ASSERT_EQ(exact.size(), static_cast<std::size_t>(logs.size()));
      const Matrix F =
          difference_by(logs, p, [&](const Vector& to) { return moved(to).transition(step).F; });
      const Matrix Q =
          difference_by(logs, p, [&](const Vector& to) { return moved(to).transition(step).Q; });
      const Vector scale = scales(component.transition(step).Q);
      const Matrix by_F = scale.cwiseInverse().asDiagonal() * (exact[k].F - F) * scale.asDiagonal();
      const Matrix size = scale.cwiseInverse().asDiagonal() * F * scale.asDiagonal();
      EXPECT_LE(by_F.cwiseAbs().maxCoeff(), 1e-6 * std::max(1e-3, size.cwiseAbs().maxCoeff()))
          << "F, parameter " << p << ", step " << step;
      const Vector inverse = scale.cwiseInverse();
      const Matrix by_Q = inverse.asDiagonal() * (exact[k].Q - Q) * inverse.asDiagonal();
      const Matrix size_of_Q = inverse.asDiagonal() * Q * inverse.asDiagonal();
      EXPECT_LE(by_Q.cwiseAbs().maxCoeff(), 1e-6 * size_of_Q.cwiseAbs().maxCoeff() + 1e-11)
          << "Q, parameter " << p << ", step " << step;
    }
    const Matrix P = difference_by(logs, p, [&](const Vector& to) { return moved(to).initial(); });
    EXPECT_LE((component.initial_derivatives()[k] - P).cwiseAbs().maxCoeff(),
              1e-6 * P.cwiseAbs().maxCoeff() + 1e-12)
        << "initial, parameter " << p;
  }
  for (const Transition& none : component.derivatives(0.0)) {
    EXPECT_TRUE(none.F.isZero(0.0));
    EXPECT_TRUE(none.Q.isZero(0.0));
  }
}

/// Logarithms come back, and however far a search pulls them, their number stays.
template <LinearDynamics Component>
void expect_round_trip(const Component& component) {
  const Vector logs = component.logs();
  Component other = component;
  other.set_logs(logs);
  EXPECT_LE((other.logs() - logs).cwiseAbs().maxCoeff(),
            1e-14 * (1.0 + logs.cwiseAbs().maxCoeff()));
  EXPECT_LE((other.transition(1.3).F - component.transition(1.3).F).cwiseAbs().maxCoeff(), 1e-12);
  other.set_logs(Vector::Constant(logs.size(), -1000.0));
  EXPECT_EQ(other.logs().size(), logs.size());
  EXPECT_TRUE(other.logs().allFinite());
}

/// All the laws. `density` is that of the driving noise; empty where F is not smooth enough.
template <LinearDynamics Component>
void expect_laws(const Component& component, const Matrix& density, double angle = 0.0) {
  expect_semigroup(component, angle);
  expect_covariances(component);
  expect_blocks(component);
  expect_integral(component, density);
  expect_derivatives(component);
  expect_round_trip(component);
}

/// F P F^T + Q = P.
template <LinearDynamics Component>
void expect_stationary(const Component& component, const Matrix& P) {
  for (const double step : steps()) {
    const Transition t = component.transition(step);
    EXPECT_LE(covariance_difference(t.F * P * t.F.transpose() + t.Q, P), 100.0 * kEpsilon) << step;
  }
}

/// The argument that is refused; empty if none is.
template <class Component>
std::string refused(const Component& component) {
  try {
    validate(component);
  } catch (const InvalidArgument& error) {
    return error.argument();
  }
  return "";
}

}  // namespace elto::testing
