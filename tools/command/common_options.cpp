// SPDX-License-Identifier: Apache-2.0
#include "common_options.hpp"

#include <iterator>
#include <utility>

#include "option_value.hpp"

namespace elto::command {

std::vector<Option> options_of(CommonOptions& common) {
  return {
      option("seed", "N", common.seed, "Seed of everything random; the same seed, the same result",
             kCommonGroup),
      option("threads", "N", common.threads,
             "Threads to compute with, 0: one per core; the result does not depend on it",
             kCommonGroup),
      flag("force", common.force, "Replace files that exist", kCommonGroup),
      flag("quiet", common.quiet, "Say nothing unless something is wrong", kCommonGroup),
      flag("json", common.json, "Print the summary as JSON on standard output", kCommonGroup),
  };
}

std::vector<Option> options_of(ReadOptions& read) {
  return {
      option("columns", "A,B,...", read.columns, "Channels to read, by name; all by default",
             kInputGroup),
      option("time", "NAME", read.time,
             "Name of the time column; found by itself by default, 'none': there is none",
             kInputGroup),
  };
}

Option output_option(std::string& output, const char* description, const char* group) {
  Option made = option("output", "FILE", output, description, group);
  made.letter = 'o';
  return made;
}

std::vector<Option> joined(std::vector<std::vector<Option>> lists) {
  std::vector<Option> all;
  for (std::vector<Option>& list : lists)
    all.insert(all.end(), std::move_iterator(list.begin()), std::move_iterator(list.end()));
  return all;
}

}  // namespace elto::command
