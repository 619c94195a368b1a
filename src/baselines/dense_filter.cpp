// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/dense_filter.hpp"

#include "elto/core/error.hpp"
#include "elto/features/gram.hpp"
#include "elto/series/series.hpp"

#include "core/unknown.hpp"
#include "linalg/single_threaded_blas.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace elto {
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

Matrix symmetric_part(const Matrix& A) {
  return 0.5 * (A + A.transpose());
}

Matrix squared(const Matrix& L) {
  return L * L.transpose();
}

/// Q and R, and what the updates since the last adaptation say about them.
class AdaptiveNoise {
 public:
  AdaptiveNoise(const NoiseModel& initial, Index N2, Index N, const DenseFilterOptions& options)
      : options_(options),
        factors_(initial),
        Q_(dense_scalar_block(N2, squared(initial.process_factor))),
        R_(dense_scalar_block(N, squared(initial.measurement_factor))) {
    start_window();
  }

  const NoiseModel& factors() const { return factors_; }
  const Matrix& Q() const { return Q_; }
  const Matrix& R() const { return R_; }

  /// Takes in e and G d of one update. True at a window's end: adapt() is due.
  bool observe(const Vector& e, const Vector& Gd) {
    residuals_ += e * e.transpose();
    corrections_ += Gd * Gd.transpose();
    return ++count_ == options_.adaptation.window;
  }

  /// posterior = G_y O S O^T
  void adapt(const Matrix& posterior) {
    const auto w = static_cast<double>(options_.adaptation.window);
    const Matrix R_hat = residuals_ / w + posterior, Q_hat = corrections_ / w;
    const double alpha = options_.adaptation.measurement_memory;
    const double beta = options_.adaptation.process_memory;
    if (options_.form == NoiseForm::dense) {
      R_ = alpha * R_ + (1.0 - alpha) * symmetric_part(R_hat);  // of which SP, too, takes this part
      Q_ = beta * Q_ + (1.0 - beta) * Q_hat;
    } else {
      auto& [L, M] = factors_;
      const double xi = options_.adaptation.threshold;
      M = alpha * M + (1.0 - alpha) * cholesky_factor(dense_projection(R_hat, M.rows(), xi));
      L = beta * L + (1.0 - beta) * cholesky_factor(dense_projection(Q_hat, L.rows(), xi));
      R_ = dense_scalar_block(R_.rows(), squared(M));
      Q_ = dense_scalar_block(Q_.rows(), squared(L));
    }
    start_window();
  }

 private:
  void start_window() {
    residuals_ = Matrix::Zero(R_.rows(), R_.rows());
    corrections_ = Matrix::Zero(Q_.rows(), Q_.rows());
    count_ = 0;
  }

  DenseFilterOptions options_;
  NoiseModel factors_;
  Matrix Q_, R_;
  Matrix residuals_, corrections_;  // sums of e e^T and (G d)(G d)^T
  Index count_ = 0;
};

}  // namespace

DenseOperators dense_operators(const StateData& data, const OperatorOptions& options) {
  validate(options);
  link_single_threaded_blas();
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
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(symmetric_part(theta));
  const Matrix& V = eigen.eigenvectors();
  return V * eigen.eigenvalues().cwiseMax(threshold).asDiagonal() * V.transpose();
}

DenseBelief dense_initial_belief(const Model& model) {
  const Index N2 = model.data.transitions.count();
  const Matrix &W = model.initial.weights, &L = model.noise.process_factor;
  const bool has_basis = model.initial.points.size() > 0;
  const Vector uniform = Vector::Constant(N2, 1.0 / static_cast<double>(N2));
  return {has_basis ? Vector(W.rowwise().mean()) : uniform,
          squared(W) + dense_scalar_block(N2, squared(L))};
}

void validate(const DenseFilterOptions& options) {
  validate(options.adaptation);
}

DenseEstimate dense_filter(const DenseOperators& op, DenseBelief belief, const NoiseModel& noise,
                           const MatrixView& rows, const DenseFilterOptions& options) {
  validate(options);
  link_single_threaded_blas();
  const Index D = op.Y.cols();
  require(rows.cols() == D, "rows", concat(D, " columns as in the operators"), rows.cols());
  const Matrix unknown = Matrix::Constant(rows.rows(), D, kUnknown);
  const std::vector<Matrix> no_covariances(static_cast<std::size_t>(rows.rows()),
                                           Matrix::Constant(D, D, kUnknown));
  DenseEstimate estimate{unknown, no_covariances, unknown, {}, {}, {}, {StatusCode::ok}};

  auto& [m, S] = belief;
  const Matrix GO = op.G_y * op.O, YO = op.Y.transpose() * op.O;
  AdaptiveNoise adaptive(noise, op.T.rows(), op.O.rows(), options);
  for (Index t = 0; t < rows.rows(); ++t) {
    if (t > 0) {  // the belief given is the prior of the first row
      m = (op.T * m).eval();
      S = symmetric_part(op.T * S * op.T.transpose() + adaptive.Q());
    }
    estimate.predicted.row(t) = (YO * m).transpose();

    const RowKind kind = kind_of(rows.row(t));
    require(kind != RowKind::unusable, concat("row ", t), "all finite, or all NaN", "a mixture");
    if (kind == RowKind::observed) {
      // G = S O^T (G_y O S O^T + R)^-1, by solving with the transpose
      const Matrix SOt = S * op.O.transpose();
      const Matrix innovation = GO * SOt + adaptive.R();
      const Matrix gain = innovation.transpose().partialPivLu().solve(SOt.transpose()).transpose();
      const Vector o = gram(op.observation_kernel, op.Y, rows.row(t));
      const Vector d = o - GO * m;
      m += gain * d;
      S -= (gain * (GO * S)).eval();
      if (options.adaptation.active() && adaptive.observe(o - GO * m, gain * d))
        adaptive.adapt(GO * S * op.O.transpose());
    }
    if (!m.allFinite() || !S.allFinite()) {
      estimate.status = {StatusCode::not_finite, t};
      break;
    }
    estimate.mean.row(t) = (YO * m).transpose();
    estimate.covariance[static_cast<std::size_t>(t)] = YO * S * YO.transpose();
  }
  estimate.noise = adaptive.factors();
  estimate.Q = adaptive.Q();
  estimate.R = adaptive.R();
  return estimate;
}

}  // namespace elto
