// SPDX-License-Identifier: Apache-2.0
#include "elto/states/latent_states.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/states/canonical_correlations.hpp"

namespace elto {
namespace {

/// Adam (Kingma and Ba, 2015) with its usual decay rates; ascends.
class Adam {
 public:
  Adam(Index size, double learning_rate)
      : rate_(learning_rate), mean_(Vector::Zero(size)), square_(Vector::Zero(size)) {}

  void ascend(Vector& w, const Vector& gradient) {
    constexpr double kDecay1 = 0.9, kDecay2 = 0.999, kTiny = 1e-8;
    bias1_ *= kDecay1;
    bias2_ *= kDecay2;
    mean_ += (1.0 - kDecay1) * (gradient - mean_);
    square_ += (1.0 - kDecay2) * (gradient.cwiseAbs2() - square_);
    const auto m = mean_.array() / (1.0 - bias1_);
    const auto v = square_.array() / (1.0 - bias2_);
    w.array() += rate_ * m / (v.sqrt() + kTiny);
  }

 private:
  double rate_, bias1_ = 1.0, bias2_ = 1.0;
  Vector mean_, square_;
};

void clip(Vector& gradient, double longest) {
  const double norm = gradient.norm();
  if (norm > longest) gradient *= longest / norm;
}

}  // namespace

void validate(const SpectralOptions& options, Index window) {
  require(options.dimension >= 0 && options.dimension <= window, "spectral.dimension",
          concat("between 1 and the window ", window, ", or 0"), options.dimension);
  require(options.epochs >= 0, "spectral.epochs", "at least 0", options.epochs);
  require(options.learning_rate > 0.0, "spectral.learning_rate", "positive", options.learning_rate);
  require(options.gradient_norm > 0.0, "spectral.gradient_norm", "positive", options.gradient_norm);
  require(options.regularisation > 0.0, "spectral.regularisation", "positive",
          options.regularisation);
  require(options.landmarks >= 1, "spectral.landmarks", "at least 1", options.landmarks);
}

LatentStates learn_latent_states(const MatrixView& K, const DelayWindows& windows,
                                 const SpectralOptions& options) {
  validate(options, windows.length);
  const Index rows = windows.start.empty() ? 0 : windows.start.back() + 2 * windows.length;
  require(K.rows() >= rows, "kernel matrix",
          concat("at least ", rows, " rows, as the windows reach"), K.rows());
  const Index d = options.dimension > 0 ? options.dimension : windows.length;
  const auto correlate = [&](const Vector& z) {
    return canonical_correlations(windows, z, d, options.regularisation);
  };

  LatentStates latent;
  Rng rng(options.seed);
  Vector& w = latent.weights;
  w = rng.normal(K.cols(), 1) / std::sqrt(static_cast<double>(K.cols()));
  latent.objective.resize(options.epochs + 1);
  Adam adam(w.size(), options.learning_rate);
  Vector z = K * w;
  CanonicalCorrelations cca = correlate(z);
  for (Index epoch = 0; epoch < options.epochs; ++epoch) {
    latent.objective[epoch] = cca.correlations.sum();
    Vector gradient = K.transpose() * cca.gradient;
    clip(gradient, options.gradient_norm);
    adam.ascend(w, gradient);
    z.noalias() = K * w;
    cca = correlate(z);
  }
  latent.objective[options.epochs] = cca.correlations.sum();

  latent.correlations = cca.correlations;
  latent.projection = cca.projection;
  latent.states = past_windows(windows, z) * cca.projection.transpose();
  latent.offset = latent.states.colwise().mean();
  latent.states.rowwise() -= latent.offset;
  latent.scale =
      (latent.states.colwise().squaredNorm() / static_cast<double>(windows.count())).cwiseSqrt();
  latent.states.array().rowwise() /= latent.scale.array();
  return latent;
}

Matrix evenly_spaced_rows(const MatrixView& X, Index most) {
  const Index rows = std::min(X.rows(), most);
  Matrix chosen(rows, X.cols());
  for (Index i = 0; i < rows; ++i) chosen.row(i) = X.row(i * X.rows() / rows);
  return chosen;
}

}  // namespace elto
