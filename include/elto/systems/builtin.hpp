// SPDX-License-Identifier: Apache-2.0
// The systems that come with the library, by name: for a first try, for examples and benchmarks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "elto/core/types.hpp"
#include "elto/systems/noisy_field.hpp"
#include "elto/systems/simulation.hpp"
#include "elto/systems/zoo.hpp"

namespace elto {

struct SimulateOptions {
  std::uint32_t seed = 1;
  Index rows = 0;             ///< 0: the system's default
  double noise_factor = 1.0;  ///< times the measurement noise of the system; 0: none
};
void validate(const SimulateOptions& options);

struct BuiltinSystem {
  std::string_view name;
  std::string_view description;  ///< one line, for help pages
  /// One of the three: how it is simulated, the field whose noisy observation it is, or what it is
  /// in the zoo.
  Simulation (*simulate)(const SimulateOptions& options) = nullptr;
  Field (*field)(Index rows) = nullptr;
  const ZooSystem* zoo = nullptr;
};

/// All of them, in the order of their names.
std::span<const BuiltinSystem> builtin_systems();

/// Throws InvalidArgument for an unknown name; the message says which are near it.
Simulation builtin(std::string_view name, const SimulateOptions& options = {});

/// The same as a field with its grid, if the system is one; their noise is 50 %.
std::optional<NoisyField> builtin_field(std::string_view name, const SimulateOptions& options = {});

}  // namespace elto
