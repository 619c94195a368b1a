// SPDX-License-Identifier: Apache-2.0
#include "ode_input.hpp"

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/cubic_spline.hpp"
#include "elto/series/times.hpp"
#include "elto/systems/builtin.hpp"

#include "channel_names.hpp"
#include "input_data.hpp"
#include "option_value.hpp"

namespace elto::command {
namespace {

/// On the cubic spline through the rows.
Matrix resampled(const Matrix& values, const Vector& times, Index count) {
  return cubic_spline(times, values, Vector::LinSpaced(count, times[0], times[times.size() - 1]));
}

Series prepared(const std::string& path, const OdeInputArguments& arguments,
                const CommonOptions& common) {
  Series series = read_input(path, arguments.read, common);
  if (arguments.time_step != 0.0)
    series.time = {.name = "t",
                   .values = arguments.time_step *
                             Vector::LinSpaced(series.rows(), 0.0, double(series.rows() - 1))};
  series.channels = channel_names(series.channels, series.dimension());
  if (arguments.resample == 0) return series;
  if (!series.values.allFinite())
    throw IoError(path, "has gaps, and no spline goes through them; leave out --resample");
  const Vector times = times_of(series);
  series.values = resampled(series.values, times, arguments.resample);
  series.time.values = Vector::LinSpaced(arguments.resample, times[0], times[times.size() - 1]);
  series.time.labels.clear();
  if (series.time.name.empty()) series.time.name = std::string("t");
  return series;
}

std::vector<Coefficient> known_equations(const std::string& name) {
  if (name != "lotka-volterra") return {};
  return {{"predator", "predator", -0.84},
          {"predator", "predator prey", 0.026},
          {"prey", "prey", 0.55},
          {"prey", "predator prey", -0.028}};
}

}  // namespace

std::vector<Option> options_of(OdeInputArguments& arguments) {
  return joined(
      {options_of(arguments.read),
       {option("dt", "X", arguments.time_step,
               "Step between rows, in place of a time column; 0: as the column says (timestamps "
               "count in seconds), or 1",
               kInputGroup),
        option("resample", "N", arguments.resample,
               "Take so many points of the cubic spline through the rows, for short series; 0: the "
               "rows themselves",
               kInputGroup),
        option("clean", "FILE", arguments.clean,
               "The series without noise, to say how far off the noisy and the denoised one are",
               kInputGroup),
        option("truth", "CHANNEL:TERM=X,...", arguments.truth,
               "True coefficients, such as 'x: x y=0.026,y: y=0.55', to say how far off those "
               "found are",
               kInputGroup)}});
}

OdeInput read_ode_input(const OdeInputArguments& arguments, const CommonOptions& common) {
  OdeInput input;
  for (const std::string& path : arguments.data) {
    input.series.push_back(prepared(path, arguments, common));
    if (input.series.back().channels != input.series.front().channels)
      throw IoError(path, concat("has other channels than ", arguments.data.front(), ": ",
                                 with_commas(input.series.back().channels), " instead of ",
                                 with_commas(input.series.front().channels)));
  }
  const Series& first = input.series.front();
  if (const auto name = builtin_name(arguments.data.front())) {
    input.truth = known_equations(*name);
    const Matrix truth = builtin(*name, {.seed = common.seed}).truth;
    const bool fits = truth.rows() == first.rows() && truth.cols() == first.dimension();
    if (fits && arguments.read.table.columns.empty()) input.clean = truth;
  }
  if (!arguments.clean.empty()) {
    const Matrix clean = prepared(arguments.clean, arguments, common).values;
    if (clean.rows() != first.rows() || clean.cols() != first.dimension())
      throw IoError(arguments.clean, concat("has ", clean.rows(), " rows and ", clean.cols(),
                                            " channels, but ", arguments.data.front(), " has ",
                                            first.rows(), " and ", first.dimension()));
    input.clean = clean;
  }
  if (!arguments.truth.empty()) input.truth = parse_coefficients(arguments.truth);
  return input;
}

}  // namespace elto::command
