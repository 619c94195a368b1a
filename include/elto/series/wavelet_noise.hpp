// SPDX-License-Identifier: Apache-2.0
// The standard deviation of white noise from the finest wavelet coefficients (Donoho and Johnstone
// 1994), which a smooth signal hardly reaches. One level of the transform with Daubechies' filter
// of four taps, the data reflected at their ends,
//   d_i = sum_j g_j y_{2i+1-j},   sigma = median |d| / 0.6745
// over the coefficients that are not exactly 0; for a field those of both axes at once. On fields
// of 50 % noise it is 1 to 5 % low.
#pragma once

#include "elto/core/types.hpp"
#include "elto/series/field.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Missing entries leave out the coefficients they are part of. 0 if all coefficients vanish, NaN
/// if there is none.
double wavelet_noise(const Field& field);

/// The same per channel (D), along time only.
RowVector wavelet_noise(const Series& series);

}  // namespace elto
