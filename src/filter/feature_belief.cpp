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

void FeatureBelief::predict(const Matrix& Phi, const FeatureNoise& noise) {
  if (is_prior_) skip();
  moved_.noalias() = Phi * mean_;
  mean_.swap(moved_);
  if (!steady_) {
    Matrix& moved = previous_posterior_;  // free until the next update
    product_.noalias() = Phi * posterior_;
    moved.noalias() = product_ * Phi.transpose();
    prior_ = 0.5 * (moved + moved.transpose()) + noise.Qf;
    prior_version_ = ++last_version_;
  }
  is_prior_ = true;
}

void FeatureBelief::condition(const Matrix& J) {
  constexpr double kConverged = 1e-12;  // relative; estimates then stay put to about 1e-10
  lu_.noalias() = J * prior_;
  lu_.diagonal().array() += 1.0;
  lu_factor(lu_, pivots_);  // a singular matrix shows as infinities, which finite() reports
  // P+ = P (I + J P)^-1: (I + J P)^T P+^T = P^T = P.
  product_ = prior_;
  lu_solve_transposed(lu_, pivots_, product_);
  previous_posterior_ = product_.transpose();
  previous_posterior_.swap(posterior_);
  const double change = (posterior_ - previous_posterior_).cwiseAbs().maxCoeff();
  steady_ = posterior_is_conditioned_ && change <= kConverged * posterior_.cwiseAbs().maxCoeff();
  posterior_is_conditioned_ = true;
  posterior_version_ = ++last_version_;
}

void FeatureBelief::update(const FeatureNoise& noise, const VectorView& b) {
  if (!steady_) condition(noise.J);
  innovation_ = b;
  innovation_.noalias() -= noise.J * mean_;
  mean_.noalias() += posterior_ * innovation_;
  is_prior_ = false;
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
