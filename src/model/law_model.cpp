// SPDX-License-Identifier: Apache-2.0
#include "elto/model/law_model.hpp"

#include <cmath>

#include "elto/core/error.hpp"

namespace elto {
namespace {

constexpr double kByDerivative[] = {10.0, 1.0, 0.1};  // nothing is known, but how fast a row moves

}  // namespace

Vector LawModel::initial_mean() const {
  Vector mean = Vector::Zero(states());
  mean.head(channels()) = centre;
  return mean;
}

Vector LawModel::initial_variance() const {
  Vector variance(states());
  for (Index i = 0; i < law.coordinates(); ++i) variance[i] = kByDerivative[i / channels()];
  for (Index d = 0; d < channels(); ++d) {
    const double stationary = 0.5 * law.drift_noise[d] * law.memory;
    variance[law.drift(d)] =
        stationary > 0.0 ? 1.0 / (1.0 / stationary + 1.0 / kByDerivative[law.order]) : 0.0;
  }
  return variance;
}

double LawModel::initial_drift_by_log(Index channel) const {
  const double stationary = 0.5 * law.drift_noise[channel] * law.memory;
  if (!(stationary > 0.0)) return 0.0;
  const double variance = 1.0 / (1.0 / stationary + 1.0 / kByDerivative[law.order]);
  return variance * variance / stationary;
}

void validate(const LawModel& model) {
  validate(model.law);
  const Index D = model.channels();
  require(model.noise.size() == D && (model.noise.array() > 0.0).all() && model.noise.allFinite(),
          "noise", "positive, one for each channel", model.noise.size());
  require(model.centre.size() == D && model.centre.allFinite(), "centre",
          "finite, one for each channel", model.centre.size());
}

}  // namespace elto
