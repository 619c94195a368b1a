// SPDX-License-Identifier: Apache-2.0
// One function per verb; each makes the description that parsing, help and running work from.
#pragma once

#include "verb.hpp"

namespace elto::command {

Verb denoise_verb();
Verb fit_verb();
Verb filter_verb();
Verb forecast_verb();
Verb stream_verb();
Verb discover_pde_verb();
Verb discover_ode_verb();
Verb simulate_verb();
Verb reproduce_verb();
Verb info_verb();
Verb completion_verb();
Verb manual_verb();

}  // namespace elto::command
