// SPDX-License-Identifier: Apache-2.0
#include "field_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"

#include "data_file.hpp"

namespace elto {
namespace {

using Arrays = std::vector<NamedArray>;

constexpr std::array<std::string_view, 1> kSpaceNames = {"x"};
constexpr std::array<std::string_view, 3> kTimeNames = {"t", "tt", "time"};
constexpr std::array<std::string_view, 2> kFieldNames = {"u", "usol"};

const NamedArray& named(const Arrays& arrays, std::string_view name, const std::string& path) {
  const NamedArray* const array = find_array(arrays, name);
  if (array == nullptr)
    throw IoError(path, concat("has no variable '", name, "'; it holds ", listed(arrays)));
  if (!array->problem.empty())
    throw IoError(path, concat("'", name, "' ", array->problem,
                               ", and a field has to be a matrix of real numbers"));
  return *array;
}

bool is_line(const NamedArray& array) {
  return std::min(array.values.rows(), array.values.cols()) == 1 && array.values.size() > 1;
}

/// The array of that name, or of one of the usual names; nothing if there is none of these.
template <std::size_t N>
std::optional<Vector> find_grid(const Arrays& arrays, const std::string& name,
                                const std::array<std::string_view, N>& usual,
                                const std::string& path) {
  if (!name.empty()) {
    const NamedArray& array = named(arrays, name, path);
    if (!is_line(array))
      throw IoError(path, concat("'", name, "' has to be a row or a column of numbers"));
    return array.values.reshaped();
  }
  for (const std::string_view each : usual) {
    const NamedArray* const array = find_array(arrays, each);
    if (array != nullptr && is_line(*array)) return array->values.reshaped();
  }
  return {};
}

struct Grids {
  std::optional<Vector> space, time;
};

bool fits(Index size, const std::optional<Vector>& grid) {
  return !grid || grid->size() == size;
}

/// Rows are places.
bool lies_upright(const Matrix& values, const Grids& grids) {
  return fits(values.rows(), grids.space) && fits(values.cols(), grids.time);
}

bool is_candidate(const NamedArray& array, const Grids& grids) {
  if (!array.problem.empty() || array.values.rows() < 2 || array.values.cols() < 2) return false;
  return lies_upright(array.values, grids) || lies_upright(array.values.transpose(), grids);
}

const NamedArray& find_variable(const Arrays& arrays, const Grids& grids, const std::string& name,
                                const std::string& path) {
  if (!name.empty()) return named(arrays, name, path);
  std::vector<const NamedArray*> found;
  for (const NamedArray& array : arrays)
    if (is_candidate(array, grids)) found.push_back(&array);
  for (const std::string_view usual : kFieldNames)
    for (const NamedArray* array : found)
      if (array->name == usual) return *array;
  if (found.size() == 1) return *found.front();
  throw IoError(path, concat(found.empty() ? "holds no field, a real matrix as large as its grids"
                                           : "holds several fields; name one with --variable",
                             "; it holds ", listed(arrays)));
}

Vector grid_or_steps(const std::optional<Vector>& grid, double step, Index count,
                     std::string_view words, std::string_view options, const std::string& path) {
  if (step != 0.0) return Vector::LinSpaced(count, 0.0, static_cast<double>(count - 1) * step);
  if (!grid) throw IoError(path, concat("holds no ", words, "; ", options));
  if (grid->size() != count)
    throw IoError(path, concat("has ", grid->size(), " ", words, ", but the field has ", count));
  return *grid;
}

FieldFile from_arrays(const Arrays& arrays, const std::string& path,
                      const FieldReadOptions& options) {
  Grids grids;
  if (options.space_step == 0.0) grids.space = find_grid(arrays, options.space, kSpaceNames, path);
  if (options.time_step == 0.0) grids.time = find_grid(arrays, options.time, kTimeNames, path);
  const NamedArray& array = find_variable(arrays, grids, options.variable, path);
  FieldFile made;
  const bool upright =
      lies_upright(array.values, grids) || !lies_upright(array.values.transpose(), grids);
  made.field.values = array.values;
  if (upright != options.transposed) made.field.values.transposeInPlace();
  made.field.space =
      grid_or_steps(grids.space, options.space_step, made.field.points(), "places",
                    "name the array of places with --space, or give their step with --dx", path);
  made.field.time =
      grid_or_steps(grids.time, options.time_step, made.field.rows(), "times",
                    "name the array of times with --time, or give their step with --dt", path);
  if (array.imaginary > 0.0)
    made.notes.push_back(concat("'", array.name,
                                "' is complex; its real part was taken, the largest imaginary "
                                "part is ",
                                array.imaginary));
  return made;
}

/// Without the columns x=0.5_std that stand beside x=0.5.
Series without_deviations(const Series& series) {
  constexpr std::string_view kSuffix = "_std";
  std::vector<Index> kept;
  for (Index j = 0; j < std::ssize(series.channels); ++j)
    if (!series.channels[static_cast<std::size_t>(j)].ends_with(kSuffix)) kept.push_back(j);
  if (series.channels.empty() || kept.empty()) return series;
  Series rest;
  rest.values = series.values(Eigen::all, kept);
  rest.time = series.time;
  for (const Index j : kept) rest.channels.push_back(series.channels[static_cast<std::size_t>(j)]);
  return rest;
}

FieldFile from_table(const std::string& path, const FieldReadOptions& options) {
  Series series = without_deviations(read_data(path, {.time = options.time}));
  if (options.transposed) series = Series(Matrix(series.values.transpose()));
  std::optional<Vector> space, time;
  if (is_field(series)) space = places_of(series);
  if (!series.time.empty()) time = series.time.values;
  FieldFile made;
  made.field.values = std::move(series.values);
  made.field.space = grid_or_steps(
      space, options.space_step, made.field.points(), "places",
      "name columns by their places, as x=0.5, or give the step between them with --dx", path);
  made.field.time =
      grid_or_steps(time, options.time_step, made.field.rows(), "times",
                    "name the column of times with --time, or give their step with --dt", path);
  return made;
}

void require_valid(const Field& field, const std::string& path) {
  try {
    validate(field);
  } catch (const InvalidArgument& problem) {
    const bool has_gaps = !field.values.allFinite();
    throw IoError(path, concat(std::string_view(problem.what()),
                               has_gaps ? "; fill the gaps first, as elto denoise does"
                                        : "; interpolate to a regular grid first"));
  }
}

}  // namespace

FieldFile field_among(const std::vector<NamedArray>& arrays, const std::string& name_for_messages,
                      const FieldReadOptions& options) {
  FieldFile made = from_arrays(arrays, name_for_messages, options);
  require_valid(made.field, name_for_messages);
  return made;
}

FieldFile read_field(const std::string& path, const FieldReadOptions& options) {
  const std::optional<Arrays> arrays = read_arrays(path);
  const bool is_table = !arrays || find_array(*arrays, "channels") != nullptr;
  if (!is_table) return field_among(*arrays, path, options);
  FieldFile made = from_table(path, options);
  require_valid(made.field, path);
  return made;
}

}  // namespace elto
