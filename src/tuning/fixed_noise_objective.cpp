// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fixed_noise_objective.hpp"

#include <limits>
#include <utility>

#include "elto/features/gram.hpp"

#include "linalg/lapack.hpp"
#include "linalg/single_threaded_blas.hpp"

namespace elto {
namespace {

Matrix zero_for_missing(Matrix rows) {
  return rows.array().isNaN().select(0.0, rows);
}

}  // namespace

FixedNoiseObjective::BlockPairs::BlockPairs(const MatrixView& X, const MatrixView& Y,
                                            Index blocks) {
  const BlockPartition partition{X.rows(), blocks};
  const Index m = X.rows() / blocks, q = X.rows() % blocks;
  const auto block = [&](const MatrixView& Z, Index i) {
    return Z.middleRows(partition.begin(i), m);
  };
  for (Index i = 0; i < blocks; ++i)
    for (Index j = 0; j <= i; ++j) {
      Matrix pair = block(X, i).transpose() * block(Y, j);
      if (j < i) pair.noalias() += block(X, j).transpose() * block(Y, i);
      head.push_back(std::move(pair));
    }
  tail_left.resize(q, X.cols());
  tail_right.resize(q, Y.cols());
  for (Index i = 0; i < q; ++i) {
    tail_left.row(i) = X.row(partition.begin(i) + m);
    tail_right.row(i) = Y.row(partition.begin(i) + m);
  }
}

Matrix FixedNoiseObjective::BlockPairs::weighted(const ScalarBlockMatrix& theta) const {
  Matrix sum = tail_left.transpose() * (theta.tail() * tail_right);
  std::size_t next = 0;
  for (Index i = 0; i < theta.blocks(); ++i)
    for (Index j = 0; j <= i; ++j) sum += theta.head()(i, j) * head[next++];
  return sum;
}

FixedNoiseObjective::FixedNoiseObjective(const Model& model,
                                         const std::vector<ValidationSequence>& sequences)
    : samples_(model.operators.samples()),
      transitions_(model.operators.transitions()),
      update_(model.update) {
  link_single_threaded_blas();
  const TransferOperators& op = model.operators;
  spectrum_ = op.spectrum;
  const Matrix& F = op.F;
  const Matrix& F2 = op.F2;
  const Matrix F1 = F(model.data.transitions.from, Eigen::all);
  // G_y F from G_y B, B = F (F^T F + N eps_o I)^-1, without another look at the kernel.
  const double c = static_cast<double>(samples_) * model.operator_options.observation_ridge;
  const Matrix GF = op.GB * (spectrum_.array() + c).matrix().asDiagonal();

  transition_basis_.noalias() = F1.transpose() * F1;
  transition_spectrum_.resize(F1.cols());
  if (!symmetric_eigen(transition_basis_, transition_spectrum_))
    transition_spectrum_.setConstant(std::numeric_limits<double>::quiet_NaN());
  F2F1_basis_ = (F2.transpose() * F1) * transition_basis_;
  YF_ = model.data.observations.transpose() * F;
  initial_mean_ = model.initial.mean;
  initial_covariance_.noalias() = model.initial.factor * model.initial.factor.transpose();
  const Index blocks_measurement = model.noise.measurement_factor.rows();
  F2F2_ = BlockPairs(F2, F2, model.noise.process_factor.rows());
  FGF_ = BlockPairs(F, GF, blocks_measurement);
  for (const ValidationSequence& sequence : sequences) {
    Matrix rows = model.scaling.apply(sequence.rows);
    const Matrix O = gram(op.observation_kernel, model.data.observations, zero_for_missing(rows));
    sequences_.push_back({std::move(rows), model.scaling.apply(sequence.target),
                          BlockPairs(F, O, blocks_measurement)});
  }
}

FixedNoiseObjective::Recursion FixedNoiseObjective::recursion(const NoiseModel& noise,
                                                              const Ridges& ridges) const {
  const double c_t = static_cast<double>(transitions_) * ridges.transition;
  const double c_o = static_cast<double>(samples_) * ridges.observation;
  ScalarBlockMatrix precision = noise.measurement(samples_);
  precision.assign_inverse_square(noise.measurement_factor);
  const Vector damping = (spectrum_.array() + c_o).inverse();
  const Vector transition_damping = (transition_spectrum_.array() + c_t).inverse();
  const Index k = precision.blocks();
  const double variance = largest_eigenvalue_bound(noise.measurement_factor);
  return {.Phi = F2F1_basis_ * transition_damping.asDiagonal() * transition_basis_.transpose(),
          .C = YF_ * damping.asDiagonal(),
          .Qf = F2F2_.weighted(noise.process(transitions_)),
          .damping = damping,
          .precision = precision,
          .J = information(damping, precision),
          .isotropic = ScalarBlockMatrix(samples_, Matrix::Identity(k, k) / variance)};
}

Matrix FixedNoiseObjective::information(const Vector& damping,
                                        const ScalarBlockMatrix& precision) const {
  return damping.asDiagonal() * FGF_.weighted(precision) * damping.asDiagonal();
}

bool FixedNoiseObjective::run(const Recursion& recursion, const Sequence& sequence,
                              Objective objective, ErrorMean& error) const {
  const auto said = [&](const ScalarBlockMatrix& precision) -> Matrix {
    return recursion.damping.asDiagonal() * sequence.FO.weighted(precision);
  };
  Matrix J = recursion.J, b = said(recursion.precision);  // b: one column per row
  // With one block R is a multiple of the identity, and every update is proper.
  bool guarded = update_ == UpdateRule::guarded && recursion.precision.blocks() > 1;
  constexpr double kSettled = 1e-10;  // a search need not know the error any better
  FeatureBelief belief(initial_mean_, initial_covariance_ + recursion.Qf, kSettled);
  const auto update = [&](Index t) {
    if (guarded && belief.try_update(J, b.col(t))) return;
    if (guarded) {
      J = information(recursion.damping, recursion.isotropic);
      b = said(recursion.isotropic);
      guarded = false;
    }
    belief.update(J, b.col(t));
  };
  RowVector mean(recursion.C.rows());
  const auto score = [&](Index t) {
    mean.transpose().noalias() = recursion.C * belief.mean();
    error.add(mean, sequence.target.row(t));
  };
  for (Index t = 0; t < sequence.rows.rows(); ++t) {
    if (t > 0) belief.predict(recursion.Phi, recursion.Qf);
    if (objective == Objective::prediction_error) score(t);
    if (kind_of(sequence.rows.row(t)) == RowKind::missing)
      belief.skip();
    else
      update(t);
    if (!belief.finite()) return false;
    if (objective == Objective::posterior_error) score(t);
  }
  return true;
}

double FixedNoiseObjective::operator()(const NoiseModel& noise, const Ridges& ridges,
                                       Objective objective) const {
  const Recursion candidate = recursion(noise, ridges);
  ErrorMean error;
  for (const Sequence& sequence : sequences_)
    if (!run(candidate, sequence, objective, error)) return std::numeric_limits<double>::infinity();
  return error.value();
}

}  // namespace elto
