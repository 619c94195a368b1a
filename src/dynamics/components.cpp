// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/components.hpp"

#include <algorithm>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {
namespace {

/// Calls what(component, first state, states, first parameter, parameters) for every part.
template <class Parts, class What>
void for_each_part(Parts& parts, What what) {
  Index state = 0, parameter = 0;
  for (auto& part : parts)
    std::visit(
        [&](auto& component) {
          const Index states = component.readout().size(), parameters = component.logs().size();
          what(component, state, states, parameter, parameters);
          state += states;
          parameter += parameters;
        },
        part);
}

}  // namespace

Components::Components(std::vector<Component> parts) : parts_(std::move(parts)) {
  require(!parts_.empty(), "components", "at least 1", 0);
  Index states = 0;
  for (const Component& part : parts_)
    std::visit(
        [&](const auto& component) {
          validate(component);
          for (const Index size : component.blocks()) blocks_.push_back(size);
          states += component.readout().size();
        },
        part);
  readout_.resize(states);
  for_each_part(parts_, [&](auto& component, Index state, Index count, Index, Index) {
    readout_.segment(state, count) = component.readout();
  });
}

Vector Components::logs() const {
  std::vector<double> all;
  for_each_part(parts_, [&](const auto& component, Index, Index, Index, Index) {
    const Vector logs = component.logs();
    all.insert(all.end(), logs.begin(), logs.end());
  });
  return Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
}

void Components::set_logs(VectorView logs) {
  for_each_part(parts_, [&](auto& component, Index, Index, Index first, Index count) {
    component.set_logs(logs.segment(first, count));
  });
}

Transition Components::transition(double step) const {
  Transition all{.F = Matrix::Zero(states(), states()), .Q = Matrix::Zero(states(), states())};
  for_each_part(parts_, [&](const auto& component, Index state, Index count, Index, Index) {
    const Transition part = component.transition(step);
    all.F.block(state, state, count, count) = part.F;
    all.Q.block(state, state, count, count) = part.Q;
  });
  return all;
}

Matrix Components::initial() const {
  Matrix P = Matrix::Zero(states(), states());
  for_each_part(parts_, [&](const auto& component, Index state, Index count, Index, Index) {
    P.block(state, state, count, count) = component.initial();
  });
  return P;
}

std::vector<bool> Components::learns_transition() const {
  std::vector<bool> learns;
  for (const Component& part : parts_)
    std::visit(
        [&](const auto& component) {
          const LogDerivatives moved = component.derivatives(1.0);
          const bool any = std::ranges::any_of(
              moved, [](const Transition& by_log) { return !by_log.F.isZero(0.0); });
          learns.insert(learns.end(), component.blocks().size(), any);
        },
        part);
  return learns;
}

Vector Components::gradient(double step, const Transition& by_entry) const {
  Vector gradient = Vector::Zero(logs().size());
  for_each_part(parts_, [&](const auto& component, Index state, Index count, Index first, Index) {
    const LogDerivatives moved = component.derivatives(step);
    // Blocks of a part are contiguous and what lies between them is zero in every derivative.
    for (std::size_t p = 0; p < moved.size(); ++p)
      gradient[first + static_cast<Index>(p)] =
          moved[p].F.cwiseProduct(by_entry.F.block(state, state, count, count)).sum() +
          moved[p].Q.cwiseProduct(by_entry.Q.block(state, state, count, count)).sum();
  });
  return gradient;
}

Vector Components::initial_gradient(const Matrix& by_entry) const {
  Vector gradient = Vector::Zero(logs().size());
  for_each_part(parts_, [&](const auto& component, Index state, Index count, Index first, Index) {
    const std::vector<Matrix> moved = component.initial_derivatives();
    for (std::size_t p = 0; p < moved.size(); ++p)
      gradient[first + static_cast<Index>(p)] =
          moved[p].cwiseProduct(by_entry.block(state, state, count, count)).sum();
  });
  return gradient;
}

}  // namespace elto
