// SPDX-License-Identifier: Apache-2.0
#include "experiments/engine_cases.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "elto/systems/van_der_pol.hpp"

namespace elto::experiments {
namespace {

constexpr Index kShapeRows = 500;
constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kUnseen = std::numeric_limits<double>::quiet_NaN();

double between(double low, double high, Rng& rng) {
  return low + (high - low) * rng.uniform();
}

Vector steps(Rng& rng) {
  Vector s(kShapeRows);
  double level = rng.normal();
  double next = between(30.0, 100.0, rng);
  for (Index t = 0; t < kShapeRows; ++t) {
    if (static_cast<double>(t) >= next) {
      level = rng.normal();
      next += between(30.0, 100.0, rng);
    }
    s[t] = level;
  }
  return s;
}

/// Turns from some phase on, of a period.
Vector turns(double shortest, double longest, Rng& rng) {
  const double period = between(shortest, longest, rng), phase = rng.uniform();
  return Vector::LinSpaced(kShapeRows, phase, phase + static_cast<double>(kShapeRows - 1) / period);
}

Vector square_wave(Rng& rng) {
  return turns(60.0, 100.0, rng).unaryExpr([](double x) {
    return x - std::floor(x) < 0.5 ? -1.0 : 1.0;
  });
}

Vector sawtooth(Rng& rng) {
  return turns(60.0, 100.0, rng).unaryExpr([](double x) { return x - std::floor(x); });
}

Vector sines(Rng& rng) {
  const Vector slow = turns(60.0, 200.0, rng), fast = turns(20.0, 60.0, rng);
  return (kTurn * slow).array().sin() + 0.5 * (kTurn * fast).array().sin();
}

Vector swings_of_van_der_pol(Rng& rng) {
  constexpr Index kSpinUp = 100;
  const VanDerPolOptions options{.rows = kSpinUp + kShapeRows,
                                 .mu = 2.0,
                                 .noise = 0.0,
                                 .position = 2.0 * rng.normal(),
                                 .velocity = rng.normal()};
  return van_der_pol(options, rng).truth.col(0).tail(kShapeRows);
}

/// Adds height exp(-((t - centre) / width)^2 / 2).
void add_wave(Vector& s, double centre, double height, double width) {
  for (Index t = 0; t < s.size(); ++t) {
    const double z = (static_cast<double>(t) - centre) / width;
    s[t] += height * std::exp(-0.5 * z * z);
  }
}

/// Beats with the waves P, Q, R, S and T of an electrocardiogram; R is three rows wide.
Vector heart(Rng& rng) {
  Vector s = Vector::Zero(kShapeRows);
  const double beat = between(60.0, 90.0, rng);
  for (double at = -between(0.0, beat, rng); at < static_cast<double>(kShapeRows) + beat;
       at += beat * between(0.95, 1.05, rng)) {
    add_wave(s, at - 0.20 * beat, 0.15, 0.030 * beat);
    add_wave(s, at - 2.0, -0.15, 0.9);
    add_wave(s, at, 1.0, 1.3);
    add_wave(s, at + 2.2, -0.25, 0.9);
    add_wave(s, at + 0.30 * beat, 0.30, 0.055 * beat);
  }
  return s;
}

/// A cell that fires now and then: up within two rows, down within five.
Vector spikes(Rng& rng) {
  Vector s = 0.1 * (kTurn * turns(150.0, 300.0, rng)).array().sin();
  for (double at = between(5.0, 40.0, rng); at < static_cast<double>(kShapeRows);
       at += between(20.0, 60.0, rng))
    for (Index t = 0; t < kShapeRows; ++t) {
      const double after = static_cast<double>(t) - at;
      if (after > 0.0) s[t] += 3.0 * (std::exp(-after / 2.0) - std::exp(-after / 0.7));
    }
  return s;
}

}  // namespace

std::string_view name_of(Shape shape) {
  switch (shape) {
    case Shape::steps:
      return "steps";
    case Shape::square_wave:
      return "square wave";
    case Shape::sawtooth:
      return "sawtooth";
    case Shape::sines:
      return "sines";
    case Shape::van_der_pol:
      return "Van der Pol";
    case Shape::heart:
      return "electrocardiogram";
    case Shape::spikes:
      return "spiking cell";
  }
  return "";
}

Vector shape(Shape shape, Rng& rng) {
  const auto made = [&] {
    switch (shape) {
      case Shape::steps:
        return steps(rng);
      case Shape::square_wave:
        return square_wave(rng);
      case Shape::sawtooth:
        return sawtooth(rng);
      case Shape::sines:
        return sines(rng);
      case Shape::van_der_pol:
        return swings_of_van_der_pol(rng);
      case Shape::heart:
        return heart(rng);
      case Shape::spikes:
        return spikes(rng);
    }
    return Vector();
  };
  Vector s = made();
  s.array() -= s.mean();
  return s / std::sqrt(s.squaredNorm() / static_cast<double>(s.size()));
}

Simulation seen(const Vector& truth, double noise, double outliers, Rng& rng) {
  constexpr double kOff = 20.0;
  Simulation simulation{.observed = truth + noise * rng.normal(truth.size(), 1), .truth = truth};
  for (double& entry : simulation.observed.values.reshaped())
    if (rng.uniform() < outliers) entry += rng.uniform() < 0.5 ? -kOff * noise : kOff * noise;
  return simulation;
}

Simulation with_stuck_sensor(Simulation simulation, Rng& rng) {
  constexpr Index kStuck = 40;
  Matrix& rows = simulation.observed.values;
  const auto from =
      static_cast<Index>(between(1.0, static_cast<double>(rows.rows() - kStuck), rng));
  rows.middleRows(from, kStuck).setConstant(rows(from - 1, 0));
  return simulation;
}

Simulation track(Rng& rng) {
  constexpr Index kSeen = 1600;
  constexpr double kInGap = 5.0;  // seconds between the rows of a gap
  constexpr double kSpeed = 4.0, kTurning = 0.02, kMemory = 15.0;  // m/s, rad/s, s
  std::vector<double> times{0.0};
  std::vector<bool> visible{true};
  for (Index row = 1; row < kSeen; ++row) {
    if (row % (kSeen / 4) == 0) {
      const double until = times.back() + between(60.0, 240.0, rng);
      while (times.back() + kInGap < until) {
        times.push_back(times.back() + kInGap);
        visible.push_back(false);
      }
    }
    times.push_back(times.back() + between(0.5, 1.5, rng));
    visible.push_back(true);
  }
  const Index rows = std::ssize(times);
  Simulation simulation{.observed = Matrix(rows, 2), .truth = Matrix(rows, 2)};
  simulation.observed.time = {.name = "time", .values = Vector::Map(times.data(), rows)};
  double x = 0.0, y = 0.0, heading = kTurn * rng.uniform(), turning = kTurning * rng.normal();
  for (Index t = 0; t < rows; ++t) {
    const auto at = static_cast<std::size_t>(t);
    if (t > 0) {  // a tenth of a second after the other; the rate of turning is remembered
      const Index parts = 1 + static_cast<Index>((times[at] - times[at - 1]) / 0.1);
      const double h = (times[at] - times[at - 1]) / static_cast<double>(parts);
      for (Index i = 0; i < parts; ++i) {
        x += h * kSpeed * std::cos(heading);
        y += h * kSpeed * std::sin(heading);
        heading += h * turning;
        turning += -h / kMemory * turning + kTurning * std::sqrt(2.0 * h / kMemory) * rng.normal();
      }
    }
    simulation.truth.row(t) << x, y;
    simulation.observed.values.row(t) =
        visible[at] ? RowVector(simulation.truth.row(t) + kTrackNoise * rng.normal(1, 2))
                    : RowVector::Constant(2, kUnseen);
  }
  return simulation;
}

Simulation short_series(Rng& rng) {
  constexpr Index kFew = 60;
  const double onset = between(5.0, 15.0, rng), rise = between(2.0, 6.0, rng),
               decay = between(10.0, 30.0, rng);
  Vector s(kFew);
  for (Index t = 0; t < kFew; ++t) {
    const double after = std::max(0.0, static_cast<double>(t) - onset);
    s[t] = std::exp(-after / decay) - std::exp(-after / rise);
  }
  return seen(s / s.maxCoeff(), 0.3, 0.0, rng);
}

}  // namespace elto::experiments
