// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include "linalg/known_size.hpp"

namespace elto {

void validate(const Law& law) {
  const Index D = law.channels;
  require(D >= 1, "channels", "at least 1", D);
  require(law.order == 1 || law.order == 2, "order", "1 or 2", law.order);
  require(law.terms.count() == 0 || law.terms.variables() == law.variables(), "terms",
          "of all coordinates and inputs", law.terms.variables());
  require(law.coefficients.rows() == law.terms.count() && law.coefficients.cols() == D,
          "coefficients", "terms x channels", law.coefficients.rows());
  require(law.coefficients.allFinite(), "coefficients", "finite", "others");
  require(law.level_noise.size() == D && (law.level_noise.array() >= 0.0).all(), "level_noise",
          "one for each channel, at least 0", law.level_noise.size());
  require(law.drift_noise.size() == D && (law.drift_noise.array() >= 0.0).all(), "drift_noise",
          "one for each channel, at least 0", law.drift_noise.size());
  require(law.inputs >= 0, "inputs", "at least 0", law.inputs);
  require(law.memory > 0.0 && std::isfinite(law.memory), "memory", "positive", law.memory);
}

LawFlow::LawFlow(const Law& law, const std::vector<Index>& others)
    : law_(&law),
      sums_(static_cast<std::size_t>(law.channels)),
      velocity_(law.states()),
      values_(Vector::Zero(law.terms.count())),
      by_coordinate_(law.coordinates()),
      variables_(law.inputs > 0 ? law.variables() : 0),
      gradients_(law.variables(), law.terms.count()),
      slope_(law.channels, law.coordinates()) {
  std::vector<Index> needed = others;
  for (Index d = 0; d < law.channels; ++d)
    for (Index p = 0; p < law.terms.count(); ++p)
      if (law.coefficients(p, d) != 0.0) {
        sums_[static_cast<std::size_t>(d)].push_back({p, law.coefficients(p, d)});
        needed.push_back(p);
      }
  computed_ = law.terms.with_factors(needed);
}

void LawFlow::evaluate(const double* x, const Vector& inputs) {
  const Index D = law_->channels, n = law_->coordinates();
  const double* variables = x;
  if (law_->inputs > 0) {
    variables_ << Vector::Map(x, n), inputs;
    variables = variables_.data();
  }
  law_->terms.evaluate(computed_, variables, values_.data(), gradients_.data());
  for (Index i = 0; i < n - D; ++i) velocity_[i] = x[i + D];
  const Index stride = law_->variables();
  with_known_size(n, [&](auto coordinates) {
    const Index size = coordinates;
    double* slope = by_coordinate_.data();
    for (Index d = 0; d < D; ++d) {
      double f = 0.0;
      for (Index i = 0; i < size; ++i) slope[i] = 0.0;
      for (const auto& [term, coefficient] : sums_[static_cast<std::size_t>(d)]) {
        f += coefficient * values_[term];
        const double* gradient = gradients_.data() + term * stride;
        for (Index i = 0; i < size; ++i) slope[i] += coefficient * gradient[i];
      }
      for (Index i = 0; i < size; ++i) slope_(d, i) = slope[i];
      velocity_[n - D + d] = f + x[n + d];
      velocity_[n + d] = -x[n + d] / law_->memory;
    }
  });
}

void LawFlow::apply_jacobian(const Matrix& from, Matrix& to) const {
  with_known_size(law_->channels, [&](auto channels) {
    const Index D = channels, n = law_->order * D, states = n + D;
    for (Index column = 0; column < from.cols(); ++column) {
      const double* a = from.data() + column * states;
      double* b = to.data() + column * states;
      double* driven = b + n - D;
      for (Index i = 0; i < n - D; ++i) b[i] = a[i + D];
      for (Index d = 0; d < D; ++d) driven[d] = a[n + d];
      for (Index i = 0; i < n; ++i)
        for (Index d = 0; d < D; ++d) driven[d] += slope_.data()[i * D + d] * a[i];
      for (Index d = 0; d < D; ++d) b[n + d] = -a[n + d] / law_->memory;
    }
  });
}

}  // namespace elto
