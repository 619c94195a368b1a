// SPDX-License-Identifier: Apache-2.0
#include "report/charts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elto/core/text.hpp"

#include "report/breaks.hpp"
#include "report/decimate.hpp"
#include "report/encode.hpp"
#include "report/set_aside.hpp"

#include <nlohmann/json.hpp>

namespace elto::page {
namespace {

using Json = nlohmann::json;

constexpr double kHalfWidth95 = 1.96;  // of a 95% interval, in standard deviations

Json json_of(EncodedColumn column) {
  return {{"type", column.type}, {"data", std::move(column.data)}};
}

/// Writes one chart after another, so that no more than one is held as numbers.
class ChartWriter {
 public:
  ChartWriter(const RowAxis& axis, Index most_rows)
      : axis_(axis), most_rows_(most_rows), whole_(axis.positions.size() <= most_rows) {}

  /// Columns over the rows of the series.
  void add(const std::string& name, const Matrix& columns) {
    const std::vector<Index> rows = decimate(columns, most_rows_);
    shown_rows_ = std::max(shown_rows_, static_cast<Index>(rows.size()));
    Json chart = {{"columns", Json::array()}};
    for (const auto& column : columns.colwise())
      chart["columns"].push_back(json_of(encode_values(column(rows))));
    if (!whole_) chart["x"] = json_of(encode_positions(axis_.positions(rows)));
    charts_[name] = std::move(chart);
  }

  /// Columns over something else.
  void add(const std::string& name, const Vector& x, const Matrix& columns) {
    charts_[name] = {{"columns", Json::array()}, {"x", json_of(encode_positions(x))}};
    for (const auto& column : columns.colwise())
      charts_[name]["columns"].push_back(json_of(encode_values(column)));
  }

  Json& operator[](const std::string& name) { return charts_[name]; }
  Index shown_rows() const { return shown_rows_; }

  /// The axis that all charts over the rows share, unless each has its own.
  Json shared_x() const { return whole_ ? json_of(encode_positions(axis_.positions)) : Json(); }
  Json take() { return std::move(charts_); }

 private:
  const RowAxis& axis_;
  Index most_rows_;
  bool whole_;
  Index shown_rows_ = 0;
  Json charts_ = Json::object();
};

/// Measured and believed, estimated, half width of the band.
Matrix channel_columns(const Report& report, Index channel) {
  Matrix columns(report.series.rows(), 3);
  columns << believed_values(report, channel), report.estimate.mean.col(channel),
      kHalfWidth95 * report.estimate.variance.col(channel).cwiseSqrt();
  return columns;
}

/// Innovation, half width of the interval that it should lie in.
Matrix innovation_columns(const Report& report, Index channel) {
  Matrix columns(report.series.rows(), 2);
  columns << report.diagnostics.innovation.col(channel),
      kHalfWidth95 * report.diagnostics.expected_variance.col(channel).cwiseSqrt();
  return columns;
}

/// Where nothing was measured, and whether the estimate has rows there.
Json gaps_json(const RowAxis& axis, const VectorView& values) {
  const std::vector<Break> gaps = breaks(axis.positions, values);
  if (gaps.empty()) return {};
  const Index count = std::ssize(gaps);
  Vector from(count), to(count), empty(count);
  for (Index i = 0; i < count; ++i) {
    const auto [before, after] = gaps[static_cast<std::size_t>(i)];
    from[i] = axis.positions[before];
    to[i] = axis.positions[after];
    empty[i] = after == before + 1 ? 1.0 : 0.0;
  }
  return {{"from", json_of(encode_positions(from))},
          {"to", json_of(encode_positions(to))},
          {"empty", json_of(encode_values(empty))}};
}

Json marks_json(const Report& report, const RowAxis& axis, Index channel) {
  Json marks;
  const Vector values = report.series.values.col(channel);
  const auto at = [&](const std::vector<Index>& rows) {
    return Json{{"x", json_of(encode_positions(axis.positions(rows)))},
                {"y", json_of(encode_values(values(rows)))}};
  };
  for (const Flag flag : {Flag::outlier, Flag::jump})
    if (const std::vector<Index> rows = rows_flagged(report, channel, flag); !rows.empty())
      marks[std::string(name_of(flag))] = at(rows);
  if (const std::vector<Stretch> stuck = stuck_stretches(report, channel); !stuck.empty()) {
    std::vector<Index> first, last;
    for (const auto& [begin, end] : stuck) {
      first.push_back(begin);
      last.push_back(end);
    }
    marks["stuck"] = at(first);
    marks["stuck"]["to"] = json_of(encode_positions(axis.positions(last)));
  }
  return marks;
}

/// The diagonal of F F^T after each row, for one of the two factors F of a noise model.
Matrix variances(const std::vector<NoiseModel>& noise, Matrix NoiseModel::*factor) {
  Matrix columns(static_cast<Index>(noise.size()), (noise.front().*factor).rows());
  for (Index t = 0; t < columns.rows(); ++t)
    columns.row(t) = (noise[static_cast<std::size_t>(t)].*factor).rowwise().squaredNorm();
  return columns;
}

void add_tuning(const TuningRecord& tuning, ChartWriter& writer) {
  const Index iterations = static_cast<Index>(tuning.best.size());
  Vector x = Vector::LinSpaced(iterations + 1, 0.0, static_cast<double>(iterations));
  Vector best(iterations + 1);
  best(0) = tuning.initial;
  for (Index i = 0; i < iterations; ++i) {
    best(i + 1) = tuning.best[static_cast<std::size_t>(i)];
    if (!tuning.evaluations.empty())
      x(i + 1) = static_cast<double>(tuning.evaluations[static_cast<std::size_t>(i)]);
  }
  writer.add(kTuningChart, x, best);
}

/// Rows per chart such that all charts together, their axes included, hold about so many numbers.
Index rows_per_chart(const Report& report, Index numbers) {
  const Index per_channel = (1 + 3) + (1 + 2);
  Index per_row = report.series.dimension() * per_channel + (1 + 1);
  Index widest = 3;
  if (!report.estimate.noise.empty()) {
    const NoiseModel& noise = report.estimate.noise.front();
    per_row += 2 + noise.process_factor.rows() + noise.measurement_factor.rows();
    widest = std::max({widest, noise.process_factor.rows(), noise.measurement_factor.rows()});
  }
  return std::max(numbers / per_row, 3 * widest + 2);  // decimate() needs so many
}

std::string_view name_of(RowAxisKind kind) {
  switch (kind) {
    case RowAxisKind::row:
      return "row";
    case RowAxisKind::number:
      return "number";
    case RowAxisKind::date:
      return "date";
  }
  return "row";
}

Json axis_json(const Report& report, const RowAxis& axis) {
  const bool has_name = axis.kind != RowAxisKind::row && !report.series.time.name.empty();
  Json json = {{"kind", name_of(axis.kind)}, {"name", has_name ? report.series.time.name : "row"}};
  if (report.learned_rows > 0) json["learnedUntil"] = axis.positions(report.learned_rows - 1);
  return json;
}

}  // namespace

std::string channel_chart(Index channel) {
  return concat("channel-", channel);
}

std::string innovation_chart(Index channel) {
  return concat("innovation-", channel);
}

Charts charts(const Report& report, const RowAxis& axis, const ReportOptions& options) {
  ChartWriter writer(axis, rows_per_chart(report, options.numbers));
  for (Index channel = 0; channel < report.series.dimension(); ++channel) {
    writer.add(channel_chart(channel), channel_columns(report, channel));
    writer.add(innovation_chart(channel), innovation_columns(report, channel));
    const Json gaps = gaps_json(axis, report.series.values.col(channel));
    for (const std::string& name : {channel_chart(channel), innovation_chart(channel)})
      if (!gaps.is_null()) writer[name]["gaps"] = gaps;
    if (Json marks = marks_json(report, axis, channel); !marks.is_null())
      writer[channel_chart(channel)]["marks"] = std::move(marks);
  }
  const Vector& square = report.diagnostics.normalised_square;
  writer.add(kSquareChart, square);
  if (Json gaps = gaps_json(axis, square); !gaps.is_null())
    writer[kSquareChart]["gaps"] = std::move(gaps);
  writer[kSquareChart]["levels"] = {report.diagnostics.lower_bound, report.diagnostics.upper_bound};
  if (const auto& noise = report.estimate.noise; !noise.empty()) {
    writer.add(kProcessChart, variances(noise, &NoiseModel::process_factor));
    writer.add(kMeasurementChart, variances(noise, &NoiseModel::measurement_factor));
  }
  if (report.tuning) add_tuning(*report.tuning, writer);

  Json all = {{"axis", axis_json(report, axis)}, {"x", writer.shared_x()}};
  all["charts"] = writer.take();
  // A name that is no UTF-8 is shown with replacement characters rather than refused.
  return {all.dump(-1, ' ', false, Json::error_handler_t::replace), writer.shown_rows()};
}

}  // namespace elto::page
