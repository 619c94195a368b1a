// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/channel_watch.hpp"

#include <algorithm>
#include <cmath>

namespace elto {
namespace {

constexpr double kFarInnovation = 3.0;  // standard deviations
constexpr double kLongestFarRun = 3.0;
constexpr double kRate = 0.3, kFading = 0.05;
constexpr double kMostOfOneRow = 5.0;  // as much as one row can say
constexpr double kMost = 1e8;

}  // namespace

void ChannelWatch::take_in(double innovation) {
  const double seen = std::clamp(innovation, -kMostOfOneRow, kMostOfOneRow);
  const double agreement = seen * before;
  before = seen;
  if (std::abs(innovation) <= kFarInnovation)
    run = 0.0;
  else if (innovation > 0.0)
    run = std::max(run, 0.0) + 1.0;
  else
    run = std::min(run, 0.0) - 1.0;
  if (std::abs(run) >= kLongestFarRun) {
    widening = std::abs(innovation);
    raised *= innovation * innovation;
  } else if (raised > 1.0) {
    raised *= std::exp(kRate * agreement - kFading);
  }
  raised = std::clamp(raised, 1.0, kMost);
}

}  // namespace elto
