// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/state_map_adjoint.hpp"

#include <cmath>
#include <functional>

#include "elto/core/random.hpp"

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

StateMap some_map(const std::vector<std::vector<Index>>& dependence) {
  const Matrix x = Rng(1).normal(150, 3);
  const Matrix y = x.array().sin().matrix().leftCols(2) + 0.1 * Rng(2).normal(150, 2);
  return learn_state_map(x, y, group_outputs(x, dependence), {}).map;
}

/// v . g(x) + <A, dg/dx>
double number(const StateMap& map, const Vector& x, const Vector& v, const Matrix& A) {
  Vector value(2);
  Matrix jacobian(2, 3);
  StateMapRoom room;
  map.linearise(x, value, jacobian, room);
  return v.dot(value) + A.cwiseProduct(jacobian).sum();
}

constexpr double kStep = 1e-5;  // differences are then good to about 1e-9

template <class Entry>
double difference(const Entry& entry, const std::function<double()>& of) {
  entry() += kStep;
  const double more = of();
  entry() -= 2.0 * kStep;
  const double less = of();
  entry() += kStep;
  return (more - less) / (2.0 * kStep);
}

TEST(StateMapAdjoint, EqualsDifferences) {
  Rng rng(3);
  const Vector v = rng.normal(2, 1);
  const Matrix A = rng.normal(2, 3);
  StateMapAdjointRoom room;
  for (const auto& dependence : {on_all_inputs(3, 2), {{0}, {0, 1}}, {{}, {2, 0}}})
    for (Vector x : {Vector{{0.3, -0.4, 0.1}}, Vector{{2.0, 1.0, -50.0}}}) {
      StateMap map = some_map(dependence), by_map = zero_like(map);
      Vector by_x = Vector::Zero(3);
      pull_back(map, x, v, A, by_x, by_map, room);
      const auto value = [&] { return number(map, x, v, A); };
      for (Index j = 0; j < 3; ++j)
        EXPECT_NEAR(by_x[j], difference([&]() -> double& { return x[j]; }, value), 1e-7);
      for (std::size_t k = 0; k < map.parts.size(); ++k) {
        StateMapPart &part = map.parts[k], &by = by_map.parts[k];
        const auto compare = [&](auto& numbers, const auto& found) {
          for (Index i = 0; i < numbers.size(); ++i) {
            const auto entry = [&]() -> double& { return numbers.data()[i]; };
            EXPECT_NEAR(found.data()[i], difference(entry, value), 1e-7);
          }
        };
        compare(part.offset, by.offset);
        compare(part.linear, by.linear);
        // Only the symmetric parts of the H_i matter.
        const Index n = part.quadratic.rows();
        for (Index i = 0; i < by.quadratic.cols(); ++i)
          for (Index j = 0; j < n; ++j) {
            const auto entry = [&]() -> double& { return part.quadratic(j, i); };
            const auto mirrored = [&]() -> double& { return part.quadratic(i % n, i / n * n + j); };
            EXPECT_NEAR(2.0 * by.quadratic(j, i),
                        difference(entry, value) + difference(mirrored, value), 1e-7);
          }
        compare(part.radial, by.radial);
        EXPECT_NEAR(by.gamma, difference([&]() -> double& { return part.gamma; }, value),
                    1e-6 * (1.0 + std::abs(by.gamma)));
      }
    }
}

}  // namespace
}  // namespace elto
