// SPDX-License-Identifier: Apache-2.0
#include "experiments/disturbances.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/state_smoother.hpp"

#include "experiments/league.hpp"
#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Of each channel, root mean square over the test rows.
RowVector noise_of(const Task& task) {
  RowVector squares = RowVector::Zero(task.test.front().truth.cols());
  double rows = 0.0;
  for (const Simulation& part : task.test) {
    squares += (part.observed.values - part.truth).colwise().squaredNorm();
    rows += static_cast<double>(part.truth.rows());
  }
  return (squares / rows).cwiseSqrt();
}

constexpr Index kGap = 20;       // rows
constexpr Index kSettling = 20;  // rows that a filter has to find its way

Index gap_begin(Index rows) {
  return (rows - kGap) / 2;
}

bool has_gap(Index rows) {
  return rows >= 3 * kGap;
}

void disturb(Matrix& rows, Disturbance disturbance, const RowVector& noise, Rng& rng) {
  constexpr double kMissingShare = 0.2, kOutlierShare = 0.05, kOff = 20.0;
  switch (disturbance) {
    case Disturbance::missing:
      for (double& entry : rows.reshaped())
        if (rng.uniform() < kMissingShare) entry = kMissing;
      break;
    case Disturbance::gap:
      if (has_gap(rows.rows())) rows.middleRows(gap_begin(rows.rows()), kGap).setConstant(kMissing);
      break;
    case Disturbance::outliers:
      for (Index j = 0; j < rows.cols(); ++j)
        for (double& entry : rows.col(j))
          if (rng.uniform() < kOutlierShare)
            entry += (rng.uniform() < 0.5 ? -kOff : kOff) * noise[j];
      break;
  }
}

/// Estimate less truth, of each test part.
struct Errors {
  std::vector<Matrix> filter, smoother;
};

Errors errors_of(const Task& task, const StateFitOptions& options) {
  const StateModel model = fit_state_model(known_rows(task), options).model;
  Errors errors;
  for (const auto& [observed, truth] : task.test) {
    errors.filter.emplace_back(filter(model, observed).mean - truth);
    errors.smoother.emplace_back(smooth(model, observed).mean - truth);
  }
  return errors;
}

/// In the rows by which a filter can have settled.
std::vector<Matrix> settled(const std::vector<Matrix>& errors, Disturbance disturbance) {
  std::vector<Matrix> later;
  for (const Matrix& part : errors) {
    const Index rows = part.rows(), gap = gap_begin(rows);
    const bool gaps = disturbance == Disturbance::gap && has_gap(rows);
    std::vector<Index> kept;
    for (Index t = kSettling; t < rows; ++t)
      if (!gaps || t < gap || t >= gap + kGap + kSettling) kept.push_back(t);
    later.emplace_back(part(kept, Eigen::all));
  }
  return later;
}

double ratio(const std::vector<Matrix>& errors, const std::vector<Matrix>& others) {
  const auto squares = [](const std::vector<Matrix>& parts) {
    double sum = 0.0;
    for (const Matrix& part : parts) sum += part.squaredNorm();
    return sum;
  };
  return squares(errors) / squares(others);
}

}  // namespace

Task disturbed(Task task, Disturbance disturbance, std::uint32_t seed) {
  const RowVector noise = noise_of(task);
  // The noise of the task may be drawn with the seed itself.
  constexpr std::uint32_t kOther = 1U << 31;
  Rng rng(seed + kOther);
  for (Series& part : task.training) disturb(part.values, disturbance, noise, rng);
  for (Simulation& part : task.validation) disturb(part.observed.values, disturbance, noise, rng);
  for (Simulation& part : task.test) disturb(part.observed.values, disturbance, noise, rng);
  return task;
}

DisturbanceCosts disturbance_costs(const Task& task, const StateFitOptions& options) {
  const Errors without = errors_of(task, options);
  DisturbanceCosts costs;
  for (std::size_t i = 0; i < kDisturbances.size(); ++i) {
    const Disturbance disturbance = kDisturbances[i];
    const Errors with = errors_of(disturbed(task, disturbance, options.seed), options);
    costs.filter[i] = ratio(with.filter, without.filter);
    costs.settled_filter[i] =
        ratio(settled(with.filter, disturbance), settled(without.filter, disturbance));
    costs.smoother[i] = ratio(with.smoother, without.smoother);
  }
  return costs;
}

Table disturbances() {
  constexpr std::array<std::string_view, 9> kSystems = {"Lorenz-96, D = 5, sigma 0.1",
                                                        "Lorenz-96, D = 5, sigma 0.5",
                                                        "Lorenz-63, sigma 0.2",
                                                        "Van der Pol, noise jumping",
                                                        "LiDAR, default",
                                                        "LiDAR, high noise",
                                                        "LiDAR, very high noise",
                                                        "LiDAR, small intervals",
                                                        "LiDAR, large intervals"};
  Table table{
      .name = "disturbances",
      .title = "The default model where rows are missing or wrong",
      .protocol =
          "Mean squared errors over those of the same fit and test without the disturbance. A "
          "fifth of the entries is missing; or 20 rows in the middle of the rows to learn from, of "
          "those to tune on and of the test; or one entry in 20 is off by 20 standard deviations "
          "of the noise. Settled: without the first 20 rows, in which a filter finds its way, and "
          "without a gap and the 20 rows after it. Systems and rows are those of the league.",
      .remarks = "",
      .measure = "Ratios of errors",
      .bound = "at most",
      .on_request = true,
      .rows = {},
      .columns = {}};
  for (TableRow& row : league().rows) {
    if (std::ranges::find(kSystems, row.name) == kSystems.end()) continue;
    row.paper = "all";
    table.rows.push_back(std::move(row));
  }
  const auto shared =
      std::make_shared<SharedFigures<DisturbanceCosts>>([](const Task& task, const Effort& effort) {
        return disturbance_costs(task, {.evaluations = effort.evaluations, .seed = effort.seed});
      });
  constexpr std::array<std::string_view, kDisturbances.size()> kNames = {"missing", "gap",
                                                                         "outliers"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const std::string filter = concat(kNames[i], ", filter"),
                      smoother = concat(kNames[i], ", smoother");
    table.columns.push_back(figure_column(
        shared, filter, [i](const DisturbanceCosts& costs) { return costs.filter[i]; }, filter));
    table.columns.push_back(
        figure_column(shared, concat(filter, ", settled"),
                      [i](const DisturbanceCosts& costs) { return costs.settled_filter[i]; }));
    table.columns.push_back(figure_column(
        shared, smoother, [i](const DisturbanceCosts& costs) { return costs.smoother[i]; },
        smoother));
  }
  return table;
}

}  // namespace elto::experiments
