// SPDX-License-Identifier: Apache-2.0
#include "config_file.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view input) {
  tolerate([&] { command::parse_config(input, "input"); });
}

}  // namespace elto::fuzz
