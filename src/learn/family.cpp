// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/family.hpp"

#include <array>
#include <cmath>
#include <variant>

namespace elto {
namespace {

struct One {
  double centre, width;
};
constexpr One kNoise{-2.3, 2.5};  // log 0.1: most series are seen with some noise

std::vector<One> priors(const IntegratedWiener& part, double) {
  constexpr One kByOrder[] = {{-4.0, 4.0}, {-7.0, 4.0}, {-9.0, 5.0}};
  std::vector<One> all{kByOrder[part.order - 1]};
  if (part.level_noise > 0.0) all.push_back({-10.0, 6.0});
  return all;
}
std::vector<One> priors(const Cycle& part, double period_width) {
  const bool season = part.decay == 0.0;
  std::vector<One> all{season ? One{-9.0, 4.0} : One{-4.0, 4.0}};
  if (!season) all.push_back({-2.0, 2.0});
  if (part.learns_period) all.push_back({std::log(part.period), period_width});
  return all;
}
std::vector<One> priors(const Matern& part, double) {
  return {{0.0, 2.0}, {std::log(part.length), 2.0}};
}

/// With noise exp(level) of a level, and what comes to the same in others.
void begin(IntegratedWiener& part, double level) {
  constexpr double kSlower[] = {0.0, -3.0, -5.0};
  part.noise = std::exp(level + kSlower[part.order - 1]);
  if (part.level_noise > 0.0) part.level_noise = std::exp(-10.0);
}
void begin(Cycle& part, double level) {
  part.noise = std::exp(part.decay > 0.0 ? level - 1.0 : -9.0);
  if (part.decay > 0.0) part.decay = 0.05;
}
void begin(Matern& part, double level) {
  part.length = std::exp(-level / 2.0);
}

}  // namespace

double LogPrior::log_density(VectorView logs) const {
  return -0.5 * ((logs - centre).array() / width.array()).square().sum();
}

Vector LogPrior::gradient(VectorView logs) const {
  return -((logs - centre).array() / width.array().square()).matrix();
}

LogPrior prior_of(const Family& family) {
  std::vector<One> all{kNoise};
  for (const Component& part : family.components.parts())
    std::visit(
        [&](const auto& component) {
          for (const One& one : priors(component, family.period_width)) all.push_back(one);
        },
        part);
  LogPrior prior{.centre = Vector(std::ssize(all)), .width = Vector(std::ssize(all))};
  for (std::size_t i = 0; i < all.size(); ++i) {
    prior.centre[static_cast<Index>(i)] = all[i].centre;
    prior.width[static_cast<Index>(i)] = all[i].width;
  }
  return prior;
}

std::vector<LinearModel> starts_of(const Family& family) {
  std::vector<LinearModel> starts;
  for (const double noise : {1e-3, 0.1, 0.7})
    for (const double level : {-8.0, -3.0, -1.0}) {
      std::vector<Component> parts = family.components.parts();
      for (Component& part : parts)
        std::visit([&](auto& component) { begin(component, level); }, part);
      starts.emplace_back(Components(parts), noise);
    }
  return starts;
}

}  // namespace elto
