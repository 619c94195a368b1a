// SPDX-License-Identifier: Apache-2.0
#include "experiments/shared_figures.hpp"

namespace elto::experiments {

TableRow named_row(std::string name, std::string paper, std::function<Task(std::uint32_t)> task) {
  const auto named = [name, task = std::move(task)](std::uint32_t seed) {
    Task made = task(seed);
    made.name = name;
    return made;
  };
  return {name, named, std::move(paper)};
}

}  // namespace elto::experiments
