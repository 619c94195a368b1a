// SPDX-License-Identifier: Apache-2.0
// What a field of delimited text says as a number, whatever the locale.
#pragma once

#include <string_view>
#include <system_error>

namespace elto {

/// Empty, NA, N/A, NaN, nan, null, NULL or -
bool is_missing_field(std::string_view field);

/// errc{}: a number, or NaN for a missing field; result_out_of_range: a number, but no double;
/// invalid_argument: a word.
std::errc read_csv_number(std::string_view field, double& value);

}  // namespace elto
