// SPDX-License-Identifier: Apache-2.0
// A field with as much noise as is usual in the literature.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/noisy_field.hpp"

namespace elto::testing {

inline Field noisy(const Field& clean) {
  Rng rng(0);
  return add_noise(clean, 0.5, rng).observed;
}

}  // namespace elto::testing
