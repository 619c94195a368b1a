// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/stepper.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "elto/core/error.hpp"
#include "elto/io/crc64.hpp"
#include "elto/series/series.hpp"

#include "linalg/single_threaded_blas.hpp"
#include "linalg/symmetrise.hpp"

namespace elto {
namespace {

// P_0 = V0 V0^T + Qf
Matrix initial_covariance(const InitialEmbedding& initial, const FeatureNoise& noise) {
  return initial.factor * initial.factor.transpose() + noise.Qf();
}

constexpr std::string_view kStepperKind = "stepper";

// A number that another model has another of. Kept as two exact doubles.
Matrix fingerprint(const Model& model) {
  const auto bytes = [](const Matrix& matrix) {
    return std::string_view(reinterpret_cast<const char*>(matrix.data()),
                            static_cast<std::size_t>(matrix.size()) * sizeof(double));
  };
  const std::uint64_t crc =
      crc64(bytes(model.operators.Phi)) ^ crc64(bytes(model.noise.measurement_factor));
  return Matrix{{static_cast<double>(crc >> 32), static_cast<double>(crc & 0xFFFFFFFFU)}};
}

}  // namespace

Stepper::Stepper(const Model& model)
    : model_((link_single_threaded_blas(), &model)),
      adaptation_(model.adaptation, model.noise),
      feature_noise_(model.operators, model.noise),
      belief_(model.initial.mean, initial_covariance(model.initial, feature_noise_)),
      status_{StatusCode::ok},
      standardised_(model.dimension()),
      mean_(model.dimension()),
      estimate_scale_(model.scaling.scale.cwiseProduct(model.estimate_factor)),
      prediction_scale_(model.scaling.scale.cwiseProduct(model.prediction_factor)),
      prior_variance_{-1, RowVector(model.dimension())},
      posterior_variance_{-1, RowVector(model.dimension())},
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
  seen_ = false;
  if (++row_ == 0) return;  // the initial belief is the prior of the first row
  belief_.predict(model_->operators.Phi, feature_noise_.Qf());
  prior_is_initial_ = false;
}

Status Stepper::update(const RowView& row) {
  if (row.size() != model_->dimension())  // no message is made for a good row
    throw InvalidArgument("row", concat(model_->dimension(), " entries"), text(row.size()));
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
  seen_ = true;
  if (!belief_.finite()) status_ = {StatusCode::not_finite, row_};
  if (status_.ok() && model_->adaptation.active()) adapt();
  return status_;
}

void Stepper::condition() {
  const Matrix& B = model_->operators.B;
  if (!isotropic_) {
    feature_noise_.precision().multiply(o_, weighted_o_);
    b_.noalias() = B.transpose() * weighted_o_;                       // b = B^T R^-1 o(y)
    const bool one_block = feature_noise_.precision().blocks() == 1;  // always proper
    if (one_block || model_->update == UpdateRule::as_printed)
      return belief_.update(feature_noise_.J(), b_);
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
  if (!adaptation_.adapt(posterior_means_)) {
    status_ = {StatusCode::not_definite, row_};
    return;
  }
  feature_noise_.assign(op, adaptation_.noise());
  belief_.noise_changed();
  isotropic_ = false;
}

ArrayFile Stepper::snapshot() const {
  ArrayFile file;
  file.kind = kStepperKind;
  file.arrays.emplace_back("model", fingerprint(*model_));
  file.arrays.emplace_back(
      "progress",
      Matrix{{static_cast<double>(row_), static_cast<double>(isotropic_updates_),
              static_cast<double>(status_.code), static_cast<double>(status_.step),
              isotropic_ ? 1.0 : 0.0, prior_is_initial_ ? 1.0 : 0.0, seen_ ? 1.0 : 0.0}});
  belief_.store(file);
  adaptation_.store(file);
  return file;
}

void Stepper::restore(const ArrayFile& snapshot) {
  if (snapshot.kind != kStepperKind)
    throw IoError(snapshot.name, concat("holds a '", snapshot.kind, "', not a stepper"));
  const Matrix &made_with = snapshot.array("model"), ours = fingerprint(*model_);
  // Eigen compares only matrices of the same shape.
  if (made_with.rows() != ours.rows() || made_with.cols() != ours.cols() || made_with != ours)
    throw IoError(snapshot.name, "was made with another model");
  const Matrix& progress = snapshot.array("progress");
  if (progress.size() != 7) throw IoError(snapshot.name, "array progress has not 7 entries");
  constexpr double kMostRows = 1LL << 53;  // what a double counts
  const bool in_range = (progress.array() >= -1.0).all() && (progress.array() < kMostRows).all() &&
                        progress(2) >= 0.0 &&
                        progress(2) <= static_cast<double>(StatusCode::not_definite);
  if (!in_range) throw IoError(snapshot.name, "array progress is out of range");
  belief_.restore(snapshot);
  adaptation_.restore(snapshot);
  feature_noise_.assign(model_->operators, adaptation_.noise());
  row_ = static_cast<Index>(progress(0));
  isotropic_updates_ = static_cast<Index>(progress(1));
  status_ = {static_cast<StatusCode>(progress(2)), static_cast<Index>(progress(3))};
  isotropic_ = progress(4) != 0.0;
  prior_is_initial_ = progress(5) != 0.0;
  seen_ = progress(6) != 0.0;
  covariance_version_ = prior_variance_.version = posterior_variance_.version = -1;
}

const RowVector& Stepper::mean() {
  mean_.transpose().noalias() = model_->operators.C * belief_.mean();
  mean_ = mean_.cwiseProduct(model_->scaling.scale) + model_->scaling.offset;
  return mean_;
}

const Matrix& Stepper::covariance() {
  if (covariance_version_ == belief_.covariance_version()) return covariance_;
  covariance_version_ = belief_.covariance_version();
  const auto scale = (seen_ ? estimate_scale_ : prediction_scale_).array();
  CP_.noalias() = model_->operators.C * belief_.covariance();
  covariance_.noalias() = CP_ * model_->operators.C.transpose();
  covariance_.array().colwise() *= scale.transpose();
  covariance_.array().rowwise() *= scale;
  // The paper's update leaves P slightly asymmetric when R is not a multiple of the identity.
  symmetrise(covariance_);
  return covariance_;
}

const RowVector& Stepper::variance() {
  KnownVariance& known = belief_.is_prior() ? prior_variance_ : posterior_variance_;
  if (known.version == belief_.covariance_version()) return known.value;
  known.version = belief_.covariance_version();
  CP_.noalias() = model_->operators.C * belief_.covariance();
  known.value = CP_.cwiseProduct(model_->operators.C).rowwise().sum().transpose();
  known.value = known.value.cwiseProduct((seen_ ? estimate_scale_ : prediction_scale_).cwiseAbs2());
  return known.value;
}

}  // namespace elto
