// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/transfer_operators.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/features/gram.hpp"

#include "linalg/lapack.hpp"
#include "linalg/single_threaded_blas.hpp"

namespace elto {
namespace {

// F (F^T F + n eps I)^-1
Matrix ridge_regression(const Matrix& F, double eps) {
  Matrix C = F.transpose() * F;
  C.diagonal().array() += static_cast<double>(F.rows()) * eps;
  return solve_normal_equations(F, std::move(C));
}

void validate(const StateData& data) {
  const Index n = data.states.rows();
  require(n >= 2, "states", "at least 2 rows", n);
  require(data.observations.rows() == n, "observations", concat(n, " rows, one per state"),
          data.observations.rows());
  const auto& [from, to] = data.transitions;
  require(!from.empty(), "transitions", "at least 1", from.size());
  require(to.size() == from.size(), "transitions",
          concat(from.size(), " successors, one per transition"), to.size());
  const std::string bound = concat("between states 0 and ", n - 1);
  for (const auto* indices : {&from, &to})
    for (const Index i : *indices) require(0 <= i && i < n, "transitions", bound, i);
  require(data.states.allFinite(), "states", "finite", "NaN or infinity");
  require(data.observations.allFinite(), "observations", "finite", "NaN or infinity");
}

}  // namespace

void validate(const OperatorOptions& options) {
  validate(options.state_kernel, "state_kernel");
  validate(options.observation_kernel, "observation_kernel");
  require(std::isfinite(options.transition_ridge) && options.transition_ridge > 0.0,
          "transition_ridge", "finite and positive", options.transition_ridge);
  require(std::isfinite(options.observation_ridge) && options.observation_ridge > 0.0,
          "observation_ridge", "finite and positive", options.observation_ridge);
  validate(options.rank);
}

TransferOperators learn_operators(const StateData& data, const OperatorOptions& options) {
  validate(data);
  validate(options);
  link_single_threaded_blas();
  TransferOperators op;
  Features features =
      learn_features(resolved(options.state_kernel, data.states), data.states, options.rank);
  op.F = std::move(features.values);
  op.spectrum = std::move(features.spectrum);
  op.observation_kernel = resolved(options.observation_kernel, data.observations);
  op.F2 = op.F(data.transitions.to, Eigen::all);
  op.A = ridge_regression(op.F(data.transitions.from, Eigen::all), options.transition_ridge);
  const double c = static_cast<double>(op.F.rows()) * options.observation_ridge;
  op.B = op.F * (op.spectrum.array() + c).inverse().matrix().asDiagonal();
  op.GB = gram_times(op.observation_kernel, data.observations, data.observations, op.B);
  op.Phi.noalias() = op.F2.transpose() * op.A;
  op.C.noalias() = data.observations.transpose() * op.B;
  return op;
}

}  // namespace elto
