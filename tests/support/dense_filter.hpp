// SPDX-License-Identifier: Apache-2.0
// The paper's filter exactly as printed, with N x N matrices: the oracle for the feature-space
// filter and the contender in its benchmark. Shares nothing with the library but the kernel
// functions.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "elto/features/gram.hpp"
#include "elto/noise/noise_adaptation.hpp"
#include "elto/operators/transfer_operators.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace elto::testing {

struct DenseOperators {
  Matrix T, O, G_y, Y;
  Kernel observation_kernel;
};

inline DenseOperators dense_operators(const StateData& data, const OperatorOptions& options) {
  const auto& [from, to] = data.transitions;
  const Matrix G = gram(resolved(options.state_kernel, data.states), data.states);
  const Index N = G.rows(), N2 = data.transitions.count();
  const Matrix I = Matrix::Identity(N, N), I2 = Matrix::Identity(N2, N2);
  DenseOperators dense;
  dense.T = (G(from, from) + static_cast<double>(N2) * options.transition_ridge * I2)
                .llt()
                .solve(Matrix(G(from, to)));
  dense.O = (G + static_cast<double>(N) * options.observation_ridge * I)
                .llt()
                .solve(Matrix(G(Eigen::all, to)));
  dense.observation_kernel = resolved(options.observation_kernel, data.observations);
  dense.G_y = gram(dense.observation_kernel, data.observations);
  dense.Y = data.observations;
  return dense;
}

/// Scalar-block matrix written out from its definition, entry by entry.
inline Matrix dense_scalar_block(Index n, const Matrix& theta) {
  const Index k = theta.rows();
  std::vector<Index> block, position;
  for (Index i = 0; i < k; ++i)
    for (Index p = 0; p < n / k + (i < n % k ? 1 : 0); ++p) {
      block.push_back(i);
      position.push_back(p);
    }
  Matrix A = Matrix::Zero(n, n);
  for (Index r = 0; r < n; ++r)
    for (Index c = 0; c < n; ++c) {
      const auto i = static_cast<std::size_t>(r), j = static_cast<std::size_t>(c);
      if (position[i] == position[j]) A(r, c) = theta(block[i], block[j]);
    }
  return A;
}

/// SP of the paper: means of the block diagonals, then eigenvalues clamped.
inline Matrix dense_projection(const Matrix& A, Index k, double threshold) {
  const Index n = A.rows();
  Matrix theta = Matrix::Zero(k, k), count = Matrix::Zero(k, k);
  std::vector<Index> block, position;
  for (Index i = 0; i < k; ++i)
    for (Index p = 0; p < n / k + (i < n % k ? 1 : 0); ++p) {
      block.push_back(i);
      position.push_back(p);
    }
  for (Index r = 0; r < n; ++r)
    for (Index c = 0; c < n; ++c) {
      const auto i = static_cast<std::size_t>(r), j = static_cast<std::size_t>(c);
      if (position[i] != position[j]) continue;
      theta(block[i], block[j]) += A(r, c);
      count(block[i], block[j]) += 1.0;
    }
  theta = theta.cwiseQuotient(count);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen((theta + theta.transpose()) / 2.0);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(threshold).asDiagonal() *
         eigen.eigenvectors().transpose();
}

struct DenseBelief {
  Vector m;
  Matrix S;
};

struct DenseEstimate {
  Matrix mean;
  std::vector<Matrix> covariance;
  Matrix L, M;  ///< final factors
};

/// Runs update, estimate, predict over the rows of Y from the belief before the first update.
inline DenseEstimate dense_filter(const DenseOperators& op, DenseBelief belief, Matrix Q, Matrix R,
                                  const Matrix& rows, const AdaptationOptions& adaptation = {},
                                  const NoiseModel& noise = {}) {
  auto& [m, S] = belief;
  const Matrix GO = op.G_y * op.O;
  DenseEstimate estimate{
      Matrix(rows.rows(), op.Y.cols()), {}, noise.process_factor, noise.measurement_factor};
  Matrix& L = estimate.L;
  Matrix& M = estimate.M;
  Matrix residuals = Matrix::Zero(R.rows(), R.cols()),
         corrections = Matrix::Zero(Q.rows(), Q.cols());
  for (Index t = 0; t < rows.rows(); ++t) {
    if (t > 0) {
      m = (op.T * m).eval();
      S = (op.T * S * op.T.transpose() + Q).eval();
      S = ((S + S.transpose()) / 2.0).eval();
    }
    // G = S O^T (G_y O S O^T + R)^-1, by solving with the transpose.
    const Matrix SOt = S * op.O.transpose();
    const Matrix innovation_covariance = GO * SOt + R;
    const Matrix gain =
        innovation_covariance.transpose().partialPivLu().solve(SOt.transpose()).transpose();
    const Vector o = gram(op.observation_kernel, op.Y, rows.row(t));
    const Vector d = o - GO * m;
    m += gain * d;
    S -= (gain * (GO * S)).eval();
    const Vector e = o - GO * m;
    if (adaptation.active()) {
      const auto w = static_cast<double>(adaptation.window);
      residuals += e * e.transpose() / w;
      corrections += (gain * d) * (gain * d).transpose() / w;
      if ((t + 1) % adaptation.window == 0) {
        const Matrix R_hat = residuals + GO * S * op.O.transpose();
        const double alpha = adaptation.measurement_memory, beta = adaptation.process_memory;
        const Matrix M_hat =
            dense_projection(R_hat, M.rows(), adaptation.threshold).llt().matrixL();
        const Matrix L_hat =
            dense_projection(corrections, L.rows(), adaptation.threshold).llt().matrixL();
        M = alpha * M + (1.0 - alpha) * M_hat;
        L = beta * L + (1.0 - beta) * L_hat;
        R = dense_scalar_block(R.rows(), M * M.transpose());
        Q = dense_scalar_block(Q.rows(), L * L.transpose());
        residuals.setZero();
        corrections.setZero();
      }
    }
    estimate.mean.row(t) = (op.Y.transpose() * (op.O * m)).transpose();
    estimate.covariance.push_back(op.Y.transpose() * op.O * S * op.O.transpose() * op.Y);
  }
  return estimate;
}

}  // namespace elto::testing
