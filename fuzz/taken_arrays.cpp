// SPDX-License-Identifier: Apache-2.0
#include "taken_arrays.hpp"

namespace elto::fuzz {
namespace {

constexpr std::size_t kLongestText = 12;

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

std::string taken_name(FuzzedDataProvider& input) {
  if (input.ConsumeBool())
    return input.PickValueInArray<const char*>(
        {"values", "channels", "time", "time_name", "time_labels", "x", "t", "u", "usol"});
  return input.ConsumeRandomLengthString(kLongestText);
}

std::vector<NamedArray> taken_arrays(FuzzedDataProvider& input) {
  std::vector<NamedArray> arrays(input.ConsumeIntegralInRange<std::size_t>(0, 6));
  for (NamedArray& array : arrays) array = taken_array(input);
  return arrays;
}

}  // namespace elto::fuzz
