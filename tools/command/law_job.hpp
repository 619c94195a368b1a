// SPDX-License-Identifier: Apache-2.0
// From series to the law that they move by (learn/discover_law.hpp), and what is said about it:
// each term with an interval and its evidence, which equations come next, and what none explains.
#pragma once

#include "ode_job.hpp"

namespace elto::command {

/// Throws UsageError, IoError, NumericalError or Interrupted; no output is then written.
void run_discover_law(const OdeArguments& arguments);

}  // namespace elto::command
