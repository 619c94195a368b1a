// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lidar.hpp"

#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include "elto/core/error.hpp"

namespace elto {
namespace {

using Point = Eigen::RowVector2d;

constexpr double kRadialDeviation = 0.1, kTangentialDeviation = 0.5;

double uniform_in(Rng& rng, double low, double high) {
  return low + (high - low) * rng.uniform();
}

Index draw(Rng& rng, const IntegerRange& range) {
  return range.begin +
         static_cast<Index>(rng.uniform() * static_cast<double>(range.end - range.begin));
}

Point polar(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

Matrix true_track(const LidarOptions& options, Rng& rng) {
  const double x0 = uniform_in(rng, -50.0, 50.0), y0 = uniform_in(rng, -50.0, 50.0);
  const double speed = uniform_in(rng, 1.0, 5.0);
  const double heading = uniform_in(rng, 0.0, 2.0 * std::numbers::pi);
  Point x{x0, y0}, v = polar(speed, heading);
  std::vector<Point> track;
  const Index intervals = draw(rng, options.intervals);
  for (Index i = 0; i < intervals; ++i) {
    const Index rows = draw(rng, options.interval_rows);
    const double a_r = kRadialDeviation * rng.normal(), a_t = kTangentialDeviation * rng.normal();
    for (Index t = 0; t < rows; ++t) {
      track.push_back(x);
      const Point along = v.normalized(), across{-along.y(), along.x()};
      const Point a = a_r * along + a_t * across;
      x += v + 0.5 * a;
      v += a;
    }
  }
  Matrix truth(static_cast<Index>(track.size()), 2);
  for (Index t = 0; t < truth.rows(); ++t) truth.row(t) = track[static_cast<std::size_t>(t)];
  return truth;
}

void require_range(const IntegerRange& range, std::string_view argument) {
  require(range.begin >= 1, argument, "at least 1", range.begin);
  require(range.end > range.begin, argument, concat("a range that ends after ", range.begin),
          range.end);
}

}  // namespace

void validate(const LidarOptions& options) {
  require_range(options.intervals, "intervals");
  require_range(options.interval_rows, "interval_rows");
  require(options.range_noise >= 0.0 && std::isfinite(options.range_noise), "range_noise",
          "at least 0, finite", options.range_noise);
  require(options.bearing_noise >= 0.0 && std::isfinite(options.bearing_noise), "bearing_noise",
          "at least 0, finite", options.bearing_noise);
}

Simulation lidar_track(const LidarOptions& options, Rng& rng) {
  validate(options);
  const Matrix truth = true_track(options, rng);
  const double bearing_deviation = options.bearing_noise * std::numbers::pi / 180.0;
  Matrix observed(truth.rows(), 2);
  for (Index t = 0; t < truth.rows(); ++t) {
    const double range = truth.row(t).norm() + options.range_noise * rng.normal();
    const double bearing = std::atan2(truth(t, 1), truth(t, 0)) + bearing_deviation * rng.normal();
    observed.row(t) = polar(range, bearing);
  }
  Simulation simulation{{observed, {"x", "y"}}, truth};
  simulation.observed.time = regular_times(truth.rows(), 1.0);
  return simulation;
}

}  // namespace elto
