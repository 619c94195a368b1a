// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/components.hpp"

#include <cmath>
#include <variant>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Components sum() {
  return {{IntegratedWiener{.order = 2, .noise = 1e-3, .level_noise = 0.02},
           Cycle{.period = 7.3, .harmonics = 3, .noise = 1e-3},
           Matern{.order = 3, .variance = 0.8, .length = 9.0},
           Cycle{.period = 11.0, .noise = 0.02, .decay = 0.1, .learns_period = true},
           IntegratedWiener{.order = 1, .noise = 0.5}}};
}

TEST(Components, StackTheirParts) {
  const Components all = sum();
  EXPECT_EQ(all.states(), 14);
  EXPECT_EQ(all.blocks(), (std::vector<Index>{2, 2, 2, 2, 3, 2, 1}));
  const Transition step = all.transition(1.3);
  Matrix F = Matrix::Zero(14, 14), Q = F, P = F;
  Index begin = 0;
  std::vector<double> logs;
  for (const Component& part : all.parts())
    std::visit(
        [&](const auto& component) {
          const Index n = component.readout().size();
          EXPECT_EQ(all.readout().segment(begin, n), component.readout());
          F.block(begin, begin, n, n) = component.transition(1.3).F;
          Q.block(begin, begin, n, n) = component.transition(1.3).Q;
          P.block(begin, begin, n, n) = component.initial();
          for (const double log : component.logs()) logs.push_back(log);
          begin += n;
        },
        part);
  EXPECT_EQ(step.F, F);
  EXPECT_EQ(step.Q, Q);
  EXPECT_EQ(all.initial(), P);
  EXPECT_EQ(all.logs(), Eigen::Map<Vector>(logs.data(), static_cast<Index>(logs.size())));
}

TEST(Components, TakeTheirLogsBack) {
  Components all = sum();
  Rng rng(3);
  Vector logs = all.logs();
  for (double& log : logs) log += rng.normal();
  all.set_logs(logs);
  EXPECT_LE((all.logs() - logs).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_DOUBLE_EQ(std::get<Matern>(all.parts()[2]).variance, std::exp(logs[3]));
}

/// f(F, Q) = sum of (A . F) and (B . Q), A and B random: its gradient is linear in them.
TEST(Components, ContractTheGradient) {
  const Components all = sum();
  Rng rng(4);
  const Index n = all.states();
  const Transition by_entry{.F = rng.normal(n, n), .Q = rng.normal(n, n)};
  const Matrix by_initial = rng.normal(n, n);
  const Vector logs = all.logs();
  for (const double step : {0.2, 1.0, 5.0}) {
    const Vector exact = all.gradient(step, by_entry);
    const Vector exact_initial = all.initial_gradient(by_initial);
    ASSERT_EQ(exact.size(), logs.size());
    for (Index p = 0; p < logs.size(); ++p) {
      const auto at = [&](double moved) {
        Components other = all;
        Vector shifted = logs;
        shifted[p] += moved;
        other.set_logs(shifted);
        const Transition t = other.transition(step);
        return Vector{{by_entry.F.cwiseProduct(t.F).sum() + by_entry.Q.cwiseProduct(t.Q).sum(),
                       by_initial.cwiseProduct(other.initial()).sum()}};
      };
      constexpr double h = 2e-3;  // fourth order: an error of 1e-11 and less by rounding
      const Vector difference =
          (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
      EXPECT_NEAR(exact[p], difference[0], 1e-8 * (1.0 + std::abs(difference[0])));
      EXPECT_NEAR(exact_initial[p], difference[1], 1e-8 * (1.0 + std::abs(difference[1])));
    }
  }
}

TEST(Components, RefuseWhatIsNone) {
  EXPECT_THROW(Components(std::vector<Component>{}), InvalidArgument);
  EXPECT_THROW(Components({IntegratedWiener{}, Cycle{.period = -1.0}}), InvalidArgument);
}

}  // namespace
}  // namespace elto
