// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/noise_model.hpp"

#include <cmath>

#include "elto/core/error.hpp"

namespace elto {
namespace {

Index parameter_count(NoiseStructure structure, Index k) {
  return structure == NoiseStructure::full ? k * (k + 1) / 2 : k;
}

Vector factor_to_parameters(const Matrix& L, NoiseStructure structure) {
  const Index k = L.rows();
  Vector p(parameter_count(structure, k));
  p.head(k) = L.diagonal().array().log();
  if (structure == NoiseStructure::full)
    for (Index i = 0, next = k; i < k; ++i)
      for (Index j = 0; j < i; ++j) p[next++] = L(i, j) / L(i, i);
  return p;
}

Matrix factor_from_parameters(const VectorView& p, NoiseStructure structure, Index k) {
  Matrix L = Matrix::Identity(k, k);
  if (structure == NoiseStructure::full)
    for (Index i = 0, next = k; i < k; ++i)
      for (Index j = 0; j < i; ++j) L(i, j) = p[next++];
  return p.head(k).array().exp().matrix().asDiagonal() * L;
}

}  // namespace

void validate(const NoiseOptions& options) {
  require(options.blocks >= 1, "noise.blocks", "at least 1", options.blocks);
  require(std::isfinite(options.process) && options.process > 0.0, "noise.process",
          "finite and positive", options.process);
  require(std::isfinite(options.measurement) && options.measurement > 0.0, "noise.measurement",
          "finite and positive", options.measurement);
}

ScalarBlockMatrix NoiseModel::process(Index size) const {
  return {size, process_factor * process_factor.transpose()};
}

ScalarBlockMatrix NoiseModel::measurement(Index size) const {
  return {size, measurement_factor * measurement_factor.transpose()};
}

NoiseModel initial_noise(const NoiseOptions& options, Index samples) {
  const Index k = options.structure == NoiseStructure::scalar ? 1 : options.blocks;
  const double measurement = options.measurement * static_cast<double>(samples);
  return {std::sqrt(options.process) * Matrix::Identity(k, k),
          std::sqrt(measurement) * Matrix::Identity(k, k)};
}

Vector to_parameters(const NoiseModel& noise, NoiseStructure structure) {
  const Vector process = factor_to_parameters(noise.process_factor, structure);
  const Vector measurement = factor_to_parameters(noise.measurement_factor, structure);
  Vector all(process.size() + measurement.size());
  all << process, measurement;
  return all;
}

NoiseModel noise_from_parameters(const VectorView& parameters, NoiseStructure structure,
                                 Index blocks_process, Index blocks_measurement) {
  const Index process = parameter_count(structure, blocks_process);
  const Index measurement = parameter_count(structure, blocks_measurement);
  require(parameters.size() == process + measurement, "noise parameters",
          concat(process + measurement, " numbers"), parameters.size());
  return {factor_from_parameters(parameters.head(process), structure, blocks_process),
          factor_from_parameters(parameters.tail(measurement), structure, blocks_measurement)};
}

}  // namespace elto
