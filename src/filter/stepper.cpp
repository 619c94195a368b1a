// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/stepper.hpp"

#include <algorithm>

#include "elto/core/error.hpp"
#include "elto/series/series.hpp"

#include "linalg/single_threaded_blas.hpp"

namespace elto {
namespace {

// P_0 = V0 V0^T + Qf
Matrix initial_covariance(const InitialEmbedding& initial, const FeatureNoise& noise) {
  return initial.factor * initial.factor.transpose() + noise.Qf();
}

}  // namespace

Stepper::Stepper(const Model& model)
    : model_((use_single_threaded_blas(), &model)),
      adaptation_(model.adaptation, model.noise),
      feature_noise_(model.operators, model.noise),
      belief_(model.initial.mean, initial_covariance(model.initial, feature_noise_)),
      status_{StatusCode::ok},
      standardised_(model.dimension()),
      mean_(model.dimension()),
      variance_(model.dimension()),
      o_(model.operators.samples()),
      weighted_o_(model.operators.samples()),
      b_(model.operators.rank()),
      CP_(model.dimension(), model.operators.rank()),
      covariance_(model.dimension(), model.dimension()) {
  if (!model.adaptation.active()) return;
  residual_.resize(model.operators.samples());
  correction_.resize(model.operators.transitions());
  successors_.resize(model.operators.transitions());
  process_part_.resize(model.operators.transitions());
  features_.resize(std::max(model.operators.rank(), model.initial.factor.cols()));
  posterior_means_.resizeLike(model.noise.measurement_factor);
  GBP_.resize(model.operators.samples(), model.operators.rank());
}

void Stepper::predict() {
  if (!status_.ok()) return;
  if (++row_ == 0) return;  // the initial belief is the prior of the first row
  belief_.predict(model_->operators.Phi, feature_noise_.Qf());
  prior_is_initial_ = false;
}

Status Stepper::update(const RowView& row) {
  require(row.size() == model_->dimension(), "row", concat(model_->dimension(), " entries"),
          row.size());
  const RowKind kind = kind_of(row);
  require(kind != RowKind::unusable, "row", "all finite, or all NaN", "a mixture");
  if (!status_.ok()) return status_;
  if (row_ < 0) predict();
  if (kind == RowKind::missing) {
    belief_.skip();
    return status_;
  }
  standardised_ = (row - model_->scaling.offset).cwiseQuotient(model_->scaling.scale);
  evaluate(model_->operators.observation_kernel, model_->data.observations, standardised_, o_);
  condition();
  if (!belief_.finite()) status_ = {StatusCode::not_finite, row_};
  if (status_.ok() && model_->adaptation.active()) adapt();
  return status_;
}

void Stepper::condition() {
  const Matrix& B = model_->operators.B;
  if (!isotropic_) {
    feature_noise_.precision().multiply(o_, weighted_o_);
    b_.noalias() = B.transpose() * weighted_o_;  // b = B^T R^-1 o(y)
    if (model_->update == UpdateRule::as_printed) return belief_.update(feature_noise_.J(), b_);
    if (belief_.try_update(feature_noise_.J(), b_)) return;
    isotropic_ = true;
  }
  ++isotropic_updates_;
  b_.noalias() = B.transpose() * o_;
  b_ /= feature_noise_.isotropic_variance();
  belief_.update(feature_noise_.isotropic_J(), b_);
}

void Stepper::adapt() {
  const TransferOperators& op = model_->operators;
  residual_ = o_;
  residual_.noalias() -= op.GB * belief_.mean();  // e = o(y) - G_y B mu+

  // Correction in weight space, G d = S- F2 u, where S- = A P+_prev A^T + Q after a prediction and
  // W0 W0^T + Q at the start.
  const Vector& u = belief_.dual_correction();
  if (prior_is_initial_) {
    auto v = features_.head(model_->initial.factor.cols());
    v.noalias() = model_->initial.factor.transpose() * u;
    correction_.noalias() = model_->initial.weights * v;
  } else {
    auto v = features_.head(op.rank());
    b_.noalias() = op.Phi.transpose() * u;
    // S- is symmetrised, so the symmetric part of P+_prev counts.
    v.noalias() = 0.5 * (belief_.previous_posterior() * b_);
    v.noalias() += 0.5 * (belief_.previous_posterior().transpose() * b_);
    correction_.noalias() = op.A * v;
  }
  successors_.noalias() = op.F2 * u;
  feature_noise_.process().multiply(successors_, process_part_);
  correction_ += process_part_;

  if (!adaptation_.observe(residual_, correction_)) return;
  GBP_.noalias() = op.GB * belief_.covariance();
  posterior_means_.setZero();
  add_block_means(GBP_, op.B, posterior_means_);
  adaptation_.adapt(posterior_means_);
  feature_noise_.assign(op, adaptation_.noise());
  belief_.noise_changed();
  isotropic_ = false;
}

const RowVector& Stepper::mean() {
  mean_.transpose().noalias() = model_->operators.C * belief_.mean();
  mean_ = mean_.cwiseProduct(model_->scaling.scale) + model_->scaling.offset;
  return mean_;
}

const Matrix& Stepper::covariance() {
  if (covariance_version_ == belief_.covariance_version()) return covariance_;
  covariance_version_ = belief_.covariance_version();
  const auto scale = model_->scaling.scale.array();
  CP_.noalias() = model_->operators.C * belief_.covariance();
  covariance_.noalias() = CP_ * model_->operators.C.transpose();
  covariance_.array().colwise() *= scale.transpose();
  covariance_.array().rowwise() *= scale;
  // The paper's update leaves P slightly asymmetric when R is not a multiple of the identity.
  for (Index j = 0; j < covariance_.cols(); ++j)
    for (Index i = 0; i < j; ++i)
      covariance_(i, j) = covariance_(j, i) = 0.5 * (covariance_(i, j) + covariance_(j, i));
  return covariance_;
}

const RowVector& Stepper::variance() {
  if (variance_version_ == belief_.covariance_version()) return variance_;
  variance_version_ = belief_.covariance_version();
  CP_.noalias() = model_->operators.C * belief_.covariance();
  variance_ = CP_.cwiseProduct(model_->operators.C).rowwise().sum().transpose();
  variance_ = variance_.cwiseProduct(model_->scaling.scale.cwiseAbs2());
  return variance_;
}

}  // namespace elto
