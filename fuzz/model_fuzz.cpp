// SPDX-License-Identifier: Apache-2.0
#include "elto/model/model_file.hpp"
#include "elto/model/signal_model_file.hpp"
#include "elto/model/state_model_file.hpp"

#include "array_file_bytes.hpp"
#include "memory_file.hpp"
#include "small_model.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view input) {
  for (const std::string& bytes : {std::string(input), mended(input)}) {
    const MemoryFile file(bytes);
    tolerate([&] { filter_two_rows(load(file.path())); });
    tolerate([&] { filter_two_rows(load_state_model(file.path())); });
    tolerate([&] { filter_two_rows(load_signal_model(file.path())); });
  }
}

}  // namespace elto::fuzz
