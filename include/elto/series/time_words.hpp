// SPDX-License-Identifier: Apache-2.0
// A length of time as people say it: "3.5 h" or "7 days" where rows have time stamps, "12 rows"
// where they have no time, "0.25 units of t" where the time column is numbers of a unit nobody
// knows.
#pragma once

#include <string>

#include "elto/series/series.hpp"

namespace elto {

/// At most three significant digits. In the units of times_of() (series/times.hpp).
std::string duration_words(double length, const TimeColumn& time);

}  // namespace elto
