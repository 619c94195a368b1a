// SPDX-License-Identifier: Apache-2.0
// The error of a filter with fixed noise on given sequences, as a function of the noise and the
// ridges, at a cost that does not grow with the number of training samples (docs/algorithms.md,
// section 4). Noise enters linearly, so all sums over training samples are done once, block pair by
// block pair; F^T F is diagonal, so a change of the observation ridge is a diagonal scaling.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/feature_belief.hpp"
#include "elto/model/model.hpp"
#include "elto/tuning/validation_error.hpp"

namespace elto {

struct Ridges {
  double transition = 0.0;   ///< eps_t
  double observation = 0.0;  ///< eps_o
};

class FixedNoiseObjective {
 public:
  /// Kernels, states and initial belief are those of the model.
  FixedNoiseObjective(const Model& model, const std::vector<ValidationSequence>& sequences);

  /// As validation_error() of the model with this noise and these ridges. Safe to call from several
  /// threads.
  double operator()(const NoiseModel& noise, const Ridges& ridges, Objective objective) const;

 private:
  /// sum_ij theta_ij X_i^T Y_j over row blocks, for a symmetric scalar-block matrix.
  struct BlockPairs {
    std::vector<Matrix> head;      // X_i^T Y_j + X_j^T Y_i (j < i), X_i^T Y_i, over the m full rows
    Matrix tail_left, tail_right;  // the q left-over rows

    BlockPairs() = default;
    BlockPairs(const MatrixView& X, const MatrixView& Y, Index blocks);
    Matrix weighted(const ScalarBlockMatrix& theta) const;
  };

  struct Sequence {
    Matrix rows, target;  // standardised
    BlockPairs FO;        // of F and o(y_t), one column per row of the sequence
  };
  /// What the recursion needs, for one choice of noise and ridges.
  struct Recursion {
    Matrix Phi, C, Qf;
    Vector damping;               // 1 / (spectrum + N eps_o): B = F diag(damping)
    ScalarBlockMatrix precision;  // R^-1
    Matrix J;                     // of every row
    ScalarBlockMatrix isotropic;  // what stands in for it if the update is not proper
  };
  Recursion recursion(const NoiseModel& noise, const Ridges& ridges) const;
  /// B^T R^-1 G_y B for a given R^-1
  Matrix information(const Vector& damping, const ScalarBlockMatrix& precision) const;
  bool run(const Recursion& recursion, const Sequence& sequence, Objective objective,
           ErrorMean& error) const;

  Index samples_, transitions_;
  UpdateRule update_;
  Vector spectrum_;                            // of F^T F, which is diagonal
  Vector transition_spectrum_;                 // eigenvalues and eigenvectors of F1^T F1
  Matrix transition_basis_, F2F1_basis_, YF_;  // F2^T F1 times the latter, Y^T F
  Vector initial_mean_;
  Matrix initial_covariance_;  // without Qf
  BlockPairs F2F2_, FGF_;
  std::vector<Sequence> sequences_;
};

}  // namespace elto
