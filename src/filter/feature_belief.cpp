// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/feature_belief.hpp"

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"
#include "linalg/symmetrise.hpp"

namespace elto {
namespace {}  // namespace

FeatureBelief::FeatureBelief(const VectorView& mean, const MatrixView& covariance, double settled)
    : mean_(mean),
      innovation_(Vector::Zero(mean.size())),
      dual_(mean.size()),
      moved_(mean.size()),
      prior_(covariance),
      posterior_(covariance),
      previous_posterior_(covariance),
      product_(covariance.rows(), covariance.cols()),
      information_(Matrix::Zero(covariance.rows(), covariance.cols())),
      lu_(covariance.rows(), covariance.cols()),
      pivots_(static_cast<std::size_t>(covariance.rows())),
      settled_(settled) {}

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

// previous_posterior_ <- P (I + J P)^-1
void FeatureBelief::compute_posterior(const Matrix& J) {
  information_ = J;
  lu_.noalias() = J * prior_;
  lu_.diagonal().array() += 1.0;
  if (!lu_factor(lu_, pivots_)) {
    previous_posterior_.setConstant(kUnknown);  // which finite() reports
    return;
  }
  previous_posterior_ = prior_;
  lu_solve_on_the_right(lu_, pivots_, previous_posterior_);
}

// 0 < sym(P+) < 2 P, up to rounding
bool FeatureBelief::is_proper() {
  constexpr double kSlack = 1e-10;
  const double slack = kSlack * prior_.diagonal().cwiseAbs().maxCoeff();
  product_ = 0.5 * (previous_posterior_ + previous_posterior_.transpose());
  product_.diagonal().array() += slack;
  if (!cholesky(product_)) return false;
  product_ = 2.0 * prior_ - 0.5 * (previous_posterior_ + previous_posterior_.transpose());
  product_.diagonal().array() += slack;
  return cholesky(product_);
}

void FeatureBelief::accept_posterior() {
  previous_posterior_.swap(posterior_);
  const double change = (posterior_ - previous_posterior_).cwiseAbs().maxCoeff();
  steady_ = posterior_is_conditioned_ && change <= settled_ * posterior_.cwiseAbs().maxCoeff();
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

void FeatureBelief::dual_information(Matrix& N) const {
  N = information_;
  lu_solve(lu_, pivots_, N);
  symmetrise(N);
}

bool FeatureBelief::finite() const {
  return mean_.allFinite() && (steady_ || covariance().allFinite());
}

template <class Belief, class Visit>
void FeatureBelief::visit_arrays(Belief& belief, Visit visit) {
  visit("belief.mean", belief.mean_);
  visit("belief.innovation", belief.innovation_);
  visit("belief.prior", belief.prior_);
  visit("belief.posterior", belief.posterior_);
  visit("belief.previous_posterior", belief.previous_posterior_);
  visit("belief.information", belief.information_);
  visit("belief.lu", belief.lu_);
}

void FeatureBelief::store(ArrayFile& snapshot) const {
  visit_arrays(*this, [&](const char* name, const auto& array) {
    snapshot.arrays.emplace_back(name, array);
  });
  const Eigen::Map<const Eigen::VectorXi> pivots(pivots_.data(), std::ssize(pivots_));
  snapshot.arrays.emplace_back("belief.pivots", pivots.cast<double>());
  snapshot.arrays.emplace_back(
      "belief.flags",
      Matrix{{is_prior_ ? 1.0 : 0.0, posterior_is_conditioned_ ? 1.0 : 0.0, steady_ ? 1.0 : 0.0}});
}

void FeatureBelief::restore(const ArrayFile& snapshot) {
  const Matrix& pivots = snapshot.array("belief.pivots", std::ssize(pivots_), 1);
  const Matrix& flags = snapshot.array("belief.flags", 1, 3);
  // They count from 1; zeros are from before the first update, and a steady belief uses them as
  // they are.
  const double least = flags(2) != 0.0 ? 1.0 : 0.0;
  const bool in_range = (pivots.array() >= least).all() &&
                        (pivots.array() <= static_cast<double>(pivots.rows())).all();
  if (!in_range) throw IoError(snapshot.name, "array belief.pivots is out of range");
  visit_arrays(*this, [&](const char* name, auto& array) {
    array = snapshot.array(name, array.rows(), array.cols());
  });
  Eigen::Map<Eigen::VectorXi>(pivots_.data(), pivots.rows()) = pivots.cast<int>();
  is_prior_ = flags(0) != 0.0;
  posterior_is_conditioned_ = flags(1) != 0.0;
  steady_ = flags(2) != 0.0;
  prior_version_ = ++last_version_;
  posterior_version_ = ++last_version_;
}

}  // namespace elto
