// SPDX-License-Identifier: Apache-2.0
// How a numerical computation ended. It is data, not an error: a diverging filter is a fact about
// the model and the series, and the caller decides what to do about it.
#pragma once

#include <string>

#include "elto/core/types.hpp"

namespace elto {

enum class StatusCode {
  not_run,       ///< nothing has been computed yet
  ok,            ///< finished; every number is finite
  not_finite,    ///< the belief overflowed or became NaN
  stopped,       ///< ended early because a callback asked for it
  not_definite,  ///< a covariance that is to be inverted is not positive definite
};

struct [[nodiscard]] Status {
  StatusCode code = StatusCode::not_run;
  Index step = -1;  ///< row (filters) or iteration (searches) at which it happened; -1: none

  bool ok() const { return code == StatusCode::ok; }
  bool operator==(const Status&) const = default;
};

/// "not finite at step 17"
std::string describe(const Status& status);

}  // namespace elto
