// SPDX-License-Identifier: Apache-2.0
#include "elto/io/npy.hpp"

#include "same_series.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view input) {
  tolerate([&] { parse_npy_series(input, "input", {.time = "none"}); });
  tolerate([&] {
    const NpyArray array = parse_npy(input, "input");
    const NpyArray numbers = parse_npy(to_npy(array.values), "written");
    require_same(array.values, numbers.values, Names::kept);
    const std::string text = to_npy(array.strings);  // refuses what is not UTF-8
    if (parse_npy(text, "written").strings != array.strings) fail("the text changed");
  });
}

}  // namespace elto::fuzz
