// SPDX-License-Identifier: Apache-2.0
// Named arrays as NPZ, MAT and HDF5 have them. Those formats carry checksums and trees of offsets,
// behind which a fuzzer hardly ever comes.
#include <cmath>

#include "files/named_arrays.hpp"
#include "same_series.hpp"
#include "target.hpp"

#include <fuzzer/FuzzedDataProvider.h>

namespace elto::fuzz {
namespace {

constexpr std::size_t kLongestText = 12;

std::string taken_name(FuzzedDataProvider& input) {
  if (input.ConsumeBool())
    return input.PickValueInArray<const char*>(
        {"values", "channels", "time", "time_name", "time_labels", "x", "t"});
  return input.ConsumeRandomLengthString(kLongestText);
}

NamedArray taken_array(FuzzedDataProvider& input) {
  NamedArray array{.name = taken_name(input)};
  const int kind = input.ConsumeIntegralInRange(0, 8);
  const auto rows = input.ConsumeIntegralInRange<Index>(0, 4);
  const auto cols = input.ConsumeIntegralInRange<Index>(0, 3);
  if (kind == 0) {
    array.problem = "is complex";
  } else if (kind < 4) {
    for (Index i = 0; i < rows; ++i)
      array.strings.push_back(input.ConsumeRandomLengthString(2 * kLongestText));
  } else {
    array.values.resize(rows, cols);
    for (double& value : array.values.reshaped())
      value = static_cast<double>(input.ConsumeIntegral<signed char>());
  }
  return array;
}

}  // namespace

void try_input(std::string_view bytes) {
  FuzzedDataProvider input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  ReadOptions options;
  if (input.ConsumeBool()) options.columns = {taken_name(input)};
  if (input.ConsumeBool()) options.time = input.ConsumeBool() ? "none" : taken_name(input);
  std::vector<NamedArray> arrays(input.ConsumeIntegralInRange<std::size_t>(0, 6));
  for (NamedArray& array : arrays) array = taken_array(input);
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
