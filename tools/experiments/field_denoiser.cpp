// SPDX-License-Identifier: Apache-2.0
#include "experiments/field_denoiser.hpp"

#include <algorithm>
#include <utility>

#include "elto/baselines/gaussian_field.hpp"
#include "elto/baselines/truncated_field.hpp"
#include "elto/core/error.hpp"
#include "elto/series/wavelet_noise.hpp"

#include "experiments/default_smoother.hpp"
#include "experiments/doubly_noisy_smoother.hpp"

namespace elto::experiments {
namespace {

Series along_space(const Field& field) {
  return Matrix(field.values.transpose());
}

FieldDenoiser by_operators(std::string name, const DoublyNoisySmoother& smoother) {
  const auto denoise = [smoother](const NoisyField& field, const Effort& effort) -> Matrix {
    const RowVector deviations =
        RowVector::Constant(field.observed.rows(), wavelet_noise(field.observed));
    return smoother(along_space(field.observed), along_space(field.noisier), deviations, effort)
        .transpose();
  };
  return {std::move(name), denoise};
}

Matrix by_default_model(const NoisyField& field, const Effort& effort) {
  return smoothed_by_default_model(along_space(field.observed), effort).transpose();
}

Matrix by_gaussian(const NoisyField& field, const Effort&) {
  const double sigma = wavelet_noise(field.observed);
  const Matrix& values = field.observed.values;
  return gaussian_smoothed(values, gaussian_widths(values, sigma * sigma));
}

Matrix by_truncation(const NoisyField& field, const Effort&) {
  return truncated_field(field.observed.values, wavelet_noise(field.observed)).values;
}

}  // namespace

const std::vector<FieldDenoiser>& field_denoisers() {
  static const std::vector<FieldDenoiser> denoisers{
      {"Noisy", [](const NoisyField& field, const Effort&) { return field.observed.values; }},
      by_operators("ELTO-KF", {.noise = NoiseStructure::scalar}),
      by_operators("ELTO-AKF (1.0)", {}),
      by_operators("ELTO-AKF (0.7)", {.memory = 0.7}),
      {"Default model", by_default_model},
      {"Gaussian filter", by_gaussian},
      {"Truncated SVD", by_truncation}};
  return denoisers;
}

const FieldDenoiser& field_denoiser(const std::string& name) {
  const auto found = std::ranges::find(field_denoisers(), name, &FieldDenoiser::name);
  require(found != field_denoisers().end(), "denoiser", "one of those of the tables", name);
  return *found;
}

}  // namespace elto::experiments
