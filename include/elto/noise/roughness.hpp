// SPDX-License-Identifier: Apache-2.0
// How large the noise of a channel can be, by its rows alone: whatever the signal does, white noise
// of variance R leaves second differences whose mean square is at least
//   E (y_t - 2 y_{t-1} + y_{t-2})^2 >= 6 R
// A filter that is lost takes its own errors for noise, believes the rows less, and stays lost; the
// rows tell it better.
#pragma once

#include "elto/core/types.hpp"
#include "elto/io/array_file.hpp"

namespace elto {

class Roughness {
 public:
  explicit Roughness(Index channels);

  /// Takes in the next entry of a channel; NaN is missing. What was seen so far then counts
  /// `memory` times as much as before, once there is enough of it, and a difference no more than
  /// five times as large as usual: it may be an outlier.
  void add(Index channel, double value, double memory);

  /// Mean square of second differences over 6, infinite for a channel of which less than ten are
  /// known.
  double variance(Index channel) const;

  /// The whole state as an array of a snapshot, and back. Throws IoError for another shape, and for
  /// numbers that cannot be.
  void store(ArrayFile& snapshot) const;
  void restore(const ArrayFile& snapshot);

 private:
  Matrix rows_;  // the last two entries, the mean square of second differences, and their number
};

}  // namespace elto
