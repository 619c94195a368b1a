// SPDX-License-Identifier: Apache-2.0
// What linear dynamics do over a step h of time,
//   x(t + h) = F x(t) + w,   w ~ N(0, Q)
// and what a component of a signal says of itself: its states, how they move, which of them are
// seen, what is believed of them at first, and how all this changes with the logarithms of its
// parameters. Times are in units of the median step, values in units of a channel's standard
// deviation.
#pragma once

#include <concepts>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// F and Q are block-diagonal where states do not move together.
struct Transition {
  Matrix F, Q;
};

/// How something moves with each parameter's logarithm.
using LogDerivatives = std::vector<Transition>;

template <class Component>
concept LinearDynamics = requires(const Component& component, Component& changed, double step,
                                  VectorView logs) {
  /// Sizes of the blocks of F and Q, in order.
  { component.blocks() } -> std::same_as<std::vector<Index>>;
  /// Of the signal by the states.
  { component.readout() } -> std::same_as<RowVector>;
  /// Logarithms of the parameters, all positive.
  { component.logs() } -> std::same_as<Vector>;
  changed.set_logs(logs);
  { component.transition(step) } -> std::same_as<Transition>;
  /// One for each parameter.
  { component.derivatives(step) } -> std::same_as<LogDerivatives>;
  /// Covariance of the states before the first row; their mean is zero.
  { component.initial() } -> std::same_as<Matrix>;
  /// One for each parameter.
  { component.initial_derivatives() } -> std::same_as<std::vector<Matrix>>;
};

}  // namespace elto
