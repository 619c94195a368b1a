// SPDX-License-Identifier: Apache-2.0
// Dynamic parameter adaptation (paper, Algorithm 3): every w updates the noise is estimated anew
// from residuals and corrections, projected to scalar-block form, and blended into the Cholesky
// factors. Only block means are ever accumulated, so nothing here is larger than k x k.
#pragma once

#include "elto/core/types.hpp"
#include "elto/io/array_file.hpp"
#include "elto/noise/noise_model.hpp"

namespace elto {

struct AdaptationOptions {
  Index window = 5;                 ///< w, updates between two adaptations; at least 1
  double measurement_memory = 1.0;  ///< alpha in [0, 1]; 1 keeps M as it is
  double process_memory = 1.0;      ///< beta in [0, 1]; 1 keeps L as it is
  double threshold = 1e-8;          ///< xi, least eigenvalue of a projected estimate; positive

  /// alpha = beta = 1 switches adaptation off.
  bool active() const { return measurement_memory < 1.0 || process_memory < 1.0; }
};
void validate(const AdaptationOptions& options);

class NoiseAdaptation {
 public:
  NoiseAdaptation(const AdaptationOptions& options, const NoiseModel& initial);

  const NoiseModel& noise() const { return noise_; }

  /// Takes in the residual e_t (N) and the correction G_t d_t (N2) of one update. True at a
  /// window's end: adapt() is due.
  [[nodiscard]] bool observe(const VectorView& residual, const VectorView& correction);

  /// Ends the window. posterior = block means of G_y O S+ O^T (k_r x k_r). False, with the noise as
  /// it was, if what the window says of it cannot be a covariance: its numbers are not finite, or
  /// too far apart for the threshold to count.
  [[nodiscard]] bool adapt(const MatrixView& posterior);

  /// The whole state as arrays of a snapshot, and back. Throws IoError for arrays of other shapes.
  void store(ArrayFile& snapshot) const;
  void restore(const ArrayFile& snapshot);

 private:
  template <class Adaptation, class Visit>
  static void visit_arrays(Adaptation& adaptation, Visit visit);

  AdaptationOptions options_;
  NoiseModel noise_;
  Matrix residual_sum_, correction_sum_;  // block means of sum e e^T and sum (G d)(G d)^T
  Index count_ = 0;
};

}  // namespace elto
