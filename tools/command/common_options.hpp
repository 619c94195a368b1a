// SPDX-License-Identifier: Apache-2.0
// Options that every verb has, or most of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/io/column_roles.hpp"

#include "verb.hpp"

namespace elto::command {

struct CommonOptions {
  Index threads = 0;
  std::uint32_t seed = 1;
  bool quiet = false;
  bool json = false;
  bool force = false;
};

/// Which columns of a table are read, and what is done about their times.
struct InputOptions {
  ReadOptions table = {};
  bool sort = false;
  double step = 0.0;                     ///< 0: rows stay at their times
  std::vector<std::string> inputs = {};  ///< columns that are given and not estimated
};

/// --seed, --threads, --quiet, --json, --force; --config is known to the parser itself.
std::vector<Option> options_of(CommonOptions& common);
/// --columns, --time, --sort, --step
std::vector<Option> options_of(InputOptions& input);
/// --inputs, where a model is learned; one that is there knows its own.
Option inputs_option(InputOptions& input);

inline constexpr const char* kCommonGroup = "Common";
inline constexpr const char* kInputGroup = "Input";
inline constexpr const char* kOutputGroup = "Output";

/// -o, --output
Option output_option(std::string& output, const char* description, const char* group);

/// One list after the other.
std::vector<Option> joined(std::vector<std::vector<Option>> lists);

}  // namespace elto::command
