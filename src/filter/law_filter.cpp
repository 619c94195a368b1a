// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/known_size.hpp"

namespace elto {
namespace {

constexpr double kPartOfNoise = 3e-3;  // error of a part, of the standard deviation of the noise
constexpr double kLargestError = 1e-3, kLeastError = 1e-9;
constexpr double kShortestPart = 1e-3;  // of a row
constexpr double kFarthest = 1e3;       // of a coordinate, in standard deviations
constexpr double kLargestGrowth = 4.0;
constexpr double kRoundingOfLaw = 4.0 * std::numeric_limits<double>::epsilon();

std::vector<Index> terms_of(const std::vector<LawCoefficient>& coefficients) {
  std::vector<Index> terms;
  for (const LawCoefficient& one : coefficients) terms.push_back(one.term);
  return terms;
}

}  // namespace

LawBelief initial_belief(const LawModel& model) {
  return {.mean = model.initial_mean(),
          .covariance = model.initial_variance().asDiagonal(),
          .longest = std::numeric_limits<double>::infinity()};
}

LawFilter::LawFilter(const LawModel& model, const std::vector<LawCoefficient>& others)
    : belief(initial_belief(model)),
      model_(&model),
      step_(model.law, terms_of(others)),
      tolerance_(
          std::clamp(kPartOfNoise * std::sqrt(model.noise.minCoeff()), kLeastError, kLargestError)),
      begin_(belief.mean) {}

/// Equal parts, which become shorter where the motion bends more than the noise could hide.
bool LawFilter::predict(double length, const Visitor& visitor, bool pushes,
                        const InputLine& inputs) {
  const auto part = [&](double begin, double end) {
    return inputs.begin.size() == 0 ? InputLine{} : inputs.part(begin / length, end / length);
  };
  double left = length;
  while (left > 1e-12 * length) {
    const double h = left / std::max(1.0, std::ceil(left / belief.longest - 1e-9));
    step_.go(belief.mean.data(), h, pushes, part(length - left, length - left + h));
    const double ratio = step_.error() / tolerance_;
    const double growth = 0.8 / std::sqrt(std::sqrt(std::max(ratio, 1e-12)));
    if (!(ratio <= 1.0)) {
      belief.longest = h * std::clamp(growth, 0.2, 0.8);
      if (!(belief.longest > kShortestPart * std::min(length, 1.0))) return false;
      continue;
    }
    belief.longest = h * std::min(growth, kLargestGrowth);
    begin_ = belief.mean;
    belief.mean = step_.end();
    if (!(belief.mean.head(model_->law.coordinates()).cwiseAbs().maxCoeff() < kFarthest))
      return false;
    step_.move_covariance(belief.covariance);
    if (visitor) visitor(step_, begin_);
    left -= h;
  }
  return true;
}

LawEntry LawFilter::expect(Index channel, double value) const {
  return {.gain = {},
          .innovation = value - belief.mean[channel],
          .variance = belief.covariance(channel, channel) + model_->noise[channel]};
}

bool LawFilter::take(Index channel, double value, LawEntry& entry) {
  Matrix& P = belief.covariance;
  P.diagonal() *= 1.0 + kRoundingOfLaw;
  const double s = P(channel, channel) + model_->noise[channel];
  const double v = value - belief.mean[channel];
  if (!(s > 0.0) || !std::isfinite(v * v / s)) return false;
  entry.innovation = v;
  entry.variance = s;
  entry.gain = P.col(channel) / s;
  belief.mean += entry.gain * v;
  with_known_size(P.rows(), [&](auto n) {
    const double* g = entry.gain.data();
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) P.data()[j * n + i] -= s * g[i] * g[j];
  });
  return true;
}

}  // namespace elto
