// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/trend_filter.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"

#include <boost/math/tools/minima.hpp>

namespace elto {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Position and velocity of one channel, in units of the measurement noise: R = 1, and
///   F = [1 1; 0 1],   Q = ratio [1/3 1/2; 1/2 1]
class Trend {
 public:
  explicit Trend(double ratio) : ratio_(ratio) {}

  /// Whether a value has been seen: there is nothing to predict from before.
  bool started() const { return started_; }
  double position() const { return s_; }
  double variance() const { return ss_; }

  void predict() {
    s_ += v_;
    ss_ += 2.0 * sv_ + vv_ + ratio_ / 3.0;
    sv_ += vv_ + ratio_ / 2.0;
    vv_ += ratio_;
  }

  void update(double y) {
    if (!std::exchange(started_, true)) {
      s_ = y;
      ss_ = 1.0;
      vv_ = kDiffuse;
      return;
    }
    const double d = y - s_, total = ss_ + 1.0;
    s_ += ss_ / total * d;
    v_ += sv_ / total * d;
    vv_ -= sv_ * sv_ / total;
    sv_ -= sv_ * ss_ / total;
    ss_ -= ss_ * ss_ / total;
  }

 private:
  static constexpr double kDiffuse = 1e6;  // the first difference decides the velocity

  double ratio_;
  bool started_ = false;
  double s_ = 0.0, v_ = 0.0;               // mean
  double ss_ = 0.0, sv_ = 0.0, vv_ = 0.0;  // covariance
};

/// The sum over one channel's predicted entries of d^2, and of d^2 over its expected size.
struct InnovationSums {
  double squares = 0.0, normalised = 0.0;
  Index count = 0;
};

InnovationSums innovations(double ratio, const VectorView& values) {
  InnovationSums sums;
  Trend trend(ratio);
  Index seen = 0;
  for (const double y : values) {
    if (trend.started()) trend.predict();
    if (std::isnan(y)) continue;
    if (++seen > 2) {  // two values fix position and velocity
      const double d = y - trend.position();
      sums.squares += d * d;
      sums.normalised += d * d / (trend.variance() + 1.0);
      ++sums.count;
    }
    trend.update(y);
  }
  return sums;
}

double mean_square(double ratio, const Matrix& standardised) {
  double squares = 0.0;
  Index count = 0;
  for (Index j = 0; j < standardised.cols(); ++j) {
    const InnovationSums sums = innovations(ratio, standardised.col(j));
    squares += sums.squares;
    count += sums.count;
  }
  return count == 0 ? kUnknown : squares / static_cast<double>(count);
}

}  // namespace

TrendFilter fit_trend_filter(const Series& series) {
  const double smallest = std::log(1e-9), largest = std::log(1e6);
  constexpr int kBits = 20;  // of the logarithm: far more than the data can tell
  TrendFilter trend;
  trend.scaling = standardisation_of(observed_runs(series));
  const Matrix standardised = trend.scaling.apply(series.values);
  require(!std::isnan(mean_square(1.0, standardised)), "series",
          "long enough to predict from two values", series.rows());
  const auto error = [&](double log_ratio) {
    return mean_square(std::exp(log_ratio), standardised);
  };
  trend.ratio =
      std::exp(boost::math::tools::brent_find_minima(error, smallest, largest, kBits).first);
  trend.noise.resize(series.dimension());
  for (Index j = 0; j < series.dimension(); ++j) {
    const InnovationSums sums = innovations(trend.ratio, standardised.col(j));
    trend.noise[j] = sums.normalised / static_cast<double>(sums.count);
  }
  return trend;
}

Estimate filter(const TrendFilter& trend, const Series& series) {
  const Index T = series.rows(), D = series.dimension();
  require(D == trend.scaling.dimension(), "series columns",
          concat(trend.scaling.dimension(), " as in the filter"), D);
  const Matrix standardised = trend.scaling.apply(series.values);
  const Matrix unknown = Matrix::Constant(T, D, kUnknown);
  Estimate estimate{unknown, unknown, {}, unknown, unknown, {}, {}, {StatusCode::ok}};
  for (Index j = 0; j < D; ++j) {
    const double offset = trend.scaling.offset[j], scale = trend.scaling.scale[j];
    const double unit = scale * scale * trend.noise[j];
    Trend channel(trend.ratio);
    for (Index t = 0; t < T; ++t) {
      if (channel.started()) {
        channel.predict();
        estimate.predicted(t, j) = offset + scale * channel.position();
        estimate.predicted_variance(t, j) = unit * channel.variance();
      }
      if (!std::isnan(standardised(t, j))) channel.update(standardised(t, j));
      if (!channel.started()) continue;
      estimate.mean(t, j) = offset + scale * channel.position();
      estimate.variance(t, j) = unit * channel.variance();
    }
  }
  return estimate;
}

double prediction_error(const TrendFilter& trend, const Series& series) {
  return mean_square(trend.ratio, trend.scaling.apply(series.values));
}

}  // namespace elto
