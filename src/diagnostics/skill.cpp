// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/skill.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/states/local_trend.hpp"

#include "core/unknown.hpp"
#include "diagnostics/known_values.hpp"

namespace elto {
namespace {

constexpr Index kBlocks = 20;

/// Squared errors of both predictions, a row each; NaN where there is none.
struct Losses {
  Vector ours, other;
};

Losses channel_losses(const Series& series, const Matrix& predicted, const Matrix& other,
                      Index channel, Index first_row) {
  const auto y = series.values.col(channel).array();
  Losses losses{(y - predicted.col(channel).array()).square(),
                (y - other.col(channel).array()).square()};
  for (Index t = 0; t < series.rows(); ++t)
    if (t < first_row || !std::isfinite(losses.ours[t]) || !std::isfinite(losses.other[t]))
      losses.ours[t] = losses.other[t] = kUnknown;
  return losses;
}

std::vector<Index> known_rows(const Losses& losses) {
  std::vector<Index> rows;
  for (Index t = 0; t < losses.ours.size(); ++t)
    if (!std::isnan(losses.ours[t])) rows.push_back(t);
  return rows;
}

/// The variance of a ratio of sums, by its derivatives, with blocks as the independent terms.
Skill skill_of(const Losses& losses) {
  const std::vector<Index> rows = known_rows(losses);
  const auto count = static_cast<Index>(rows.size());
  const Vector ours = losses.ours(rows), other = losses.other(rows);
  if (count < kBlocks || !(other.sum() > 0.0)) return {};
  const double ratio = ours.sum() / other.sum();
  double squares = 0.0;
  for (Index i = 0; i < kBlocks; ++i) {
    const Index begin = i * count / kBlocks, length = (i + 1) * count / kBlocks - begin;
    squares += std::pow((ours - ratio * other).segment(begin, length).sum(), 2);
  }
  const double blocks = kBlocks;
  return {ratio, 2.0 * std::sqrt(blocks / (blocks - 1.0) * squares) / other.sum()};
}

/// Adds the losses of a channel in units of the other one's mean loss.
void add(const Losses& channel, Losses& sums) {
  const std::vector<Index> rows = known_rows(channel);
  const double unit = channel.other(rows).sum() / static_cast<double>(rows.size());
  if (!(unit > 0.0)) return;
  for (const Index t : rows) {
    sums.ours[t] = (std::isnan(sums.ours[t]) ? 0.0 : sums.ours[t]) + channel.ours[t] / unit;
    sums.other[t] = (std::isnan(sums.other[t]) ? 0.0 : sums.other[t]) + channel.other[t] / unit;
  }
}

void require_shape(const Matrix& predicted, const Series& series) {
  require(predicted.rows() == series.rows() && predicted.cols() == series.dimension(), "predicted",
          concat(series.rows(), " x ", series.dimension(), " as the series"),
          concat(predicted.rows(), " x ", predicted.cols()));
}

/// Standard deviation of a channel from which a trend can predict something; otherwise 0.
double scale_of(const Vector& channel) {
  constexpr Index kFewestValues = 3;
  const Vector known = known_values(channel);
  if (known.size() < kFewestValues) return 0.0;
  return std::sqrt((known.array() - known.mean()).square().mean());
}

}  // namespace

Skills compare_predictions(const Series& series, const Matrix& predicted, const Matrix& other,
                           Index first_row) {
  require_shape(predicted, series);
  require_shape(other, series);
  Skills skills;
  const Vector unknown = Vector::Constant(series.rows(), kUnknown);
  Losses sums{unknown, unknown};
  for (Index j = 0; j < series.dimension(); ++j) {
    const Losses losses = channel_losses(series, predicted, other, j, first_row);
    skills.channels.push_back(skill_of(losses));
    add(losses, sums);
  }
  skills.overall = skill_of(sums);
  return skills;
}

Matrix last_values(const Series& series) {
  Matrix last(series.rows(), series.dimension());
  RowVector latest = RowVector::Constant(series.dimension(), kUnknown);
  for (Index t = 0; t < series.rows(); ++t) {
    last.row(t) = latest;
    latest = series.values.row(t).array().isNaN().select(latest, series.values.row(t));
  }
  return last;
}

Matrix trend_predictions(const Series& series) {
  std::vector<Index> channels;
  std::vector<double> scales;
  for (Index j = 0; j < series.dimension(); ++j)
    if (const double scale = scale_of(series.values.col(j)); scale > 0.0 && std::isfinite(scale)) {
      channels.push_back(j);
      scales.push_back(scale);
    }
  Matrix predicted = Matrix::Constant(series.rows(), series.dimension(), kUnknown);
  if (channels.empty()) return predicted;
  const RowVector scale = RowVector::Map(scales.data(), std::ssize(scales));
  const Matrix rows = series.values(Eigen::all, channels) * scale.cwiseInverse().asDiagonal();
  predicted(Eigen::all, channels) =
      filter(fit_local_trend({rows}), rows).predicted * scale.asDiagonal();
  return predicted;
}

}  // namespace elto
