// SPDX-License-Identifier: Apache-2.0
// A signal as a sum of components that move independently of each other: states stack, F and Q are
// block-diagonal.
#pragma once

#include <variant>
#include <vector>

#include "elto/dynamics/cycle.hpp"
#include "elto/dynamics/integrated_wiener.hpp"
#include "elto/dynamics/matern.hpp"
#include "elto/dynamics/transition.hpp"

namespace elto {

using Component = std::variant<IntegratedWiener, Cycle, Matern>;

class Components {
 public:
  Components() = default;
  /// Throws InvalidArgument for a component that is none, and if there are none.
  Components(std::vector<Component> parts);  // NOLINT: a list of components is their sum

  const std::vector<Component>& parts() const { return parts_; }
  Index states() const { return readout_.size(); }

  const std::vector<Index>& blocks() const { return blocks_; }
  const RowVector& readout() const { return readout_; }
  Vector logs() const;
  void set_logs(VectorView logs);
  Transition transition(double step) const;
  Matrix initial() const;

  /// Whether F of a block depends on the logs at all; Q of every one may.
  std::vector<bool> learns_transition() const;
  /// Gradient by the logs of what depends on F and Q of a step, of which only the blocks are read;
  /// F only where it depends on the logs.
  Vector gradient(double step, const Transition& by_entry) const;
  Vector initial_gradient(const Matrix& by_entry) const;

 private:
  std::vector<Component> parts_;
  std::vector<Index> blocks_;
  RowVector readout_;
};
static_assert(requires(const Components& sum, double step) {
  { sum.transition(step) } -> std::same_as<Transition>;
});

}  // namespace elto
