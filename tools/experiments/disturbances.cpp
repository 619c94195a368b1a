// SPDX-License-Identifier: Apache-2.0
#include "experiments/disturbances.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>

#include "elto/core/random.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/state_smoother.hpp"

#include "experiments/league.hpp"
#include "experiments/shared_figures.hpp"
#include "experiments/tally.hpp"

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

void disturb(Matrix& rows, Disturbance disturbance, const RowVector& noise, Rng& rng) {
  constexpr Index kGap = 20;
  constexpr double kMissingShare = 0.2, kOutlierShare = 0.05, kOff = 20.0;
  switch (disturbance) {
    case Disturbance::missing:
      for (double& entry : rows.reshaped())
        if (rng.uniform() < kMissingShare) entry = kMissing;
      break;
    case Disturbance::gap:
      if (rows.rows() >= 3 * kGap)
        rows.middleRows((rows.rows() - kGap) / 2, kGap).setConstant(kMissing);
      break;
    case Disturbance::outliers:
      for (Index j = 0; j < rows.cols(); ++j)
        for (double& entry : rows.col(j))
          if (rng.uniform() < kOutlierShare)
            entry += (rng.uniform() < 0.5 ? -kOff : kOff) * noise[j];
      break;
  }
}

struct Errors {
  double filter = 0.0, smoother = 0.0;  // mean squares
};

Errors errors_of(const Task& task, const StateFitOptions& options) {
  const StateModel model = fit_state_model(known_rows(task), options).model;
  const auto filtered = [&](const Series& rows) { return filter(model, rows); };
  const auto smoothed = [&](const Series& rows) { return smooth(model, rows); };
  return {tally_of(task, filtered).mean_square(), tally_of(task, smoothed).mean_square()};
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
  const Errors undisturbed = errors_of(task, options);
  DisturbanceCosts costs;
  for (std::size_t i = 0; i < kDisturbances.size(); ++i) {
    const Errors errors = errors_of(disturbed(task, kDisturbances[i], options.seed), options);
    costs.filter[i] = errors.filter / undisturbed.filter;
    costs.smoother[i] = errors.smoother / undisturbed.smoother;
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
          "of the noise. Systems and rows are those of the league.",
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
    table.columns.push_back(figure_column(
        shared, smoother, [i](const DisturbanceCosts& costs) { return costs.smoother[i]; },
        smoother));
  }
  return table;
}

}  // namespace elto::experiments
