// SPDX-License-Identifier: Apache-2.0
// How noisy a series is, measured on the series alone. Differences of order k remove a smooth
// signal and leave white noise, with variance binomial(2k, k) sigma^2. The median absolute
// difference, which jumps and outliers do not fool, gives one estimate per order:
//   sigma_k = 1.4826 median |Delta^k y| / sqrt(binomial(2k, k)),   k = 1..6
// or, where this is more than 1.1 times as large, the root mean square of the same over blocks of
// about 100 rows: the noise of a sensor may come and go, and the median over all rows would be that
// of its quieter times.
// A low order leaves signal, which makes sigma_k too large; a high one spreads more. So the lowest
// order is taken whose sigma_k is at most 1 + 2 / sqrt(differences) times the smallest: what is
// within the sampling error of the smallest has no signal left to see.
//
// Measured, relative to the true sigma; +- is the spread between series:
//   white noise                                 21 rows 0.99 +- 0.28, 50: 0.97 +- 0.19,
//                                               200: 0.99 +- 0.10, 1000: 0.99 +- 0.04
//   on a sine, 10 to 50 rows a period, S/N 7    1.01 .. 1.04; 21 rows: 1.03 .. 1.05
//   on Lorenz-96, S/N 2 and 10                  0.99 .. 1.03 at time steps 0.01 and 0.05;
//                                               at 0.1 1.02 .. 1.04 and 1.09 .. 1.14
//   a random walk without noise                 0.54 of its step: what is new in every row cannot
//                                               be told from noise
// The smallest of all orders, the obvious choice, would give 0.97 (1000 rows) to 0.89 (21 rows) on
// white noise.
#pragma once

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Standard deviation of the measurement noise per channel (D). Differences never straddle a
/// missing entry. NaN for a channel with fewer than 4 differences; 0 for a channel of which more
/// than half of the differences vanish, such as a constant or a coarsely rounded one.
RowVector noise_level(const Series& series);

}  // namespace elto
