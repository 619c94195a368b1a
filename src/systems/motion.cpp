// SPDX-License-Identifier: Apache-2.0
#include "systems/motion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/numeric/odeint/integrate/integrate_times.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

namespace elto {
namespace {

using Values = std::vector<double>;

Values state_of(const Vector& x) {
  return {x.begin(), x.end()};
}

Matrix ordinary(const EquationsOfMotion& equations, const Course& course) {
  namespace odeint = boost::numeric::odeint;
  constexpr double kError = 1e-10;
  const auto change = [&](const Values& x, Values& dx, double t) {
    equations.rates({.state = x, .time = t}, dx);
  };
  std::vector<double> times = {-course.spin_up};
  for (Index t = course.spin_up > 0.0 ? 0 : 1; t < course.rows; ++t)
    times.push_back(static_cast<double>(t) * course.step);
  Matrix rows(course.rows, equations.dimension());
  Index row = course.rows - std::ssize(times);
  const auto keep = [&](const Values& x, double) {
    if (row >= 0) rows.row(row) = Eigen::Map<const RowVector>(x.data(), rows.cols());
    ++row;
  };
  Values x = state_of(course.start);
  odeint::integrate_times(
      odeint::make_controlled<odeint::runge_kutta_dopri5<Values>>(kError, kError), change, x,
      times.begin(), times.end(), course.step / 10.0, keep);
  return rows;
}

/// x at equal steps, with its slopes; before the first it stood still.
class Past {
 public:
  Past(double begin, double h, const Values& x) : begin_(begin), h_(h), first_(x) {}

  void add(const Values& x, const Values& slope) { points_.push_back({x, slope}); }

  /// Between two points that were added.
  Values at(double time) const {
    const double place = (time - begin_) / h_;
    if (place <= 0.0) return first_;
    const auto before = std::min(static_cast<std::size_t>(place), points_.size() - 2);
    const Point &a = points_[before], &b = points_[before + 1];
    const double s = place - static_cast<double>(before), r = 1.0 - s;
    Values x(first_.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = r * r * ((1.0 + 2.0 * s) * a.x[i] + s * h_ * a.slope[i]) +
             s * s * ((1.0 + 2.0 * r) * b.x[i] - r * h_ * b.slope[i]);
    return x;
  }

 private:
  struct Point {
    Values x, slope;
  };
  double begin_, h_;
  Values first_;
  std::vector<Point> points_;
};

/// Calls advance(t) for each step from -spin_up on and keeps x at the rows.
template <class Advance>
Matrix by_equal_steps(const Course& course, double h, Index substeps, const Values& x,
                      Advance advance) {
  const auto spin_up = static_cast<Index>(std::ceil(course.spin_up / h));
  Matrix rows(course.rows, course.start.size());
  for (Index k = -spin_up; k < (course.rows - 1) * substeps + 1; ++k) {
    if (k >= 0 && k % substeps == 0)
      rows.row(k / substeps) = Eigen::Map<const RowVector>(x.data(), rows.cols());
    advance(static_cast<double>(k) * h);
  }
  return rows;
}

Matrix delayed(const EquationsOfMotion& equations, const Course& course) {
  const double tau = equations.delay();
  // A step must not need what it makes itself.
  const auto substeps = static_cast<Index>(std::max(40.0, std::ceil(2.0 * course.step / tau)));
  const double h = course.step / static_cast<double>(substeps);
  Values x = state_of(course.start);
  const std::size_t n = x.size();
  Past past(-std::ceil(course.spin_up / h) * h, h, x);
  Values k1(n), k2(n), k3(n), k4(n);
  const auto moved = [&](const Values& slope, double by) {
    Values there = x;
    for (std::size_t i = 0; i < n; ++i) there[i] += by * slope[i];
    return there;
  };
  return by_equal_steps(course, h, substeps, x, [&](double t) {
    equations.rates({.state = x, .time = t, .delayed = past.at(t - tau)}, k1);
    past.add(x, k1);
    const Values middle = past.at(t + h / 2.0 - tau), end = past.at(t + h - tau);
    equations.rates({.state = moved(k1, h / 2.0), .time = t + h / 2.0, .delayed = middle}, k2);
    equations.rates({.state = moved(k2, h / 2.0), .time = t + h / 2.0, .delayed = middle}, k3);
    equations.rates({.state = moved(k3, h), .time = t + h, .delayed = end}, k4);
    for (std::size_t i = 0; i < n; ++i) x[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  });
}

Matrix stochastic(const EquationsOfMotion& equations, const Course& course, Rng& rng) {
  constexpr Index kSubsteps = 100;
  const double h = course.step / kSubsteps;
  Values x = state_of(course.start);
  Values drift(x.size()), disturbed(x.size());
  return by_equal_steps(course, h, kSubsteps, x, [&](double t) {
    equations.rates({.state = x, .time = t}, drift);
    equations.rates({.state = x, .time = t, .noise = 1.0}, disturbed);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += h * drift[i] + std::sqrt(h) * (disturbed[i] - drift[i]) * rng.normal();
  });
}

}  // namespace

Matrix trajectory_of(const EquationsOfMotion& equations, const Course& course, Rng& rng) {
  if (equations.delay() > 0.0) return delayed(equations, course);
  if (equations.is_stochastic()) return stochastic(equations, course, rng);
  return ordinary(equations, course);
}

}  // namespace elto
