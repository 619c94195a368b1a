// SPDX-License-Identifier: Apache-2.0
// Notices that a filter is lost, even if each row is within its gate: innovations z, over their
// standard deviations, of a filter that fits are white, those of one that is lost stay on one side.
//   lost   n >= 5 in a row on one side, |sum z| > 4.5 sqrt(n), where z counts as 3 at most
// A run whose mean is below 1/2 begins anew: it tells nothing. Two outliers do not do this, nor
// does noise that has grown: it comes from both sides.
#pragma once

namespace elto {

struct OneSidedRun {
  double count = 0.0;  ///< innovations so far on the side of the last one
  double sum = 0.0;    ///< of these

  /// Takes in the next innovation, over its standard deviation. Whether the filter is lost; then
  /// the run begins anew. One that is not finite is passed over.
  [[nodiscard]] bool take_in(double innovation);

  bool operator==(const OneSidedRun&) const = default;
};

}  // namespace elto
