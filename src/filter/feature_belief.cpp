// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/feature_belief.hpp"

#include "linalg/lapack.hpp"

namespace elto {

FeatureBelief::FeatureBelief(const VectorView& mean, const MatrixView& covariance)
    : mean_(mean),
      innovation_(Vector::Zero(mean.size())),
      dual_(mean.size()),
      moved_(mean.size()),
      prior_(covariance),
      posterior_(covariance),
      previous_posterior_(covariance),
      product_(covariance.rows(), covariance.cols()),
      lu_(covariance.rows(), covariance.cols()),
      pivots_(static_cast<std::size_t>(covariance.rows())) {}

void FeatureBelief::predict(const Matrix& Phi, const Matrix& Qf) {
  if (is_prior_) skip();
  moved_.noalias() = Phi * mean_;
  mean_.swap(moved_);
  if (!steady_) {
    Matrix& moved = previous_posterior_;  // free until the next update
    product_.noalias() = Phi * posterior_;
    moved.noalias() = product_ * Phi.transpose();
    prior_ = 0.5 * (moved + moved.transpose()) + Qf;
    prior_version_ = ++last_version_;
  }
  is_prior_ = true;
}

bool FeatureBelief::try_update(const Matrix& J, const VectorView& b) {
  if (!steady_) {
    compute_posterior(J);
    if (!is_proper()) return false;
    accept_posterior();
  }
  correct_mean(J, b);
  return true;
}

void FeatureBelief::update(const Matrix& J, const VectorView& b) {
  if (!steady_) {
    compute_posterior(J);
    accept_posterior();
  }
  correct_mean(J, b);
}

void FeatureBelief::correct_mean(const Matrix& J, const VectorView& b) {
  innovation_ = b;
  innovation_.noalias() -= J * mean_;
  mean_.noalias() += posterior_ * innovation_;
  is_prior_ = false;
}

// previous_posterior_ <- P (I + J P)^-1, by (I + J P)^T P+^T = P^T = P
void FeatureBelief::compute_posterior(const Matrix& J) {
  lu_.noalias() = J * prior_;
  lu_.diagonal().array() += 1.0;
  lu_factor(lu_, pivots_);  // a singular matrix shows as infinities, which finite() reports
  product_ = prior_;
  lu_solve_transposed(lu_, pivots_, product_);
  previous_posterior_ = product_.transpose();
}

// 0 < sym(P+) < 2 P, up to rounding
bool FeatureBelief::is_proper() {
  constexpr double kRounding = 1e-10;
  const double slack = kRounding * prior_.diagonal().cwiseAbs().maxCoeff();
  product_ = 0.5 * (previous_posterior_ + previous_posterior_.transpose());
  product_.diagonal().array() += slack;
  if (!cholesky(product_)) return false;
  product_ = 2.0 * prior_ - 0.5 * (previous_posterior_ + previous_posterior_.transpose());
  product_.diagonal().array() += slack;
  return cholesky(product_);
}

void FeatureBelief::accept_posterior() {
  constexpr double kConverged = 1e-12;  // relative; estimates then stay put to about 1e-10
  previous_posterior_.swap(posterior_);
  const double change = (posterior_ - previous_posterior_).cwiseAbs().maxCoeff();
  steady_ = posterior_is_conditioned_ && change <= kConverged * posterior_.cwiseAbs().maxCoeff();
  posterior_is_conditioned_ = true;
  posterior_version_ = ++last_version_;
}

void FeatureBelief::skip() {
  posterior_ = prior_;
  posterior_version_ = prior_version_;
  posterior_is_conditioned_ = false;
  steady_ = false;
  is_prior_ = false;
}

const Vector& FeatureBelief::dual_correction() {
  dual_ = innovation_;
  lu_solve(lu_, pivots_, dual_);
  return dual_;
}

bool FeatureBelief::finite() const {
  return mean_.allFinite() && (steady_ || covariance().allFinite());
}

}  // namespace elto
