// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/filter.hpp"

#include <cmath>
#include <deque>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/io/array_file.hpp"

#include "linalg/symmetrise.hpp"

namespace elto {

namespace {

/// Calls `after_row` with the stepper and the row just taken.
template <class AfterRow>
Estimate filtered(const Model& model, const Matrix& values, Covariances covariances,
                  AfterRow after_row) {
  const Index T = values.rows(), D = values.cols();
  const Matrix unknown = Matrix::Constant(T, D, std::numeric_limits<double>::quiet_NaN());
  Estimate estimate{unknown, unknown, {}, unknown, unknown, {}, {}, {}};
  const bool full = covariances == Covariances::full;
  if (full)
    estimate.covariance.assign(static_cast<std::size_t>(T), Matrix::Constant(D, D, unknown(0, 0)));
  Stepper stepper(model);
  for (Index t = 0; t < T; ++t) {
    stepper.predict();
    estimate.predicted.row(t) = stepper.mean();
    estimate.predicted_variance.row(t) = stepper.variance();
    if (!stepper.update(values.row(t)).ok()) break;
    estimate.mean.row(t) = stepper.mean();
    if (full) {
      const Matrix& covariance = stepper.covariance();
      estimate.covariance[static_cast<std::size_t>(t)] = covariance;
      estimate.variance.row(t) = covariance.diagonal();
    } else {
      estimate.variance.row(t) = stepper.variance();
    }
    if (model.adaptation.active()) estimate.noise.push_back(stepper.noise());
    after_row(stepper, t);
  }
  estimate.status = stepper.status();
  return estimate;
}

Estimate filtered(const Model& model, const Matrix& values, Covariances covariances) {
  return filtered(model, values, covariances, [](Stepper&, Index) {});
}

/// What the rows of one prior covariance P taught, the same for all of them while the filter is
/// steady. That of missing rows has neither N nor K.
struct Lesson {
  Matrix N, K, CP;
};

Lesson lesson_of(const Stepper& stepper, const Matrix& C, bool seen) {
  const Matrix& P = stepper.belief().prior();
  Lesson lesson;
  lesson.CP.noalias() = C * P;
  if (!seen) return lesson;
  stepper.belief().dual_information(lesson.N);
  lesson.K.noalias() = -lesson.N * P;
  lesson.K.diagonal().array() += 1.0;
  return lesson;
}

/// Rows one after the other, as the way back needs them.
class TaughtRows {
 public:
  explicit TaughtRows(const Model& model) : C_(&model.operators.C) {}

  void add(Stepper& stepper, bool seen) {
    const Index version = stepper.belief().prior_version();
    if (lessons_.empty() || version != version_ || seen != seen_)
      lessons_.push_back(lesson_of(stepper, *C_, seen));
    version_ = version;
    seen_ = seen;
    lesson_at_.push_back(lessons_.size() - 1);
    corrections_.push_back(seen ? stepper.dual_correction() : Vector());
  }
  void clear() {
    lessons_.clear();
    lesson_at_.clear();
    corrections_.clear();
  }

  Index rows() const { return std::ssize(corrections_); }
  const Lesson& lesson(Index row) const {
    return lessons_[lesson_at_[static_cast<std::size_t>(row)]];
  }
  const Vector& correction(Index row) const { return corrections_[static_cast<std::size_t>(row)]; }
  std::size_t bytes() const {
    const auto r = static_cast<std::size_t>(C_->cols()), D = static_cast<std::size_t>(C_->rows());
    return (2 * r + D) * r * sizeof(double) * lessons_.size();
  }

 private:
  const Matrix* C_;
  std::deque<Lesson> lessons_;
  std::vector<std::size_t> lesson_at_;
  std::vector<Vector> corrections_;
  Index version_ = -1;
  bool seen_ = false;
};

/// From the last row to the first.
class WayBack {
 public:
  WayBack(const Model& model, Estimate& estimate)
      : model_(&model),
        estimate_(&estimate),
        scale_(model.scaling.scale.cwiseProduct(model.smoother_factor)),
        l_(Vector::Zero(model.operators.rank())),
        L_(Matrix::Zero(l_.size(), l_.size())) {}

  /// Rows from `first` on.
  void go(const TaughtRows& stretch, Index first) {
    const Lesson* after = nullptr;  // that of the row behind
    for (Index i = stretch.rows(); i-- > 0;) {
      const Lesson& lesson = stretch.lesson(i);
      if (&lesson != after) steady_ = false;
      after = &lesson;
      step(lesson, stretch.correction(i), first + i);
    }
  }

 private:
  void step(const Lesson& lesson, const Vector& u, Index t) {
    const Matrix& Phi = model_->operators.Phi;
    if (u.size() > 0) l_ = u + lesson.K * l_;
    estimate_->mean.row(t) = estimate_->predicted.row(t) +
                             (lesson.CP * l_).transpose().cwiseProduct(model_->scaling.scale);
    l_ = (Phi.transpose() * l_).eval();
    if (!steady_) step_covariance(lesson);
    estimate_->variance.row(t) = covariance_.diagonal();
    if (!estimate_->covariance.empty())
      estimate_->covariance[static_cast<std::size_t>(t)] = covariance_;
  }

  void step_covariance(const Lesson& lesson) {
    constexpr double kSteady = 1e-12;  // as in FeatureBelief
    const Matrix& Phi = model_->operators.Phi;
    before_ = L_;
    if (lesson.N.size() > 0) {
      product_.noalias() = lesson.K * before_;
      L_.noalias() = product_ * lesson.K.transpose();
      L_ += lesson.N;
    }
    covariance_ = lesson.CP * (model_->operators.C.transpose() - L_ * lesson.CP.transpose());
    covariance_ = scale_.asDiagonal() * covariance_ * scale_.asDiagonal();
    symmetrise(covariance_);
    product_.noalias() = Phi.transpose() * L_;
    L_.noalias() = product_ * Phi;
    steady_ = (L_ - before_).cwiseAbs().maxCoeff() <= kSteady * L_.cwiseAbs().maxCoeff();
  }

  const Model* model_;
  Estimate* estimate_;
  RowVector scale_;  // from standardised units to calibrated bands in data units
  Vector l_;
  Matrix L_, before_, product_, covariance_;
  bool steady_ = false;  // L and the covariance are those of the row behind, if its lesson is
};

Estimate smoothed(const Model& model, const Matrix& values, const SmoothOptions& options) {
  TaughtRows stretch(model);
  std::vector<Index> first = {0};  // row of each stretch, and the stepper before it
  std::vector<ArrayFile> start = {Stepper(model).snapshot()};
  const auto is_seen = [&](Index t) { return !values.row(t).hasNaN(); };
  Estimate estimate = filtered(model, values, options.covariances, [&](Stepper& stepper, Index t) {
    stretch.add(stepper, is_seen(t));
    if (stretch.bytes() < options.memory || t + 1 == values.rows()) return;
    first.push_back(t + 1);
    start.push_back(stepper.snapshot());
    stretch.clear();
  });
  if (!estimate.status.ok()) return estimate;
  WayBack way_back(model, estimate);
  way_back.go(stretch, first.back());
  Stepper stepper(model);
  for (std::size_t i = first.size() - 1; i-- > 0;) {
    stretch.clear();
    stepper.restore(start[i]);
    for (Index t = first[i]; t < first[i + 1]; ++t) {
      stepper.predict();
      (void)stepper.update(values.row(t));  // it was well the first time
      stretch.add(stepper, is_seen(t));
    }
    way_back.go(stretch, first[i]);
  }
  return estimate;
}

// With independent signs b, the mean of b (m(y + h b) - m(y)) / h is that of the diagonal of the
// derivative: what other rows and channels contribute has a random sign and averages out.
template <class MeanOf>
RowVector measured_sensitivity(const Model& model, const Matrix& values, const Matrix& mean,
                               MeanOf mean_of) {
  constexpr double kStep = 1e-5;  // of a channel's spread: far below what bends, above rounding
  const Index T = values.rows(), D = values.cols();
  const Matrix signs = (Rng(1).uniform(T, D).array() < 0.5).select(-1.0, Matrix::Ones(T, D));
  const RowVector steps = kStep * model.scaling.scale;
  const Matrix moved = mean_of(values + signs * steps.asDiagonal()) - mean;
  RowVector sensitivity(D);
  for (Index j = 0; j < D; ++j) {
    double sum = 0.0;
    Index count = 0;
    for (Index t = 0; t < T; ++t) {
      const double response = signs(t, j) * moved(t, j) / steps[j];
      if (std::isnan(values(t, j)) || !std::isfinite(response)) continue;
      sum += response;
      ++count;
    }
    sensitivity[j] = sum / static_cast<double>(count);
  }
  return sensitivity;
}

void require_fits(const Model& model, const Series& series) {
  validate(series);
  require(series.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), series.dimension());
}

}  // namespace

Estimate filter(const Model& model, const Series& series, const FilterOptions& options) {
  require_fits(model, series);
  Estimate estimate = filtered(model, series.values, options.covariances);
  if (options.sensitivity)
    estimate.sensitivity = measured_sensitivity(
        model, series.values, estimate.mean,
        [&](const Matrix& moved) { return filtered(model, moved, Covariances::variances).mean; });
  return estimate;
}

Estimate smooth(const Model& model, const Series& series, const SmoothOptions& options) {
  require_fits(model, series);
  Estimate estimate = smoothed(model, series.values, options);
  if (options.sensitivity)
    estimate.sensitivity =
        measured_sensitivity(model, series.values, estimate.mean, [&](const Matrix& moved) {
          return smoothed(model, moved, {Covariances::variances, false, options.memory}).mean;
        });
  return estimate;
}

}  // namespace elto
