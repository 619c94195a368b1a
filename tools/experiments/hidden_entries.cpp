// SPDX-License-Identifier: Apache-2.0
#include "experiments/hidden_entries.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "elto/core/text.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/io/csv.hpp"
#include "elto/learn/learn_signal_model.hpp"

#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

constexpr Index kBlock = 10;  // rows
constexpr double kHiddenShare = 0.15;

/// The straight line between the nearest entries on both sides; at the ends the nearest one.
Vector interpolated(const Vector& values) {
  Vector line = values;
  Index before = -1;
  for (Index t = 0; t <= values.size(); ++t) {
    if (t < values.size() && std::isnan(values[t])) continue;
    for (Index i = before + 1; i < t; ++i) {
      const bool left = before >= 0, right = t < values.size();
      const double share = left && right
                               ? static_cast<double>(i - before) / static_cast<double>(t - before)
                               : static_cast<double>(right);
      line[i] = (left ? (1.0 - share) * values[before] : 0.0) + (right ? share * values[t] : 0.0);
    }
    before = t;
  }
  return line;
}

double deviation(const Vector& values) {
  double sum = 0.0, squares = 0.0, count = 0.0;
  for (const double value : values)
    if (!std::isnan(value)) {
      sum += value;
      squares += value * value;
      count += 1.0;
    }
  return std::sqrt(squares / count - sum * sum / (count * count));
}

struct Squares {
  double ours = 0.0, line = 0.0;
  double ratio() const { return std::sqrt(ours / line); }
};

}  // namespace

HiddenScore hidden_score(const Series& full, const Series& hidden) {
  const Matrix filled = smooth(learn_signal_model({hidden}, {.threads = 1}).model, hidden).mean;
  Squares random, block;
  for (Index j = 0; j < full.dimension(); ++j) {
    const Vector truth = full.values.col(j), left = hidden.values.col(j);
    const Vector line = interpolated(left);
    const double unit = deviation(truth);
    const auto is_hidden = [&](Index t) { return std::isnan(left[t]) && !std::isnan(truth[t]); };
    for (Index t = 0; t < truth.size(); ++t) {
      Index end = t;
      while (end < truth.size() && is_hidden(end)) ++end;
      Squares& squares = end - t >= kBlock ? block : random;
      for (; t < end; ++t) {
        squares.ours += std::pow((filled(t, j) - truth[t]) / unit, 2);
        squares.line += std::pow((line[t] - truth[t]) / unit, 2);
      }
    }
  }
  return {.random = random.ratio(), .block = block.ratio()};
}

Series hide_entries(Series full, Rng& rng) {
  constexpr double kHidden = std::numeric_limits<double>::quiet_NaN();
  const Index rows = full.rows();
  for (auto column : full.values.colwise()) {
    const auto from =
        1 + static_cast<Index>(rng.uniform() * static_cast<double>(rows - kBlock - 2));
    for (Index t = 1; t + 1 < rows; ++t) {
      const bool in_block = t >= from && t < from + kBlock;
      if (rng.uniform() < kHiddenShare || in_block) column[t] = kHidden;
    }
  }
  return full;
}

Table hidden_entries() {
  struct Figures {
    HiddenScore published, other;
  };
  const auto shared =
      std::make_shared<SharedFigures<Figures>>([](const Task& task, const Effort& effort) {
        const Series full = read_csv(effort.real / concat(task.name, "_full.csv"));
        Rng rng(effort.seed);
        return Figures{
            .published = hidden_score(full, read_csv(effort.real / concat(task.name, ".csv"))),
            .other = hidden_score(full, hide_entries(full, rng))};
      });
  Table table{
      .name = "hidden_entries",
      .title = "Real series with hidden entries",
      .protocol =
          "15 % of the entries are hidden, and a block of ten rows. Root mean squares over what "
          "was "
          "hidden, over those of a straight line between what is left. First the hidden entries "
          "that come with the files, beside the best structural model of statsmodels that was told "
          "the season; then others, which differ from trial to trial.",
      .remarks = "",
      .measure = "Ratios of root mean squares",
      .bound = "statsmodels",
      .on_request = true,
      .rows = {},
      .columns = {
          figure_column(
              shared, "random", [](const Figures& f) { return f.published.random; }, "random"),
          figure_column(
              shared, "block", [](const Figures& f) { return f.published.block; }, "block"),
          figure_column(shared, "random, others", [](const Figures& f) { return f.other.random; }),
          figure_column(shared, "block, others", [](const Figures& f) { return f.other.block; })}};
  for (const char* name :
       {"air_nino_month", "airline", "basicmotions_walking", "beijing_hour", "co2_week",
        "elnino_sst_month", "heartpy_ppg100Hz", "lynx", "nile", "pywt_ecg", "room_occupancy",
        "seatbelts_month", "solar_halfhour", "stocks_month", "us_macro_quarter", "water_flow_hour"})
    table.rows.push_back(named_row(name, name, [](std::uint32_t) { return Task{}; }));
  return table;
}

}  // namespace elto::experiments
