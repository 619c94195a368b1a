// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "input_data.hpp"
#include "ode_job.hpp"
#include "verbs.hpp"

namespace elto::command {

Verb discover_ode_verb() {
  const auto arguments = std::make_shared<OdeArguments>();
  return {
      .name = "discover ode",
      .summary = "Find the ordinary differential equations behind a series",
      .description =
          "Finds the derivative of each channel as a polynomial of all channels, most coefficients "
          "being 0. Terms are chosen by a regression on differences of the rows; then the "
          "coefficients are moved until the trajectory of the equations fits the rows as a whole. "
          "Rows must be equally spaced in time. Short series are helped by --resample, noisy ones "
          "by --denoise, --free_start true and --terms_by trajectories.",
      .positionals = {{"DATA", input_description(),
                       [arguments](const std::string& value) { arguments->data = value; }}},
      .options = options_of(*arguments),
      .examples = {{"elto discover ode lynx_hare.csv --denoise --report lynx.html",
                    "denoise, find the equations, and a page to look at"},
                   {"elto discover ode builtin:lynx-hare --resample 200",
                    "21 years of lynx and hare, on a spline"},
                   {"elto discover ode builtin:lotka-volterra --denoise --terms_by trajectories",
                    "noisy data that obey such equations"}},
      .run = [arguments] { run_discover_ode(*arguments); }};
}

}  // namespace elto::command
