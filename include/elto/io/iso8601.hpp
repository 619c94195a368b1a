// SPDX-License-Identifier: Apache-2.0
// Timestamps after ISO 8601: a date, or a date, T or a blank, and a time of day with an offset from
// UTC.
//
//   2026-11-15   2026-11-15T08:00   2026-11-15 08:00:00.25   2026-11-15T08:00:00Z   ...+02:00
#pragma once

#include <optional>
#include <string_view>

namespace elto {

/// Seconds since 1970-01-01T00:00Z, of the proleptic Gregorian calendar and without leap seconds;
/// UTC is assumed where no offset is given. Nothing for text that is not such a timestamp or names
/// a day or an hour that does not exist.
std::optional<double> parse_iso8601(std::string_view text);

}  // namespace elto
