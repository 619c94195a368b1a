// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/coefficient_error.hpp"

#include <algorithm>
#include <cmath>

namespace elto {

const Coefficient* find(const std::vector<Coefficient>& coefficients, const std::string& equation,
                        const std::string& term) {
  const auto found = std::ranges::find_if(coefficients, [&](const Coefficient& each) {
    return each.equation == equation && each.term == term;
  });
  return found == coefficients.end() ? nullptr : &*found;
}

CoefficientError coefficient_error(const std::vector<Coefficient>& found,
                                   const std::vector<Coefficient>& truth) {
  CoefficientError error{.right_terms = found.size() == truth.size()};
  double off = 0.0, size = 0.0;
  for (const Coefficient& each : truth) {
    const Coefficient* const ours = find(found, each.equation, each.term);
    const double difference = std::abs((ours == nullptr ? 0.0 : ours->value) - each.value);
    error.right_terms = error.right_terms && ours != nullptr;
    error.mean_relative += difference / std::abs(each.value) / static_cast<double>(truth.size());
    off += difference;
    size += std::abs(each.value);
  }
  for (const Coefficient& each : found)
    if (find(truth, each.equation, each.term) == nullptr) off += std::abs(each.value);
  error.relative_l1 = off / size;
  return error;
}

}  // namespace elto
