// SPDX-License-Identifier: Apache-2.0
#include "field_arrays.hpp"

#include <algorithm>

#include "elto/core/error.hpp"

namespace elto {
namespace {

constexpr std::string_view kSpace = "x", kTime = "t", kObserved = "u", kClean = "usol";

using Arrays = std::vector<NamedArray>;
using Found = std::vector<const NamedArray*>;

/// The numbers of a row or a column; nothing for any other array.
std::optional<Vector> grid(const Arrays& arrays, std::string_view name) {
  const auto found = std::ranges::find(arrays, name, &NamedArray::name);
  if (found == arrays.end()) return {};
  const Matrix& values = found->values;
  if (std::min(values.rows(), values.cols()) != 1 || values.size() < 2) return {};
  return values.reshaped();
}

bool is_field_asked_for(const NamedArray& array, const ReadOptions& options) {
  return options.columns.empty() || std::ranges::count(options.columns, array.name) > 0;
}

Found of_shape(const Arrays& arrays, Index places, Index times, const ReadOptions& options) {
  Found found;
  for (const NamedArray& array : arrays)
    if (array.values.rows() == places && array.values.cols() == times &&
        is_field_asked_for(array, options))
      found.push_back(&array);
  return found;
}

const NamedArray& the_one(const Found& found, std::string_view file) {
  if (found.size() == 1) return *found.front();
  std::string list;
  for (const std::string_view name : {kObserved, kClean})
    for (const NamedArray* array : found)
      if (array->name == name) return *array;
  for (const NamedArray* array : found)
    list.append(concat(list.empty() ? "'" : ", '", array->name, "'"));
  throw IoError(
      file, concat("holds the fields ", list, "; say which to read with the selection of columns"));
}

}  // namespace

std::vector<NamedArray> field_arrays(const std::vector<NamedField>& fields) {
  const Field& first = fields.front().field;
  Arrays arrays = {{.name = std::string(kSpace), .values = first.space},
                   {.name = std::string(kTime), .values = first.time}};
  for (const NamedField& each : fields)
    arrays.push_back({.name = each.name, .values = each.field.values.transpose()});
  return arrays;
}

std::optional<Field> find_field(const std::vector<NamedArray>& arrays,
                                std::string_view name_for_messages, const ReadOptions& options) {
  const std::optional<Vector> space = grid(arrays, kSpace), time = grid(arrays, kTime);
  if (!space || !time) return {};
  const Found found = of_shape(arrays, space->size(), time->size(), options);
  if (found.empty()) return {};
  return Field{the_one(found, name_for_messages).values.transpose(), *space, *time};
}

}  // namespace elto
