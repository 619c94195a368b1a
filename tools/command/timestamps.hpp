// SPDX-License-Identifier: Apache-2.0
// Times of rows that no file has, written as those that it has.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

namespace elto::command {

/// Of seconds since 1970-01-01T00:00Z, in the form of another: with a blank or a T, with a zone if
/// it has one. Dates stay dates if all of them are midnights.
std::vector<std::string> timestamps_like(const std::string& label, const VectorView& seconds);

}  // namespace elto::command
