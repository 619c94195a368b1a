// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/trend_filter.hpp"

#include "elto/core/error.hpp"

namespace elto {
namespace {

Matrix standardised(const TrendFilter& trend, const Series& series) {
  require(series.dimension() == trend.scaling.dimension(), "series columns",
          concat(trend.scaling.dimension(), " as in the filter"), series.dimension());
  return trend.scaling.apply(series.values);
}

Matrix in_units(const Standardisation& scaling, const Matrix& values) {
  return (values.array().rowwise() * scaling.scale.array()).rowwise() + scaling.offset.array();
}

Matrix variance_in_units(const Standardisation& scaling, const Matrix& variance) {
  return variance.array().rowwise() * scaling.scale.array().square();
}

}  // namespace

TrendFilter fit_trend_filter(const std::vector<Series>& sequences) {
  std::vector<Matrix> rows;
  rows.reserve(sequences.size());
  for (const Series& series : sequences) rows.push_back(series.values);
  TrendFilter trend;
  trend.scaling = standardisation_of(rows);
  for (Matrix& values : rows) values = trend.scaling.apply(values);
  trend.trend = fit_local_trend(rows);
  return trend;
}

TrendFilter fit_trend_filter(const Series& series) {
  return fit_trend_filter(std::vector{series});
}

Estimate filter(const TrendFilter& trend, const Series& series) {
  const FilteredTrend result = filter(trend.trend, standardised(trend, series));
  Estimate estimate;
  estimate.mean = in_units(trend.scaling, result.path.position);
  estimate.variance = variance_in_units(trend.scaling, result.path.position_variance);
  estimate.predicted = in_units(trend.scaling, result.predicted);
  estimate.predicted_variance = variance_in_units(trend.scaling, result.predicted_variance);
  return estimate;
}

Estimate smooth(const TrendFilter& trend, const Series& series) {
  Estimate estimate = filter(trend, series);
  const TrendPath path = smooth(trend.trend, standardised(trend, series));
  estimate.mean = in_units(trend.scaling, path.position);
  estimate.variance = variance_in_units(trend.scaling, path.position_variance);
  return estimate;
}

}  // namespace elto
