// SPDX-License-Identifier: Apache-2.0
#include "same_series.hpp"
#include "taken_arrays.hpp"
#include "target.hpp"

namespace elto::fuzz {

void try_input(std::string_view bytes) {
  FuzzedDataProvider input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  ReadOptions options;
  if (input.ConsumeBool()) options.columns = {taken_name(input)};
  if (input.ConsumeBool()) options.time = input.ConsumeBool() ? "none" : taken_name(input);
  const std::vector<NamedArray> arrays = taken_arrays(input);
  tolerate([&] { to_series(arrays, "input", options); });
  tolerate([&] {
    const Series series = to_series(arrays, "input");
    if (series.rows() == 0) return;  // a time without rows is none
    try {
      require_same(series, to_series(to_arrays(series), "written"), Names::kept);
    } catch (const Error& problem) {
      fail(problem.what());
    }
  });
}

}  // namespace elto::fuzz
