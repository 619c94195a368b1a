// SPDX-License-Identifier: Apache-2.0
#include "elto/io/csv.hpp"

#include "same_series.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view input) {
  tolerate([&] { parse_csv(input, "input", {.columns = {"x"}}); });
  tolerate([&] { parse_csv(input, "input", {.columns = {"y", "x"}, .time = "none"}); });
  tolerate([&] { parse_csv(input, "input", {.time = "t"}); });
  tolerate([&] {
    const Series series = parse_csv(input, "input");
    if (series.rows() == 0) return;  // a time without rows is none
    for (const char delimiter : {',', '\t'}) {
      const std::string written = to_csv(series, delimiter);
      try {
        require_same(series, parse_csv(written, "written"), Names::may_appear);
      } catch (const Error& problem) {
        fail(problem.what());
      }
    }
  });
}

}  // namespace elto::fuzz
