// SPDX-License-Identifier: Apache-2.0
// A linear-Gaussian system with one state and its exact filter, in textbook form:
//   x' = a x + q w,   y = x + r v       w, v standard normal
// What the filter says about its own errors is the truth.
#pragma once

#include <cmath>
#include <cstdint>

#include "elto/core/random.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"

namespace elto::testing {

struct ScalarSystem {
  double a = 0.98;
  double q = 0.2;
  double r = 1.0;

  double stationary_variance() const { return q * q / (1.0 - a * a); }
};

/// The one that most tests take.
inline constexpr ScalarSystem kSystem;

struct ScalarRun {
  Vector truth;
  Series observed;
};

inline ScalarRun simulate(const ScalarSystem& system, Index rows, Rng& rng) {
  ScalarRun run{Vector(rows), Matrix(rows, 1)};
  double x = std::sqrt(system.stationary_variance()) * rng.normal();
  for (Index t = 0; t < rows; ++t) {
    run.truth[t] = x;
    run.observed.values(t, 0) = x + system.r * rng.normal();
    x = system.a * x + system.q * rng.normal();
  }
  return run;
}

inline Series observed(Index rows, std::uint32_t seed) {
  Rng rng(seed);
  return simulate(kSystem, rows, rng).observed;
}

/// NaN in the series is a missing row.
inline Estimate kalman(const ScalarSystem& system, const Series& series) {
  const Index T = series.rows();
  Estimate estimate{.mean = Matrix(T, 1),
                    .variance = Matrix(T, 1),
                    .covariance = {},
                    .predicted = Matrix(T, 1),
                    .predicted_variance = Matrix(T, 1),
                    .noise = {},
                    .sensitivity = {},
                    .status = {.code = StatusCode::ok}};
  double m = 0.0, P = system.stationary_variance();
  for (Index t = 0; t < T; ++t) {
    estimate.predicted(t, 0) = m;
    estimate.predicted_variance(t, 0) = P;
    if (const double y = series.values(t, 0); !std::isnan(y)) {
      const double gain = P / (P + system.r * system.r);
      m += gain * (y - m);
      P *= 1.0 - gain;
    }
    estimate.mean(t, 0) = m;
    estimate.variance(t, 0) = P;
    m *= system.a;
    P = system.a * system.a * P + system.q * system.q;
  }
  return estimate;
}

/// The same estimates with bands that are wrong by a factor.
inline Estimate with_bands_times(double factor, Estimate estimate) {
  estimate.variance *= factor * factor;
  estimate.predicted_variance *= factor * factor;
  return estimate;
}

/// Channels side by side.
inline Series side_by_side(const Series& a, const Series& b) {
  Matrix values(a.rows(), a.dimension() + b.dimension());
  values << a.values, b.values;
  return values;
}

inline Estimate side_by_side(Estimate a, const Estimate& b) {
  const auto append = [](Matrix& left, const Matrix& right) {
    Matrix both(left.rows(), left.cols() + right.cols());
    both << left, right;
    left = both;
  };
  append(a.mean, b.mean);
  append(a.variance, b.variance);
  append(a.predicted, b.predicted);
  append(a.predicted_variance, b.predicted_variance);
  return a;
}

}  // namespace elto::testing
