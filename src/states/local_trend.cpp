// SPDX-License-Identifier: Apache-2.0
#include "elto/states/local_trend.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"

#include <Eigen/LU>
#include <boost/math/tools/minima.hpp>

namespace elto {
namespace {

/// Position and velocity of one channel; the covariance [ss sv; sv vv] in units of the noise.
struct Belief {
  double s = kUnknown, v = 0.0;
  double ss = 0.0, sv = 0.0, vv = 0.0;

  bool started() const { return !std::isnan(s); }
};

Belief begun(double y) {
  constexpr double kDiffuse = 1e6;  // the first difference decides the velocity
  return {.s = y, .ss = 1.0, .vv = kDiffuse};
}

Belief predicted(const Belief& x, double ratio) {
  return {.s = x.s + x.v,
          .v = x.v,
          .ss = x.ss + 2.0 * x.sv + x.vv + ratio / 3.0,
          .sv = x.sv + x.vv + ratio / 2.0,
          .vv = x.vv + ratio};
}

Belief updated(const Belief& x, double y) {
  if (!x.started()) return begun(y);
  const double d = y - x.s, total = x.ss + 1.0;
  return {.s = x.s + x.ss / total * d,
          .v = x.v + x.sv / total * d,
          .ss = x.ss - x.ss * x.ss / total,
          .sv = x.sv - x.sv * x.ss / total,
          .vv = x.vv - x.sv * x.sv / total};
}

/// What is known of x once more is known of the next state: x + G (next - predicted), where
/// G = P F^T P-^-1.
Belief smoothed(const Belief& x, const Belief& prior, const Belief& next) {
  const Eigen::Matrix2d P{{x.ss, x.sv}, {x.sv, x.vv}};
  const Eigen::Matrix2d Pp{{prior.ss, prior.sv}, {prior.sv, prior.vv}};
  const Eigen::Matrix2d Pn{{next.ss, next.sv}, {next.sv, next.vv}};
  const Eigen::Matrix2d F{{1.0, 1.0}, {0.0, 1.0}};
  const Eigen::Matrix2d G = P * F.transpose() * Pp.inverse();
  const Eigen::Vector2d moved = G * Eigen::Vector2d(next.s - prior.s, next.v - prior.v);
  const Eigen::Matrix2d S = P + G * (Pn - Pp) * G.transpose();
  return {.s = x.s + moved[0], .v = x.v + moved[1], .ss = S(0, 0), .sv = S(0, 1), .vv = S(1, 1)};
}

/// The sum over one channel's predicted entries of d^2, and of d^2 over its expected size.
struct InnovationSums {
  double squares = 0.0, normalised = 0.0;
  Index count = 0;
};

void add_innovations(double ratio, const VectorView& values, InnovationSums& sums) {
  Belief x;
  Index seen = 0;
  for (const double y : values) {
    x = predicted(x, ratio);
    if (std::isnan(y)) continue;
    if (++seen > 2) {  // two values fix position and velocity
      const double d = y - x.s;
      sums.squares += d * d;
      sums.normalised += d * d / (x.ss + 1.0);
      ++sums.count;
    }
    x = updated(x, y);
  }
}

TrendPath unknown_path(const MatrixView& rows) {
  const Matrix unknown = Matrix::Constant(rows.rows(), rows.cols(), kUnknown);
  return {unknown, unknown, unknown};
}

void require_channels(const LocalTrend& trend, const MatrixView& rows) {
  require(rows.cols() == trend.noise.size(), "columns",
          concat(trend.noise.size(), " as in the trend"), rows.cols());
}

void keep(const Belief& x, double noise, Index t, Index j, TrendPath& path) {
  if (!x.started()) return;
  path.position(t, j) = x.s;
  path.velocity(t, j) = x.v;
  path.position_variance(t, j) = noise * x.ss;
}

}  // namespace

double trend_prediction_error(double ratio, const std::vector<Matrix>& sequences) {
  InnovationSums sums;
  for (const Matrix& rows : sequences)
    for (Index j = 0; j < rows.cols(); ++j) add_innovations(ratio, rows.col(j), sums);
  return sums.count == 0 ? kUnknown : sums.squares / static_cast<double>(sums.count);
}

LocalTrend fit_local_trend(const std::vector<Matrix>& sequences) {
  const double smallest = std::log(1e-9), largest = std::log(1e6);
  constexpr int kBits = 20;  // of the logarithm: far more than the data can tell
  require(!std::isnan(trend_prediction_error(1.0, sequences)), "series",
          "long enough to predict from two values", "shorter ones");
  const auto error = [&](double log_ratio) {
    return trend_prediction_error(std::exp(log_ratio), sequences);
  };
  LocalTrend trend;
  trend.ratio =
      std::exp(boost::math::tools::brent_find_minima(error, smallest, largest, kBits).first);
  trend.noise.resize(sequences.front().cols());
  for (Index j = 0; j < trend.noise.size(); ++j) {
    InnovationSums sums;
    for (const Matrix& rows : sequences) add_innovations(trend.ratio, rows.col(j), sums);
    trend.noise[j] = sums.normalised / static_cast<double>(sums.count);
  }
  return trend;
}

FilteredTrend filter(const LocalTrend& trend, const MatrixView& rows) {
  require_channels(trend, rows);
  FilteredTrend result{unknown_path(rows), {}, {}};
  result.predicted = result.predicted_variance = result.path.position;
  for (Index j = 0; j < rows.cols(); ++j) {
    const double noise = trend.noise[j];
    Belief x;
    for (Index t = 0; t < rows.rows(); ++t) {
      x = predicted(x, trend.ratio);
      if (x.started()) {
        result.predicted(t, j) = x.s;
        result.predicted_variance(t, j) = noise * x.ss;
      }
      if (!std::isnan(rows(t, j))) x = updated(x, rows(t, j));
      keep(x, noise, t, j, result.path);
    }
  }
  return result;
}

TrendPath smooth(const LocalTrend& trend, const MatrixView& rows) {
  require_channels(trend, rows);
  const Index T = rows.rows();
  TrendPath path = unknown_path(rows);
  std::vector<Belief> priors(static_cast<std::size_t>(T)), posteriors = priors;
  for (Index j = 0; j < rows.cols(); ++j) {
    Belief x;
    for (Index t = 0; t < T; ++t) {
      const auto i = static_cast<std::size_t>(t);
      priors[i] = x = predicted(x, trend.ratio);
      if (!std::isnan(rows(t, j))) x = updated(x, rows(t, j));
      posteriors[i] = x;
    }
    for (Index t = T - 1; t >= 0; --t) {
      const auto i = static_cast<std::size_t>(t);
      if (!posteriors[i].started()) break;
      x = t == T - 1 ? posteriors[i] : smoothed(posteriors[i], priors[i + 1], x);
      keep(x, trend.noise[j], t, j, path);
    }
  }
  return path;
}

}  // namespace elto
