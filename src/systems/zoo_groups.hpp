// SPDX-License-Identifier: Apache-2.0
// The systems of the zoo by their kind.
#pragma once

#include <span>

#include "elto/systems/zoo.hpp"

namespace elto {

std::span<const ZooSystem> zoo_flows();
std::span<const ZooSystem> zoo_oscillators();
std::span<const ZooSystem> zoo_mechanics();
std::span<const ZooSystem> zoo_chemistry();
std::span<const ZooSystem> zoo_biology();
std::span<const ZooSystem> zoo_driven();
std::span<const ZooSystem> zoo_piecewise();
std::span<const ZooSystem> zoo_delayed();
std::span<const ZooSystem> zoo_stochastic();

}  // namespace elto
