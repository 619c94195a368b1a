// SPDX-License-Identifier: Apache-2.0
#include "support/joint_signals.hpp"

#include <cmath>
#include <numbers>

#include <Eigen/Cholesky>

namespace elto::testing {
namespace {

using Exact = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using ExactVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// x_t = F x_{t-1} + w, stacked.
Exact states_of(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps) {
  const Index n = model.states(), T = rows.count();
  Exact states = Exact::Zero(n * T, n * T);
  Exact P = model.dynamics.initial().cast<long double>();
  for (Index t = 0; t < T; ++t) {
    Exact F = Exact::Identity(n, n);
    if (t > 0) {
      const Transition step = model.dynamics.transition(rows.times[t] - rows.times[t - 1]);
      F = step.F.cast<long double>();
      P = (F * P * F.transpose() + step.Q.cast<long double>()).eval();
    }
    for (const Jump& jump : jumps)
      if (jump.row == t) P(jump.state, jump.state) += jump.variance;
    states.block(n * t, n * t, n, n) = P;
    for (Index s = 0; s < t; ++s) {
      states.block(n * t, n * s, n, n) = F * states.block(n * (t - 1), n * s, n, n);
      states.block(n * s, n * t, n, n) = states.block(n * t, n * s, n, n).transpose();
    }
  }
  return states;
}

Exact signals_of(const LinearModel& model, const Exact& states) {
  const Index n = model.states(), T = states.rows() / n, D = model.channels();
  const Exact c = model.observation.cast<long double>();
  Exact signals(T * D, T * D);
  for (Index t = 0; t < T; ++t)
    for (Index s = 0; s < T; ++s)
      signals.block(t * D, s * D, D, D) = c * states.block(n * t, n * s, n, n) * c.transpose();
  return signals;
}

}  // namespace

JointSignals joint_signals(const LinearModel& model, const Rows& rows,
                           const std::vector<Jump>& jumps) {
  const Exact prior = signals_of(model, states_of(model, rows, jumps));
  std::vector<Index> seen;
  std::vector<long double> values, noises;
  for (Index t = 0; t < rows.count(); ++t)
    for (Index j = 0; j < model.channels(); ++j)
      if (!std::isnan(rows.values(t, j))) {
        seen.push_back(t * model.channels() + j);
        values.push_back(rows.values(t, j));
        noises.push_back(model.noise[j]);
      }
  if (seen.empty()) return {Vector::Zero(prior.rows()), prior.diagonal().cast<double>(), 0.0};
  const auto entries = Eigen::Map<ExactVector>(values.data(), std::ssize(values));
  const auto noise = Eigen::Map<ExactVector>(noises.data(), std::ssize(noises));
  const Eigen::LLT<Exact> L(Exact(prior(seen, seen)) + Exact(noise.asDiagonal()));
  const Exact cross = prior(Eigen::all, seen);
  const ExactVector mean = cross * L.solve(entries);
  const ExactVector variance =
      prior.diagonal() - cross.cwiseProduct(L.solve(cross.transpose()).transpose()).rowwise().sum();
  const long double constant =
      static_cast<long double>(std::ssize(seen)) * std::log(2.0L * std::numbers::pi_v<long double>);
  const long double likelihood =
      -0.5L * (entries.dot(L.solve(entries)) +
               2.0L * Exact(L.matrixL()).diagonal().array().log().sum() + constant);
  return {mean.cast<double>(), variance.cast<double>(), static_cast<double>(likelihood)};
}

}  // namespace elto::testing
