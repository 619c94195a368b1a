// SPDX-License-Identifier: Apache-2.0
#include "blame.hpp"

#include <string_view>

#include "verb.hpp"

namespace elto::command {

void blame(const InvalidArgument& problem, const std::vector<std::string>& options,
           const std::string& path, const std::string& advice) {
  const std::string& about = problem.argument();
  const std::string first = about.substr(0, about.find(' '));  // "operators.state_kernel scale"
  for (const std::string& name : options)
    if (name == first || name.ends_with("." + first))
      throw UsageError(concat("--", name, std::string_view(problem.what()).substr(first.size())));
  throw IoError(path, concat(std::string_view(problem.what()), advice.empty() ? "" : "; ", advice));
}

}  // namespace elto::command
