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

std::vector<Option> options_of(InputOptions& input) {
  return {
      option("columns", "A,B,...", input.table.columns, "Channels to read, by name; all by default",
             kInputGroup),
      option("time", "NAME", input.table.time,
             "Name of the time column; found by itself by default, 'none': there is none",
             kInputGroup),
      flag("sort", input.sort,
           "Put rows in the order of their times, leaving out those without one; otherwise such "
           "data are refused",
           kInputGroup),
      option("step", "X", input.step,
             "Move rows to a regular grid, X apart in the units of the time column (seconds for "
             "timestamps), and average those that meet; by default rows stay where they are",
             kInputGroup),
  };
}

Option inputs_option(InputOptions& input) {
  return option("inputs", "A,B,...", input.inputs,
                "Columns that are known and not estimated, such as a voltage or the temperature "
                "outside: what they do to the channels is learned. Missing entries lie on a "
                "straight line between those before and after",
                kInputGroup);
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
