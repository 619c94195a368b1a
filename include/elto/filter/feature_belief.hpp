// SPDX-License-Identifier: Apache-2.0
// A Gaussian belief over r features and its Kalman recursion (docs/algorithms.md, section 2):
//   predict   mu <- Phi mu                     P <- Phi P Phi^T + Qf, symmetrised
//   update    mu <- mu + P+ (b - J mu)         P+ = P (I + J P)^-1
// with b = B^T R^-1 o(y), J = B^T R^-1 G_y B, Qf = F2^T Q F2. This is the paper's kernel Kalman
// rule pushed through to feature space. As long as the noise is fixed and no row is missing, P does
// not depend on the data and converges in some 15 steps; from then on it is kept, and a step is
// O(r^2).
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/io/array_file.hpp"

namespace elto {

class FeatureBelief {
 public:
  /// The prior of the first update. P is kept once it changes by no more than `settled`, relative
  /// to its largest entry; estimates then stay put to about a hundred times that.
  FeatureBelief(const VectorView& mean, const MatrixView& covariance, double settled = 1e-12);

  /// A second prediction in a row first lets the observation in between pass as missing.
  void predict(const Matrix& Phi, const Matrix& Qf);

  /// Conditions on an observation given by b. False, with the belief unchanged, if the update is
  /// not proper. J is not symmetric unless R is a multiple of the identity, and its symmetric part
  /// may be indefinite, as if a row could take information away; then P+ need not be a covariance
  /// at all. A proper update leaves 0 < P+ < 2P.
  [[nodiscard]] bool try_update(const Matrix& J, const VectorView& b);
  /// The same for a symmetric positive semidefinite J, which is always proper.
  void update(const Matrix& J, const VectorView& b);
  /// Lets a missing observation pass: the posterior is the prior.
  void skip();
  /// To be called when Qf or J have changed.
  void noise_changed() { steady_ = false; }

  /// After predict(), and at the very beginning.
  bool is_prior() const { return is_prior_; }
  const Vector& mean() const { return mean_; }
  /// Of the prior after predict(), of the posterior after an update or skip().
  const Matrix& covariance() const { return is_prior_ ? prior_ : posterior_; }
  /// Another number whenever covariance() is another matrix, so that what follows from it can be
  /// kept.
  Index covariance_version() const { return is_prior_ ? prior_version_ : posterior_version_; }
  /// u = (I + J P)^-1 (b - J mu) of the last update, which moved the mean by P u.
  const Vector& dual_correction();
  /// N <- sym((I + J P)^-1 J) of the last update, by which the covariance fell:
  /// sym(P+) = P - P N P. With u it is all that a smoother needs to know of an update.
  void dual_information(Matrix& N) const;
  /// The prior of the last update, or of the one to come.
  const Matrix& prior() const { return prior_; }
  Index prior_version() const { return prior_version_; }
  /// The posterior that the prior of the last update was predicted from.
  const Matrix& previous_posterior() const { return previous_posterior_; }
  bool steady() const { return steady_; }
  [[nodiscard]] bool finite() const;

  /// The whole state as arrays of a snapshot, and back. Throws IoError for arrays of other shapes.
  void store(ArrayFile& snapshot) const;
  void restore(const ArrayFile& snapshot);

 private:
  template <class Belief, class Visit>
  static void visit_arrays(Belief& belief, Visit visit);
  void compute_posterior(const Matrix& J);
  [[nodiscard]] bool is_proper();
  void accept_posterior();
  void correct_mean(const Matrix& J, const VectorView& b);

  Vector mean_, innovation_, dual_, moved_;
  Matrix prior_, posterior_, previous_posterior_, product_;
  Matrix information_;  // J of the last update
  Matrix lu_;           // factors of I + J P
  std::vector<int> pivots_;
  Index prior_version_ = 0, posterior_version_ = 0, last_version_ = 0;
  bool is_prior_ = true;
  bool posterior_is_conditioned_ = false;  // not the initial one, nor that of a skipped row
  double settled_;
  bool steady_ = false;
};

}  // namespace elto
