// SPDX-License-Identifier: Apache-2.0
#include "elto/model/linear_model.hpp"

#include <utility>

#include "elto/core/error.hpp"

#include "dynamics/positive.hpp"

namespace elto {

LinearModel::LinearModel(Components dynamics_, double noise_)
    : dynamics(std::move(dynamics_)),
      observation(dynamics.readout()),
      noise(Vector::Constant(1, noise_)) {}

Vector LinearModel::logs() const {
  const Vector inner = dynamics.logs();
  Vector all(noise.size() + inner.size());
  all << noise.array().log().matrix(), inner;
  return all;
}

void LinearModel::set_logs(VectorView logs) {
  noise = logs.head(noise.size()).unaryExpr(&positive);
  dynamics.set_logs(logs.tail(logs.size() - noise.size()));
}

void validate(const LinearModel& model) {
  require(model.states() >= 1, "dynamics", "at least 1 state", model.states());
  require(model.channels() >= 1, "observation", "at least 1 row", model.channels());
  require(model.observation.cols() == model.states(), "observation", "a column for each state",
          model.observation.cols());
  require(model.noise.size() == model.channels(), "noise", "one for each channel",
          model.noise.size());
}

}  // namespace elto
