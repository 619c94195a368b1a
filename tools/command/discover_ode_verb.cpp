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
          "Learns the law that the channels move by from the rows as they are: with gaps, at any "
          "times, from several series if there are several. The derivative of each channel is a "
          "polynomial of all channels (of a single channel the second derivative, of it and the "
          "first), beside a drift for what no equation explains. Each term comes with an interval "
          "and with how much likelier the equations are with it than without it; equations that "
          "come next are named, and so is what is left unexplained. --method has the other ways.",
      .positionals = {{.name = "DATA",
                       .description = input_description(),
                       .assign =
                           [arguments](const std::string& value) {
                             arguments->input.data.push_back(value);
                           },
                       .repeated = true}},
      .options = options_of(*arguments),
      .examples = {{"elto discover ode lynx_hare.csv --report lynx.html",
                    "find the equations, and a page to look at"},
                   {"elto discover ode first.csv second.csv --json",
                    "one law from two series, with correlations of its coefficients"},
                   {"elto discover ode builtin:lynx-hare --method regression --resample 200",
                    "differences and trajectories on a spline, as published"}},
      .run = [arguments] { run_discover_ode(*arguments); }};
}

}  // namespace elto::command
