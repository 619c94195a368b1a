// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_sensitivity.hpp"

namespace elto {

LawSensitivity::LawSensitivity(const std::vector<LawCoefficient>& coefficients, Index n)
    : states(Matrix::Zero(n, std::ssize(coefficients))), coefficients_(&coefficients) {}

void LawSensitivity::carry(const LawStep& part) {
  moved_ = part.F().lazyProduct(states);
  states.swap(moved_);
  for (Index k = 0; k < states.cols(); ++k) {
    const auto [term, channel] = (*coefficients_)[static_cast<std::size_t>(k)];
    for (int stage = 0; stage < 4; ++stage)
      states.col(k) += part.values(stage)[term] * part.push(stage).col(channel);
  }
}

Vector LawSensitivity::take(Index channel, const LawEntry& entry) {
  if (states.cols() == 0) return {};
  const Vector seen = states.row(channel).transpose();
  states -= entry.gain.lazyProduct(seen.transpose());
  return seen;
}

}  // namespace elto
