// SPDX-License-Identifier: Apache-2.0
#include "experiments/load_cases.hpp"

#include <cmath>
#include <numbers>

namespace elto::experiments {
namespace {

/// A bump around an hour of the day, of height 1.
double bump(double hour, double centre, double width) {
  const double away = (hour - centre) / width;
  return std::exp(-0.5 * away * away);
}

double two_peaks(double hour) {
  return 20.0 * bump(hour, 8.0, 2.0) + 28.0 * bump(hour, 19.0, 3.0) - 8.0 * bump(hour, 3.0, 3.0);
}

/// The part that is the same every week.
double regular(Load load, Index t) {
  const auto hour = static_cast<double>(t % 24);
  const bool weekend = t / 24 % 7 >= 5;
  switch (load) {
    case Load::offices:
      return weekend ? 0.0
                     : 30.0 / (1.0 + std::exp(-2.0 * (hour - 7.5))) /
                           (1.0 + std::exp(2.0 * (hour - 17.5)));
    case Load::growing:
      return 15.0 * std::sin(2.0 * std::numbers::pi * (hour - 9.0) / 24.0) -
             (weekend ? 12.0 : 0.0) + 0.05 * static_cast<double>(t);
    default:
      return two_peaks(hour) - (weekend ? 12.0 : 0.0);
  }
}

struct Weather {
  double noise;   // of a measurement
  double spread;  // of what comes and goes
  double memory;  // hours in which it is forgotten; 0: never, and the spread is that of a step
};

Weather weather_of(Load load) {
  switch (load) {
    case Load::two_peaks:
      return {.noise = 2.0, .spread = 3.0, .memory = 12.0};
    case Load::offices:
      return {.noise = 1.5, .spread = 2.0, .memory = 24.0};
    case Load::growing:
      return {.noise = 1.0, .spread = 1.0, .memory = 6.0};
    case Load::loud:
      return {.noise = 12.0, .spread = 3.0, .memory = 24.0};
    case Load::under_weather:
      break;
  }
  return {.noise = 2.0, .spread = 1.0, .memory = 0.0};
}

}  // namespace

std::string_view name_of(Load load) {
  switch (load) {
    case Load::two_peaks:
      return "two peaks";
    case Load::offices:
      return "offices";
    case Load::growing:
      return "growing";
    case Load::loud:
      return "loud";
    case Load::under_weather:
      return "under weather";
  }
  return "";
}

Vector hourly_load(Load load, Index hours, Rng& rng) {
  const Weather weather = weather_of(load);
  const Vector gusts = rng.normal(hours, 1), noise = rng.normal(hours, 1);
  const double kept = weather.memory > 0.0 ? std::exp(-1.0 / weather.memory) : 1.0;
  const double added =
      weather.memory > 0.0 ? weather.spread * std::sqrt(1.0 - kept * kept) : weather.spread;
  Vector y(hours);
  double wandering = 0.0;
  for (Index t = 0; t < hours; ++t) {
    wandering = kept * wandering + added * gusts[t];
    y[t] = 100.0 + regular(load, t) + wandering + weather.noise * noise[t];
  }
  return y;
}

}  // namespace elto::experiments
