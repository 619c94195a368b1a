// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/look_ahead.hpp"

#include <cmath>
#include <limits>
#include <unordered_map>

#include "elto/core/error.hpp"

#include "filter/linear_pass.hpp"

namespace elto {
namespace {

/// A time ahead as the signal then sees the states of now, c F(h), and what is added on the way.
struct Ahead {
  Vector seen;
  double added;
};

constexpr std::size_t kMostAhead = 4096;  // of irregular times no two are equal

class Outlook {
 public:
  explicit Outlook(const LinearModel& model) : model_(model) {}

  const Ahead& at(double time) {
    if (known_.size() > kMostAhead) known_.clear();
    const auto [place, is_new] = known_.try_emplace(time);
    if (is_new) {
      const Transition there = model_.dynamics.transition(time);
      const RowVector c = model_.observation.row(0);
      place->second = {.seen = (c * there.F).transpose(),
                       .added = (c * there.Q).dot(c) + model_.noise[0]};
    }
    return place->second;
  }

 private:
  const LinearModel& model_;
  std::unordered_map<double, Ahead> known_ = {};
};

}  // namespace

std::vector<Foreseen> look_ahead(const LinearModel& model, const Rows& rows,
                                 const std::vector<Jump>& jumps, const std::vector<Index>& origins,
                                 const Horizon& horizon) {
  validate(model);
  require(rows.values.cols() == 1 && model.channels() == 1, "columns", "one", rows.values.cols());
  require(horizon.stride >= 1, "stride", "at least 1", horizon.stride);
  std::vector<Foreseen> foreseen;
  Outlook outlook(model);
  const Index n = model.states();
  auto next = origins.begin();
  LinearPass pass(rows, jumps);
  (void)pass.forward(  // where it fails nothing is foreseen
      model, std::numeric_limits<double>::infinity(), [&](const LinearPass::Visit& visit) {
        if (next == origins.end() || *next != visit.row) return;
        ++next;
        const Eigen::Map<const Vector> x(visit.mean, n);
        const Eigen::Map<const Matrix> P(visit.covariance, n, n);
        const double last = rows.times[visit.row] + horizon.reach;
        for (Index row = visit.row + horizon.stride; row < rows.count() && rows.times[row] <= last;
             row += horizon.stride) {
          if (std::isnan(rows.values(row, 0))) continue;
          const Ahead& there = outlook.at(rows.times[row] - rows.times[visit.row]);
          foreseen.push_back({.origin = visit.row,
                              .row = row,
                              .mean = there.seen.dot(x),
                              .variance = there.seen.dot(P * there.seen) + there.added});
        }
      });
  return foreseen;
}

}  // namespace elto
