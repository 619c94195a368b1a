// SPDX-License-Identifier: Apache-2.0
// Hourly loads by which forecasts are judged: a day and a week in several shapes, weather that
// comes and goes, noise. experiments/holt_winters.py makes the same series with NumPy.
#pragma once

#include <string_view>

#include "elto/core/random.hpp"
#include "elto/core/types.hpp"

namespace elto::experiments {

enum class Load {
  two_peaks,     ///< morning and evening; less at weekends
  offices,       ///< high in working hours; at weekends flat
  growing,       ///< a smooth day, less at weekends, under a steep trend
  loud,          ///< two peaks in noise as large as they are
  under_weather  ///< two peaks beside a level that wanders as far
};
inline constexpr Load kLoads[] = {Load::two_peaks, Load::offices, Load::growing, Load::loud,
                                  Load::under_weather};
std::string_view name_of(Load load);

/// From midnight on a Monday.
Vector hourly_load(Load load, Index hours, Rng& rng);

}  // namespace elto::experiments
