// SPDX-License-Identifier: Apache-2.0
#include "elto/model/input_effect.hpp"

#include "elto/dynamics/first_order_lag.hpp"

namespace elto {

Matrix responses_of(const std::vector<InputEffect>& effects, const VectorView& times,
                    const MatrixView& inputs) {
  Matrix responses(times.size(), std::ssize(effects));
  for (Index k = 0; k < responses.cols(); ++k) {
    const InputEffect& effect = effects[static_cast<std::size_t>(k)];
    responses.col(k) =
        followed(times, inputs.col(effect.input), effect.lag).array() - effect.centre;
  }
  return responses;
}

Vector drive_of(const std::vector<InputEffect>& effects, const VectorView& times,
                const MatrixView& inputs) {
  const Matrix responses = responses_of(effects, times, inputs);
  Vector drive = Vector::Zero(times.size());
  for (Index k = 0; k < responses.cols(); ++k)
    drive += effects[static_cast<std::size_t>(k)].gain * responses.col(k);
  return drive;
}

}  // namespace elto
