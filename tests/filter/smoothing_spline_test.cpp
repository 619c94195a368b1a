// SPDX-License-Identifier: Apache-2.0
// An integrated Wiener process of order m, smoothed, is the function that minimises
//   sum (y - f)^2 / R + (1 / q) integral (d^m f / dt^m)^2 + sum_i (d^i f / dt^i (t_0))^2 / P_ii
// The oracles know nothing of F and Q: they are penalised least squares, in long double.
#include <cmath>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/filter/linear_smoother.hpp"

#include "support/matrix_near.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

using Long = long double;
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<Long, Eigen::Dynamic, 1>;

struct Problem {
  Index order;
  Long q, R;
  LongVector prior;  // P_ii of f and its first m - 1 derivatives at the first time
  Rows rows;         // of one channel
};

Problem problem(Index order, double q, double R, bool regular, double missing) {
  Rng rng(static_cast<std::uint32_t>(17 + order));
  constexpr Index kCount = 60;
  Rows rows{.times = Vector(kCount), .values = Matrix(kCount, 1)};
  double time = -2.0;
  for (Index t = 0; t < kCount; ++t) {
    rows.times[t] = time;
    time += regular ? 1.0 : std::pow(10.0, -1.0 + 1.5 * rng.uniform());
    rows.values(t, 0) =
        rng.uniform() < missing ? std::nan("") : std::sin(0.3 * time) + 0.3 * rng.normal();
  }
  const Vector prior = IntegratedWiener{.order = order}.initial().diagonal();
  return {.order = order, .q = q, .R = R, .prior = prior.cast<Long>(), .rows = rows};
}

std::vector<Problem> problems(Index order) {
  std::vector<Problem> all;
  for (const bool regular : {true, false})
    for (const double missing : {0.0, 0.25})
      for (const double q : {1e-4, 0.05, 20.0})
        for (const double R : {0.01, 0.5}) all.push_back(problem(order, q, R, regular, missing));
  return all;
}

Vector smoothed(const Problem& p) {
  const LinearModel model({{IntegratedWiener{.order = p.order, .noise = static_cast<double>(p.q)}}},
                          static_cast<double>(p.R));
  return smooth(model, p.rows).signal.mean.col(0);
}

/// Minimises with the penalty z^T S z, where z begins with, or strides over, f at all times, and
/// z[derivative[i]] is the i-th derivative at the first one.
Vector minimiser(const Problem& p, const LongMatrix& S, Index stride,
                 const std::vector<Index>& derivative) {
  LongMatrix A = S / p.q;
  LongVector b = LongVector::Zero(S.rows());
  for (Index t = 0; t < p.rows.count(); ++t) {
    const double y = p.rows.values(t, 0);
    if (std::isnan(y)) continue;
    A(t * stride, t * stride) += 1.0L / p.R;
    b[t * stride] += static_cast<Long>(y) / p.R;
  }
  for (Index i = 0; i < p.order; ++i) {
    const Index k = derivative[static_cast<std::size_t>(i)];
    A(k, k) += 1.0L / p.prior[i];
  }
  const LongVector z = A.fullPivLu().solve(b);
  Vector f(p.rows.count());
  for (Index t = 0; t < f.size(); ++t) f[t] = static_cast<double>(z[t * stride]);
  return f;
}

/// Between two times the best function is a polynomial of degree 2 m - 1, given by its value and
/// m - 1 derivatives at both ends; its penalty by monomials.
LongMatrix penalty_of_a_step(Index m, Long h) {
  const auto falling = [](Index power, Index times) {  // d^times t^power / dt^times, its factor
    Long factor = 1.0L;
    for (Index i = 0; i < times; ++i) factor *= static_cast<Long>(power - i);
    return factor;
  };
  LongMatrix ends = LongMatrix::Zero(2 * m, 2 * m), energy = ends;
  for (Index i = 0; i < m; ++i) {
    ends(i, i) = falling(i, i);
    for (Index k = i; k < 2 * m; ++k)
      ends(m + i, k) = falling(k, i) * std::pow(h, static_cast<Long>(k - i));
  }
  for (Index k = m; k < 2 * m; ++k)
    for (Index l = m; l < 2 * m; ++l) {
      const auto power = static_cast<Long>(k + l - 2 * m + 1);
      energy(k, l) = falling(k, m) * falling(l, m) * std::pow(h, power) / power;
    }
  const LongMatrix coefficients = ends.fullPivLu().inverse();
  return coefficients.transpose() * energy * coefficients;
}

TEST(SmoothingSpline, IsAnIntegratedWienerProcessSmoothed) {
  for (const Index m : {1, 2, 3})
    for (const Problem& p : problems(m)) {
      SCOPED_TRACE(::testing::Message() << "order " << m << ", q " << p.q << ", R " << p.R);
      const Index T = p.rows.count();
      LongMatrix S = LongMatrix::Zero(m * T, m * T);
      for (Index t = 0; t + 1 < T; ++t)
        S.block(m * t, m * t, 2 * m, 2 * m) +=
            penalty_of_a_step(m, static_cast<Long>(p.rows.times[t + 1] - p.rows.times[t]));
      std::vector<Index> derivative;
      for (Index i = 0; i < m; ++i) derivative.push_back(i);
      EXPECT_MATRIX_NEAR(smoothed(p), minimiser(p, S, m, derivative), 1e-9);
    }
}

/// Green and Silverman's form: a cubic spline with values f has second derivatives gamma at the
/// times, R gamma = Q^T f, and the penalty gamma^T R gamma. Here its slope at the first time is one
/// more number, as the prior speaks of it, and its second derivative at the last one is zero.
TEST(SmoothingSpline, IsTheCubicOneByItsSecondDerivatives) {
  for (const Problem& p : problems(2)) {
    SCOPED_TRACE(::testing::Message() << "q " << p.q << ", R " << p.R);
    const Index T = p.rows.count(), slope = T;
    LongMatrix Q = LongMatrix::Zero(T + 1, T - 1), R = LongMatrix::Zero(T - 1, T - 1);
    Q(slope, 0) = -1.0L;
    for (Index t = 0; t + 1 < T; ++t) {
      const auto h = static_cast<Long>(p.rows.times[t + 1] - p.rows.times[t]);
      Q(t, t) -= 1.0L / h;
      Q(t + 1, t) += 1.0L / h;
      R(t, t) += h / 3.0L;
      if (t + 2 == T) continue;
      Q(t, t + 1) += 1.0L / h;
      Q(t + 1, t + 1) -= 1.0L / h;
      R(t + 1, t + 1) += h / 3.0L;
      R(t, t + 1) = R(t + 1, t) = h / 6.0L;
    }
    const LongMatrix S = Q * R.fullPivLu().solve(Q.transpose());
    EXPECT_MATRIX_NEAR(smoothed(p), minimiser(p, S, 1, {0, slope}), 1e-9);
  }
}

/// Where nothing is known of the slope and the value at first, it is the natural one of all
/// textbooks: a penalty of values alone.
TEST(SmoothingSpline, IsNaturalWhereNothingIsKnownBefore) {
  for (const bool regular : {true, false}) {
    const Problem p = problem(2, 0.05, 0.5, regular, 0.0);
    const Index T = p.rows.count();
    LongMatrix Q = LongMatrix::Zero(T, T - 2), R = LongMatrix::Zero(T - 2, T - 2);
    const auto h = [&](Index t) {
      return static_cast<Long>(p.rows.times[t + 1] - p.rows.times[t]);
    };
    for (Index i = 0; i < T - 2; ++i) {
      Q(i, i) = 1.0L / h(i);
      Q(i + 1, i) = -1.0L / h(i) - 1.0L / h(i + 1);
      Q(i + 2, i) = 1.0L / h(i + 1);
      R(i, i) = (h(i) + h(i + 1)) / 3.0L;
      if (i + 3 < T) R(i, i + 1) = R(i + 1, i) = h(i + 1) / 6.0L;
    }
    const LongMatrix A =
        LongMatrix::Identity(T, T) + p.R / p.q * Q * R.fullPivLu().solve(Q.transpose());
    const LongVector y = p.rows.values.col(0).cast<Long>(), f = A.fullPivLu().solve(y);
    const LinearModel model({{IntegratedWiener{.order = 2, .noise = static_cast<double>(p.q)}}},
                            static_cast<double>(p.R));
    constexpr double kUnknown = 1e8;  // what is known yet moves f by 1e-8
    const SmoothedRows found = smooth(model, p.rows, {{0, 0, kUnknown}, {0, 1, kUnknown}});
    EXPECT_MATRIX_NEAR(found.signal.mean.col(0), f.cast<double>(), 1e-7);
  }
}

}  // namespace
}  // namespace elto
