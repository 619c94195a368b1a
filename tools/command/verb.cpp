// SPDX-License-Identifier: Apache-2.0
#include "verb.hpp"

#include <algorithm>

#include "verbs.hpp"

namespace elto::command {

const Option* Verb::find_option(std::string_view option_name) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return option.name == option_name; });
  return found == options.end() ? nullptr : &*found;
}

std::vector<Verb> all_verbs() {
  return {denoise_verb(),  fit_verb(),       filter_verb(), forecast_verb(),   stream_verb(),
          simulate_verb(), reproduce_verb(), info_verb(),   completion_verb(), manual_verb()};
}

}  // namespace elto::command
