// SPDX-License-Identifier: Apache-2.0
#include "learn/law_sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "elto/filter/signal_smoother.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

constexpr Index kShortestSample = 100;  // rows of each series
constexpr double kNearZero =
    3.0;  // standard deviations within which products are of values as they are
constexpr double kUnmoved = 1e-12;  // standard deviation over size of an input that never moves
constexpr int kLooks = 3;           // at outliers

std::vector<Series> sampled(const std::vector<Series>& series, Index rows) {
  std::vector<Series> sample;
  const Index each = std::max<Index>(rows / std::ssize(series), kShortestSample);
  const auto cut = [&](const Series& one, Index begin, Index length) {
    Series part(one.values.middleRows(begin, length), one.channels);
    part.time.values = times_of(one).segment(begin, length);
    if (!one.inputs.empty())
      part.inputs = {known_inputs(one).middleRows(begin, length), one.inputs.names};
    sample.push_back(std::move(part));
  };
  for (const Series& one : series) {
    if (std::ssize(sample) * each >= 2 * rows) break;
    if (one.rows() <= each) {
      cut(one, 0, one.rows());
    } else {
      cut(one, 0, each / 2);
      cut(one, one.rows() - each / 2, each / 2);
    }
  }
  return sample;
}

/// Those that ever move, as laws see channels.
void take_inputs(SignalLaw& law, const std::vector<Series>& series) {
  std::vector<double> offsets, scales;
  for (Index i = 0; i < series.front().inputs.count(); ++i) {
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (const Series& one : series) sum += known_inputs(one).col(i).sum();
    for (const Series& one : series) count += static_cast<double>(one.rows());
    const double mean = sum / count;
    for (const Series& one : series)
      squares += (known_inputs(one).col(i).array() - mean).square().sum();
    const double scale = std::sqrt(squares / count);
    if (!(scale > kUnmoved * std::abs(mean))) continue;
    law.inputs.push_back(i);
    scales.push_back(scale);
    offsets.push_back(std::abs(mean) > kNearZero * scale ? mean : 0.0);
  }
  law.input_offset = Vector::Map(offsets.data(), std::ssize(offsets));
  law.input_scale = Vector::Map(scales.data(), std::ssize(scales));
}

}  // namespace

LawSample::LawSample(const std::vector<Series>& all, Index rows, const SignalModel& model)
    : series(sampled(all, rows)) {
  for (const Series& one : series) estimates.push_back(smooth(model, one));
}

LawData data_of(const LawSample& sample, const SignalLaw& law) {
  LawData data;
  for (std::size_t i = 0; i < sample.series.size(); ++i) {
    const Series& series = sample.series[i];
    const Flags& flags = sample.estimates[i].flags;
    Matrix values = series.values;
    Mask mask = Mask::Constant(values.rows(), law.dimension(), false);
    for (Index d = 0; d < law.dimension(); ++d)
      for (Index t = 0; t < values.rows(); ++t) {
        const Index j = law.columns[static_cast<std::size_t>(d)];
        if (flags(t, j) == Flag::stuck) values(t, j) = std::nan("");
        mask(t, d) = flags(t, j) == Flag::outlier;
      }
    data.rows.push_back(rows_of(law, times_of(series), values, known_inputs(series)));
    data.aside.push_back(std::move(mask));
    data.entries += data.rows.back().values.array().isFinite().count();
  }
  return data;
}

std::vector<LawRows> without_outliers(const LawData& data) {
  std::vector<LawRows> rows;
  for (std::size_t i = 0; i < data.rows.size(); ++i)
    rows.push_back({.rows = without(data.rows[i], data.aside[i])});
  return rows;
}

LawFit learned_without_outliers(
    LawData& data, const std::function<LawFit(const std::vector<LawRows>& rows)>& learn) {
  LawFit fit;
  for (int look = 0; look < kLooks; ++look) {
    fit = learn(without_outliers(data));
    if (!fit.status.ok()) return fit;
    bool changed = false;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
      Mask found = find_law_outliers(fit.model, data.rows[i], data.aside[i]);
      changed = changed || (found != data.aside[i]).any();
      data.aside[i] = std::move(found);
    }
    if (!changed) break;
  }
  return fit;
}

SignalLaw blank_law(const SignalModel& model, const std::vector<Index>& columns,
                    const std::vector<Series>& series) {
  const Index D = std::ssize(columns);
  SignalLaw law{.columns = columns, .offset = Vector::Zero(D), .scale = Vector(D)};
  law.model.law = {.channels = D,
                   .coefficients = Matrix(0, D),
                   .level_noise = Vector::Constant(D, 1e-5),
                   .drift_noise = Vector::Constant(D, 1e-3)};
  law.model.noise = law.model.centre = Vector(D);
  law.step = std::numeric_limits<double>::infinity();
  for (Index d = 0; d < D; ++d) {
    const ChannelModel& part =
        model.parts[static_cast<std::size_t>(columns[static_cast<std::size_t>(d)])];
    law.scale[d] = part.scale;
    if (std::abs(part.offset) > kNearZero * part.scale) law.offset[d] = part.offset;
    law.model.centre[d] = (part.offset - law.offset[d]) / part.scale;
    law.model.noise[d] = std::clamp(part.model.noise[0], 1e-4, 0.5);
    law.step = std::min(law.step, part.step);
  }
  for (const Series& one : series)
    if (one.rows() > 1) law.step = std::min(law.step, median_step(times_of(one)));
  take_inputs(law, series);
  return law;
}

void set(SignalLaw& law, const LawFit& fit) {
  law.family = fit.family;
  law.model = fit.model;
  law.learned = fit.learned;
  law.covariance = fit.covariance;
  law.doubted = fit.doubted;
  law.doubt = fit.doubt;
}

}  // namespace elto
