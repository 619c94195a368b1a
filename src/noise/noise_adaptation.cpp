// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/noise_adaptation.hpp"

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

// estimate <- Cholesky(SP(estimate)). False if there is none.
bool become_factor(Matrix& estimate, double threshold) {
  rectify(estimate, threshold);
  return cholesky(estimate);
}

void blend(Matrix& factor, double memory, const Matrix& estimate) {
  factor = memory * factor + (1.0 - memory) * estimate;
}

}  // namespace

void validate(const AdaptationOptions& options) {
  const auto in_unit_interval = [](double memory) { return memory >= 0.0 && memory <= 1.0; };
  require(options.window >= 1, "adaptation.window", "at least 1", options.window);
  require(in_unit_interval(options.measurement_memory), "adaptation.measurement_memory",
          "between 0 and 1", options.measurement_memory);
  require(in_unit_interval(options.process_memory), "adaptation.process_memory", "between 0 and 1",
          options.process_memory);
  require(options.threshold > 0.0, "adaptation.threshold", "positive", options.threshold);
}

NoiseAdaptation::NoiseAdaptation(const AdaptationOptions& options, const NoiseModel& initial)
    : options_(options),
      noise_(initial),
      residual_sum_(
          Matrix::Zero(initial.measurement_factor.rows(), initial.measurement_factor.rows())),
      correction_sum_(Matrix::Zero(initial.process_factor.rows(), initial.process_factor.rows())) {}

bool NoiseAdaptation::observe(const VectorView& residual, const VectorView& correction) {
  add_block_means(residual, residual, residual_sum_);
  add_block_means(correction, correction, correction_sum_);
  return ++count_ == options_.window;
}

bool NoiseAdaptation::adapt(const MatrixView& posterior) {
  residual_sum_ /= static_cast<double>(count_);
  correction_sum_ /= static_cast<double>(count_);
  residual_sum_ += posterior;
  const bool is_noise = become_factor(residual_sum_, options_.threshold) &&
                        become_factor(correction_sum_, options_.threshold);
  if (is_noise) {
    blend(noise_.measurement_factor, options_.measurement_memory, residual_sum_);
    blend(noise_.process_factor, options_.process_memory, correction_sum_);
  }
  residual_sum_.setZero();
  correction_sum_.setZero();
  count_ = 0;
  return is_noise;
}

template <class Adaptation, class Visit>
void NoiseAdaptation::visit_arrays(Adaptation& adaptation, Visit visit) {
  visit("adaptation.process_factor", adaptation.noise_.process_factor);
  visit("adaptation.measurement_factor", adaptation.noise_.measurement_factor);
  visit("adaptation.residual_sum", adaptation.residual_sum_);
  visit("adaptation.correction_sum", adaptation.correction_sum_);
}

void NoiseAdaptation::store(ArrayFile& snapshot) const {
  visit_arrays(*this, [&](const char* name, const Matrix& array) {
    snapshot.arrays.emplace_back(name, array);
  });
  snapshot.arrays.emplace_back("adaptation.count",
                               Matrix::Constant(1, 1, static_cast<double>(count_)));
}

void NoiseAdaptation::restore(const ArrayFile& snapshot) {
  const double count = snapshot.array("adaptation.count").sum();
  if (!(count >= 0.0 && count < static_cast<double>(options_.window)))
    throw IoError(snapshot.name, "array adaptation.count is out of range");
  visit_arrays(*this, [&](const char* name, Matrix& array) {
    array = snapshot.array(name, array.rows(), array.cols());
  });
  count_ = static_cast<Index>(count);
}

}  // namespace elto
