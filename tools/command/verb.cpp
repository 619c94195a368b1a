// SPDX-License-Identifier: Apache-2.0
#include "verb.hpp"

#include <algorithm>
#include <iterator>

#include "verbs.hpp"

namespace elto::command {

std::vector<std::string> Positional::all_words() const {
  return find_words ? find_words() : words;
}

std::string Verb::explanation() const {
  return list ? description + list() : description;
}

const Option* Verb::find_option(std::string_view option_name) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return option.name == option_name; });
  return found == options.end() ? nullptr : &*found;
}

std::string_view Verb::family() const {
  const std::size_t blank = name.find(' ');
  return blank == std::string::npos ? "" : std::string_view(name).substr(0, blank);
}

std::string_view Verb::word() const {
  return std::string_view(name).substr(name.rfind(' ') + 1);
}

std::vector<std::string> first_words(const std::vector<Verb>& verbs) {
  std::vector<std::string> words;
  for (const Verb& verb : verbs) {
    const std::string_view word = verb.family().empty() ? verb.word() : verb.family();
    if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
  }
  return words;
}

std::vector<Verb> family_of(const std::vector<Verb>& verbs, std::string_view family) {
  std::vector<Verb> members;
  std::copy_if(verbs.begin(), verbs.end(), std::back_inserter(members),
               [&](const Verb& verb) { return verb.family() == family; });
  return members;
}

std::vector<Verb> all_verbs() {
  return {denoise_verb(),   fit_verb(),          filter_verb(),       forecast_verb(),
          stream_verb(),    discover_pde_verb(), discover_ode_verb(), simulate_verb(),
          reproduce_verb(), info_verb(),         completion_verb(),   manual_verb()};
}

}  // namespace elto::command
