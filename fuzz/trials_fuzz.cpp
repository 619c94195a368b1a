// SPDX-License-Identifier: Apache-2.0
#include "experiments/trial_file.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view input) {
  tolerate([&] {
    const std::string written =
        experiments::trials_to_csv(experiments::parse_trials(input, "input"));
    try {
      if (experiments::trials_to_csv(experiments::parse_trials(written, "written")) != written)
        fail("what is written is read back as something else");
    } catch (const Error& problem) {
      fail(problem.what());
    }
  });
}

}  // namespace elto::fuzz
