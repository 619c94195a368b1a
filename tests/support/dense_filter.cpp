// SPDX-License-Identifier: Apache-2.0
#include "support/dense_filter.hpp"

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace elto::testing {
namespace {

/// Of each row: the block it is in and its position there.
struct Places {
  std::vector<Index> block, position;

  Places(Index n, Index k) {
    for (Index i = 0; i < k; ++i)
      for (Index p = 0; p < n / k + (i < n % k ? 1 : 0); ++p) {
        block.push_back(i);
        position.push_back(p);
      }
  }
};

template <class Visit>
void visit_block_diagonals(Index n, Index k, Visit visit) {
  const Places places(n, k);
  for (Index r = 0; r < n; ++r)
    for (Index c = 0; c < n; ++c) {
      const auto i = static_cast<std::size_t>(r), j = static_cast<std::size_t>(c);
      if (places.position[i] == places.position[j]) visit(r, c, places.block[i], places.block[j]);
    }
}

Matrix cholesky_factor(const Matrix& A) {
  return A.llt().matrixL();
}

}  // namespace

DenseOperators dense_operators(const StateData& data, const OperatorOptions& options) {
  const auto& [from, to] = data.transitions;
  const Matrix G = gram(resolved(options.state_kernel, data.states), data.states);
  const Index N = G.rows(), N2 = data.transitions.count();
  const Matrix I = Matrix::Identity(N, N), I2 = Matrix::Identity(N2, N2);
  const Matrix transition = G(from, from) + static_cast<double>(N2) * options.transition_ridge * I2;
  const Matrix observation = G + static_cast<double>(N) * options.observation_ridge * I;
  DenseOperators dense;
  dense.T = transition.llt().solve(Matrix(G(from, to)));
  dense.O = observation.llt().solve(Matrix(G(Eigen::all, to)));
  dense.observation_kernel = resolved(options.observation_kernel, data.observations);
  dense.G_y = gram(dense.observation_kernel, data.observations);
  dense.Y = data.observations;
  return dense;
}

Matrix dense_scalar_block(Index n, const Matrix& theta) {
  Matrix A = Matrix::Zero(n, n);
  visit_block_diagonals(n, theta.rows(),
                        [&](Index r, Index c, Index i, Index j) { A(r, c) = theta(i, j); });
  return A;
}

Matrix dense_projection(const Matrix& A, Index k, double threshold) {
  Matrix theta = Matrix::Zero(k, k), count = Matrix::Zero(k, k);
  visit_block_diagonals(A.rows(), k, [&](Index r, Index c, Index i, Index j) {
    theta(i, j) += A(r, c);
    count(i, j) += 1.0;
  });
  theta = theta.cwiseQuotient(count).eval();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen((theta + theta.transpose()) / 2.0);
  const Matrix& V = eigen.eigenvectors();
  return V * eigen.eigenvalues().cwiseMax(threshold).asDiagonal() * V.transpose();
}

DenseBelief dense_initial_belief(const Model& model) {
  const Index N2 = model.operators.transitions();
  const Matrix& W = model.initial.weights;
  const bool has_basis = model.initial.points.size() > 0;
  const Vector uniform = Vector::Constant(N2, 1.0 / static_cast<double>(N2));
  return {has_basis ? Vector(W.rowwise().mean()) : uniform,
          W * W.transpose() + model.noise.process(N2).dense()};
}

void disturb(NoiseModel& noise) {
  Rng rng(3);
  for (Matrix* factor : {&noise.process_factor, &noise.measurement_factor})
    for (Index i = 0; i < factor->rows(); ++i)
      for (Index j = 0; j < i; ++j) (*factor)(i, j) = 0.2 * rng.normal() * (*factor)(i, i);
}

DenseEstimate dense_filter(const DenseOperators& op, DenseBelief belief, NoiseModel noise,
                           const Matrix& rows, const AdaptationOptions& adaptation) {
  auto& [m, S] = belief;
  Matrix& L = noise.process_factor;
  Matrix& M = noise.measurement_factor;
  const Index N2 = op.T.rows(), N = op.O.rows();
  Matrix Q = dense_scalar_block(N2, L * L.transpose());
  Matrix R = dense_scalar_block(N, M * M.transpose());
  const Matrix GO = op.G_y * op.O, YO = op.Y.transpose() * op.O;
  Matrix residuals = Matrix::Zero(N, N), corrections = Matrix::Zero(N2, N2);
  DenseEstimate estimate{Matrix(rows.rows(), op.Y.cols()), {}, {}};
  for (Index t = 0; t < rows.rows(); ++t) {
    if (t > 0) {  // the belief given is the prior of the first row
      m = (op.T * m).eval();
      S = (op.T * S * op.T.transpose() + Q).eval();
      S = ((S + S.transpose()) / 2.0).eval();
    }
    // G = S O^T (G_y O S O^T + R)^-1, by solving with the transpose
    const Matrix SOt = S * op.O.transpose();
    const Matrix innovation = GO * SOt + R;
    const Matrix gain = innovation.transpose().partialPivLu().solve(SOt.transpose()).transpose();
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
        const double xi = adaptation.threshold;
        M = alpha * M + (1.0 - alpha) * cholesky_factor(dense_projection(R_hat, M.rows(), xi));
        L = beta * L + (1.0 - beta) * cholesky_factor(dense_projection(corrections, L.rows(), xi));
        R = dense_scalar_block(N, M * M.transpose());
        Q = dense_scalar_block(N2, L * L.transpose());
        residuals.setZero();
        corrections.setZero();
      }
    }
    estimate.mean.row(t) = (YO * m).transpose();
    estimate.covariance.push_back(YO * S * YO.transpose());
  }
  estimate.noise = noise;
  return estimate;
}

}  // namespace elto::testing
