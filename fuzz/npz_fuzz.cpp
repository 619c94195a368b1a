// SPDX-License-Identifier: Apache-2.0
#include "files/npz.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view input) {
  tolerate([&] { to_series(parse_npz(input, "input"), "input"); });
}

}  // namespace elto::fuzz
