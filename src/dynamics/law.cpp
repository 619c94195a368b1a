// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law.hpp"

#include <cmath>

#include "elto/core/error.hpp"

namespace elto {

void validate(const Law& law) {
  const Index D = law.channels;
  require(D >= 1, "channels", "at least 1", D);
  require(law.order == 1 || law.order == 2, "order", "1 or 2", law.order);
  require(law.terms.count() == 0 || law.terms.variables() == law.coordinates(), "terms",
          "of all coordinates", law.terms.variables());
  require(law.coefficients.rows() == law.terms.count() && law.coefficients.cols() == D,
          "coefficients", "terms x channels", law.coefficients.rows());
  require(law.coefficients.allFinite(), "coefficients", "finite", "others");
  require(law.level_noise.size() == D && (law.level_noise.array() >= 0.0).all(), "level_noise",
          "one for each channel, at least 0", law.level_noise.size());
  require(law.drift_noise.size() == D && (law.drift_noise.array() >= 0.0).all(), "drift_noise",
          "one for each channel, at least 0", law.drift_noise.size());
  require(law.memory > 0.0 && std::isfinite(law.memory), "memory", "positive", law.memory);
}

LawFlow::LawFlow(const Law& law)
    : law_(&law),
      velocity_(law.states()),
      values_(law.terms.count()),
      gradients_(law.coordinates(), law.terms.count()),
      slope_(law.channels, law.coordinates()) {}

void LawFlow::evaluate(const double* x) {
  const Index D = law_->channels, n = law_->coordinates();
  if (values_.size() > 0) law_->terms.evaluate(x, values_.data(), gradients_.data());
  for (Index i = 0; i < n - D; ++i) velocity_[i] = x[i + D];
  slope_.setZero();
  for (Index d = 0; d < D; ++d) {
    double f = 0.0;
    for (Index p = 0; p < values_.size(); ++p) {
      const double coefficient = law_->coefficients(p, d);
      if (coefficient == 0.0) continue;
      f += coefficient * values_[p];
      for (Index i = 0; i < n; ++i) slope_(d, i) += coefficient * gradients_(i, p);
    }
    velocity_[n - D + d] = f + x[n + d];
    velocity_[n + d] = -x[n + d] / law_->memory;
  }
}

void LawFlow::apply_jacobian(const Matrix& from, Matrix& to) const {
  const Index D = law_->channels, n = law_->coordinates();
  to.topRows(n - D) = from.middleRows(D, n - D);
  to.middleRows(n - D, D) = slope_.lazyProduct(from.topRows(n));
  to.middleRows(n - D, D) += from.bottomRows(D);
  to.bottomRows(D) = from.bottomRows(D) / -law_->memory;
}

}  // namespace elto
