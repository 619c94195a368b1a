// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/one_sided_run.hpp"

#include <algorithm>
#include <cmath>

namespace elto {
namespace {

constexpr double kShortest = 5.0;
constexpr double kLeastMean = 0.5;
constexpr double kFarSum = 4.5;              // standard deviations of a sum of white innovations
constexpr double kFarthestInnovation = 3.0;  // as much as one row can say: it may be an outlier

}  // namespace

bool OneSidedRun::take_in(double innovation) {
  if (!std::isfinite(innovation)) return false;
  const double seen = std::clamp(innovation, -kFarthestInnovation, kFarthestInnovation);
  if (seen * sum < 0.0 || std::abs(sum) < kLeastMean * count) *this = {};
  count += 1.0;
  sum += seen;
  const bool lost = count >= kShortest && std::abs(sum) > kFarSum * std::sqrt(count);
  if (lost) *this = {};
  return lost;
}

}  // namespace elto
