// SPDX-License-Identifier: Apache-2.0
#include "learn/rolling_origins.hpp"

#include <algorithm>
#include <cmath>

namespace elto {
namespace {

constexpr double kTried = 1.0 / 3.0;     // of the rows, at most
constexpr Index kFewestTried = 200;      // rows, if there are three times as many
constexpr double kMostStretches = 20.0;  // as long as forecasts are
constexpr Index kMostOrigins = 200;
constexpr Index kMostAheadTried = 60;       // horizons
constexpr double kComparedStretches = 4.0;  // that models are compared by, at least
constexpr Index kMostBlocks = 20;
constexpr double kNinetyFive = 1.959963984540054;

}  // namespace

ForecastErrors::ForecastErrors(Index blocks, Index horizons)
    : count(Matrix::Zero(blocks, horizons)),
      squares(Matrix::Zero(blocks, horizons)),
      normalised(Matrix::Zero(blocks, horizons)),
      inside(Matrix::Zero(blocks, horizons)) {}

RowVector ForecastErrors::mean_square(Index without) const {
  RowVector sums = squares.colwise().sum(), counts = count.colwise().sum();
  if (without >= 0) {
    sums -= squares.row(without);
    counts -= count.row(without);
  }
  return (counts.array() > 0.0).select(sums.array() / counts.array(), std::nan(""));
}

RollingOrigins::RollingOrigins(const Rows& rows, const Interventions& aside, double step,
                               Index steps)
    : rows_(treat(rows, aside).rows), step_(step) {
  const Index last = rows_.count() - 1;
  const auto wanted = std::max<Index>(
      kFewestTried, static_cast<Index>(kMostStretches * static_cast<double>(steps) * step /
                                       std::max(rows_.times[last] - rows_.times[0], step) *
                                       static_cast<double>(rows_.count())));
  const auto most = static_cast<Index>(kTried * static_cast<double>(rows_.count()));
  const Index from = last - std::min(wanted, most);
  tried_ = rows_.times[last] - rows_.times[from];
  const Index apart = std::max<Index>(1, (last - from + kMostOrigins - 1) / kMostOrigins);
  for (Index row = from; row < last; row += apart) origins_.push_back(row);
  if (origins_.empty()) return;
  const auto furthest = std::min(steps, static_cast<Index>(tried_ / step_ + 0.5));
  stride_ = std::max<Index>(1, (furthest + kMostAheadTried - 1) / kMostAheadTried);
  for (Index k = stride_; k <= furthest; k += stride_) ahead_.push_back(k);
  compared_ = std::clamp<Index>(static_cast<Index>(stretches(1) / kComparedStretches), 0, furthest);
  if (compared_ < 1 || ahead_.empty()) return;
  blocks_ = std::min(kMostBlocks, static_cast<Index>(stretches(compared_)));
}

double RollingOrigins::stretches(Index steps) const {
  return tried_ / (step_ * static_cast<double>(steps));
}

void RollingOrigins::add(ForecastErrors& errors, const Foreseen& foreseen) const {
  const double away = rows_.times[foreseen.row] - rows_.times[foreseen.origin];
  const auto k = static_cast<Index>(std::lround(away / (step_ * static_cast<double>(stride_))));
  if (k < 1 || k > std::ssize(ahead_)) return;
  const double share = (rows_.times[foreseen.origin] - rows_.times[first()]) / tried_;
  const Index block =
      std::min(blocks_ - 1, static_cast<Index>(share * static_cast<double>(blocks_)));
  const double error = rows_.values(foreseen.row, 0) - foreseen.mean;
  const double square = error * error;
  errors.count(block, k - 1) += 1.0;
  errors.squares(block, k - 1) += square;
  errors.normalised(block, k - 1) += square / foreseen.variance;
  errors.inside(block, k - 1) += square <= kNinetyFive * kNinetyFive * foreseen.variance;
}

ForecastErrors RollingOrigins::errors(const LinearModel& model,
                                      const std::vector<Jump>& jumps) const {
  ForecastErrors errors(blocks_, std::ssize(ahead_));
  const double reach = step_ * (static_cast<double>(ahead_.back()) + 0.5);
  for (const Foreseen& one :
       look_ahead(model, rows_, jumps, origins_, {.reach = reach, .stride = stride_}))
    add(errors, one);
  return errors;
}

template <class Expect>
ForecastErrors RollingOrigins::errors_of(const Expect& expect) const {
  ForecastErrors errors(blocks_, std::ssize(ahead_));
  const double reach = step_ * (static_cast<double>(ahead_.back()) + 0.5);
  for (const Index origin : origins_)
    for (Index row = origin + stride_;
         row < rows_.count() && rows_.times[row] <= rows_.times[origin] + reach; row += stride_) {
      if (std::isnan(rows_.values(row, 0))) continue;
      const Index from = expect(origin, row);
      if (from < 0 || std::isnan(rows_.values(from, 0))) continue;
      add(errors, {.origin = origin, .row = row, .mean = rows_.values(from, 0), .variance = 1.0});
    }
  return errors;
}

ForecastErrors RollingOrigins::errors_of_last() const {
  return errors_of([this](Index origin, Index) {
    while (origin >= 0 && std::isnan(rows_.values(origin, 0))) --origin;
    return origin;
  });
}

ForecastErrors RollingOrigins::errors_of_season(double period) const {
  return errors_of([this, period](Index origin, Index row) {
    const double away = rows_.times[row] - rows_.times[origin];
    const double time = rows_.times[row] - period * std::max(1.0, std::ceil(away / period - 1e-9));
    const auto after = std::lower_bound(rows_.times.begin(), rows_.times.end(), time - 0.5 * step_);
    const Index from = after - rows_.times.begin();
    return from <= origin && rows_.times[from] <= time + 0.5 * step_ ? from : Index{-1};
  });
}

}  // namespace elto
