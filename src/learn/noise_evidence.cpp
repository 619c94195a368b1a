// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/noise_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "elto/learn/family.hpp"

#include "learn/posterior.hpp"

namespace elto {
namespace {

constexpr double kNoiseless = 1e-10;  // variance, of a series whose own is 1
constexpr double kHeld = 1e-6;        // width of the prior of a logarithm that is not to move
constexpr double kTolerance = 0.003;  // log-likelihood
constexpr double kBeyondDoubt = 1e9;

/// Which of the logs stay: R, and how fast a part forgets.
std::vector<Index> held_logs(const LinearModel& model) {
  std::vector<Index> held;
  Index next = 0;
  for (; next < model.channels(); ++next) held.push_back(next);
  for (const Component& part : model.dynamics.parts()) {
    const Cycle* cycle = std::get_if<Cycle>(&part);
    if (std::holds_alternative<Matern>(part) || (cycle && cycle->decay > 0.0))
      held.push_back(next + 1);
    next += std::visit([](const auto& component) { return component.logs().size(); }, part);
  }
  return held;
}

}  // namespace

double noise_evidence(const FamilyFit& fit, const std::vector<Rows>& series) {
  LinearModel noiseless = fit.model;
  noiseless.noise.setConstant(kNoiseless);
  const LogPrior prior = prior_of({.name = fit.family, .components = fit.model.dynamics});
  LogPrior pinned = prior, others = prior;
  for (const Index i : held_logs(fit.model)) {
    pinned.centre[i] = noiseless.logs()[i];
    pinned.width[i] = kHeld;
    others.width[i] = std::numeric_limits<double>::infinity();
  }
  // If the climb fails, the model stays where it began.
  (void)Posterior(series, fit.interventions, pinned).maximise(noiseless, kTolerance);
  Posterior both(series, fit.interventions, others);
  // Rows that no noiseless model can explain are beyond doubt, not beyond numbers.
  return std::min(both.value(fit.model) - both.value(noiseless), kBeyondDoubt);
}

}  // namespace elto
