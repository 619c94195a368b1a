// SPDX-License-Identifier: Apache-2.0
// The filter, one row at a time (paper, Algorithm 3). Everything is allocated by the constructor.
//   Stepper s(model);
//   while (...) { s.predict(); s.update(row); use(s.mean()); }
#pragma once

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/filter/feature_belief.hpp"
#include "elto/io/array_file.hpp"
#include "elto/model/model.hpp"
#include "elto/noise/feature_noise.hpp"
#include "elto/noise/noise_adaptation.hpp"

namespace elto {

class Stepper {
 public:
  /// The model must outlive the stepper.
  explicit Stepper(const Model& model);
  explicit Stepper(Model&&) = delete;

  /// Moves the belief on to the next row. The first call gives the initial belief; calling it again
  /// without an update forecasts one row further.
  void predict();

  /// Conditions on a row in data units (D entries). A row of NaN is missing: the prediction stands.
  /// Throws InvalidArgument for a wrong length, for infinities, and for a row missing in part.
  Status update(const RowView& row);

  /// Estimate of the current row in data units: after predict() a forecast, after update() the
  /// filtered value. The covariance is that of the signal, without the measurement noise.
  const RowVector& mean();
  const Matrix& covariance();
  const RowVector& variance();

  /// Everything that the rows so far have left in the stepper, to go on elsewhere bit for bit. An
  /// array file of kind "stepper"; its meta is free for the caller.
  ArrayFile snapshot() const;
  /// Throws IoError if it is no snapshot, or one of a stepper of another model.
  void restore(const ArrayFile& snapshot);

  /// Rows predicted so far.
  Index rows() const { return row_ + 1; }
  const Status& status() const { return status_; }
  const NoiseModel& noise() const { return adaptation_.noise(); }
  const FeatureBelief& belief() const { return belief_; }
  /// What the last update taught, if the row was not missing (FeatureBelief::dual_correction).
  const Vector& dual_correction() { return belief_.dual_correction(); }
  /// Rows updated with a multiple of the identity in place of R (UpdateRule::guarded).
  Index isotropic_updates() const { return isotropic_updates_; }

 private:
  void condition();
  void adapt();

  const Model* model_;
  NoiseAdaptation adaptation_;
  FeatureNoise feature_noise_;
  FeatureBelief belief_;
  Status status_;
  Index row_ = -1;          // of the current belief
  bool isotropic_ = false;  // R is replaced until it changes
  Index isotropic_updates_ = 0;
  bool prior_is_initial_ = true;

  // What was computed for a version of the belief's covariance; it need not be computed again.
  struct KnownVariance {
    Index version = -1;
    RowVector value;
  };

  RowVector standardised_, mean_;
  // From standardised units to calibrated bands in data units.
  RowVector estimate_scale_, prediction_scale_;
  bool seen_ = false;  // the current row has been observed: it is estimated, not predicted
  KnownVariance prior_variance_, posterior_variance_;
  Vector o_, weighted_o_, b_;
  Matrix CP_, covariance_;
  Index covariance_version_ = -1;
  // Adaptation only:
  Vector residual_, correction_, successors_, process_part_, features_;
  Matrix GBP_, posterior_means_;
};

}  // namespace elto
