// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/initial_embedding.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/features/gram.hpp"

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"

namespace elto {

InitialEmbedding stationary_embedding(const TransferOperators& operators) {
  const Matrix& F2 = operators.F2;
  const auto n = static_cast<double>(F2.rows());
  InitialEmbedding initial;
  initial.mean = F2.colwise().mean();
  // Any W0 with F2^T W0 W0^T F2 = cov(features) will do. Let the centred features be Fc = U X with
  // orthonormal columns U; then W0 = U / sqrt(N2), centred itself, is one: F2^T W0 = X^T /
  // sqrt(N2).
  std::optional<ThinQr> qr = thin_qr(F2.rowwise() - initial.mean.transpose());
  initial.weights =
      qr ? std::move(qr->Q) : Matrix::Constant(F2.rows(), std::min(F2.rows(), F2.cols()), kUnknown);
  initial.weights.rowwise() -= initial.weights.colwise().mean().eval();
  initial.weights /= std::sqrt(n);
  initial.factor.noalias() = F2.transpose() * initial.weights;
  return initial;
}

InitialEmbedding basis_embedding(const TransferOperators& operators, const StateData& data,
                                 const OperatorOptions& options, const MatrixView& points) {
  require(points.cols() == data.states.cols(), "basis points",
          concat(data.states.cols(), " columns"), points.cols());
  require(points.rows() >= 1, "basis points", "at least 1", points.rows());
  require(points.allFinite(), "basis points", "finite", "NaN or infinity");
  const Kernel kernel = resolved(options.state_kernel, data.states);
  const Matrix K = gram(kernel, data.states(data.transitions.from, Eigen::all), points);
  const double c = static_cast<double>(data.transitions.count()) * options.transition_ridge;
  InitialEmbedding initial;
  initial.points = points;
  // (F1 F1^T + c I)^-1 K = (K - A F1^T K) / c, the push-through identity with A at hand.
  const Matrix F1 = operators.F(data.transitions.from, Eigen::all);
  initial.weights = (K - operators.A * (F1.transpose() * K)) / c;
  initial.mean.noalias() = operators.F2.transpose() * initial.weights.rowwise().mean();
  initial.factor.noalias() = operators.F2.transpose() * initial.weights;
  return initial;
}

}  // namespace elto
