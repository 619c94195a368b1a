// SPDX-License-Identifier: Apache-2.0
// Notices that a filter has lost track of a channel, and finds the process noise with which it
// keeps up again. Innovations z, over their standard deviations, of a filter that fits are white:
// if it lags behind they agree with each other, if it follows the noise they alternate.
//   lost     three in a row are beyond three standard deviations, on the same side
//   widen    the belief by the last of them, so that the next row can be believed
//   raise    Q by z^2, then by exp(0.3 z z_before - 0.05) with each row, until it is back
// One outlier does not do this: it agrees with nothing.
#pragma once

namespace elto {

struct ChannelWatch {
  double run = 0.0;       ///< innovations so far that are far off, below 0 if on the lower side
  double before = 0.0;    ///< the last one
  double raised = 1.0;    ///< Q now, times what it would be
  double widening = 1.0;  ///< due for the standard deviations of the next prediction

  /// The next innovation, over its standard deviation.
  void take_in(double innovation);
  /// It was lost, and is not yet back.
  bool is_behind() const { return raised > 1.0; }
  /// Nothing has to be done for the next prediction.
  bool calm() const { return raised == 1.0 && widening == 1.0; }

  bool operator==(const ChannelWatch&) const = default;
};

}  // namespace elto
