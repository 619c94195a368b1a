// SPDX-License-Identifier: Apache-2.0
#include "model_options.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace elto::command {
namespace {

// Another value that the option takes.
std::string other_value(const Option& option) {
  for (const std::string& word : option.words)
    if (word != option.initial) return word;
  if (option.value == "KERNEL") return option.initial == "linear" ? "rbf(1)" : "linear";
  if (option.value == "true|false") return option.initial == "true" ? "false" : "true";
  return option.value == "N" ? "123" : "0.123";
}

TEST(ModelOptions, EachSetsOneFieldOfItsOwn) {
  FitArguments untouched;
  const auto defaults = values_of(untouched);
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    FitArguments arguments;
    const std::vector<Option> options = options_of(arguments);
    ASSERT_EQ(options.size(), defaults.size());
    ASSERT_EQ(options[i].name, defaults[i].first);
    EXPECT_EQ(options[i].initial, defaults[i].second);
    const std::string value = other_value(options[i]);
    options[i].assign(value);
    const auto changed = values_of(arguments);
    for (std::size_t j = 0; j < changed.size(); ++j)
      EXPECT_EQ(changed[j].second, j == i ? value : defaults[j].second) << changed[j].first;
  }
}

TEST(ModelOptions, HaveTheDefaultsOfTheLibrary) {
  FitArguments arguments;
  const auto values = values_of(arguments);
  for (const Option& option : options_of(arguments)) option.assign(option.initial);
  EXPECT_EQ(values_of(arguments), values);
  EXPECT_NO_THROW(validate(arguments.model));
  EXPECT_NO_THROW(validate(arguments.fit));
}

TEST(ModelOptions, TakeSeedAndThreads) {
  FitArguments arguments;
  arguments.take({.threads = 3, .seed = 7});
  EXPECT_EQ(arguments.model.spectral.seed, 7U);
  EXPECT_EQ(arguments.fit.tuning.search.search.seed, 7U);
  EXPECT_EQ(arguments.fit.tuning.search.threads, 3);
}

}  // namespace
}  // namespace elto::command
