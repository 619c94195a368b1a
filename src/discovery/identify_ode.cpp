// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/identify_ode.hpp"

#include <cmath>
#include <limits>
#include <map>

#include "elto/core/error.hpp"
#include "elto/discovery/best_subsets.hpp"

namespace elto {
namespace {

/// The number of terms of each equation.
using Sizes = std::vector<std::size_t>;

class Search {
 public:
  Search(const Series& rows, const Series& smoothed, const IdentifyOptions& options)
      : rows_(rows),
        ode_(discover_ode(smoothed, {.polynomial = options.polynomial,
                                     .selection = Ubic{.largest_size = options.largest_size}})),
        options_{.free_start = true,
                 .start = smoothed.values.row(0).transpose(),
                 .substeps = options.substeps} {
    for (const Candidates& candidates : polynomial_candidates(smoothed, options.polynomial))
      best_.push_back(best_subsets(candidates, options.largest_size));
  }

  OdeIdentification run() {
    Sizes sizes;
    for (const Equation& equation : ode_.equations) sizes.push_back(equation.terms.size());
    double before = bic(sizes);
    for (bool better = true; better;) {
      for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = best_size(sizes, i);
      better = bic(sizes) < before;
      before = bic(sizes);
    }
    return {.match = found_.at(sizes).match, .bic = before, .matched = std::ssize(found_)};
  }

 private:
  struct Found {
    TrajectoryMatch match;
    double bic;
  };

  std::size_t best_size(Sizes sizes, std::size_t equation) {
    std::size_t best = sizes[equation];
    double least = bic(sizes);
    for (std::size_t size = 1; size <= best_[equation].size(); ++size) {
      sizes[equation] = size;
      if (bic(sizes) >= least) continue;
      least = bic(sizes);
      best = size;
    }
    return best;
  }

  double bic(const Sizes& sizes) {
    const auto known = found_.find(sizes);
    if (known != found_.end()) return known->second.bic;
    Ode ode = ode_;
    for (std::size_t i = 0; i < sizes.size(); ++i) ode.equations[i] = best_[i][sizes[i] - 1];
    TrajectoryMatch match = match_trajectory(ode, rows_, options_);
    const auto n = static_cast<double>(rows_.values.size());
    const double value = match.status.ok()
                             ? n * std::log(match.residual / n) +
                                   static_cast<double>(ode.coefficient_count()) * std::log(n)
                             : std::numeric_limits<double>::infinity();
    return found_.emplace(sizes, Found{std::move(match), value}).first->second.bic;
  }

  const Series& rows_;
  Ode ode_;
  MatchOptions options_;
  std::vector<std::vector<Equation>> best_;  // of each equation, by size
  std::map<Sizes, Found> found_;
};

}  // namespace

void validate(const IdentifyOptions& options) {
  validate(options.polynomial);
  require(options.largest_size >= 0, "largest_size", "at least 0", options.largest_size);
  require(options.substeps >= 1, "substeps", "at least 1", options.substeps);
}

OdeIdentification identify_ode(const Series& rows, const Series& smoothed,
                               const IdentifyOptions& options) {
  validate(options);
  require(rows.rows() == smoothed.rows() && rows.dimension() == smoothed.dimension(), "smoothed",
          concat("of the shape of the rows, ", rows.rows(), " x ", rows.dimension()),
          concat(smoothed.rows(), " x ", smoothed.dimension()));
  return Search(rows, smoothed, options).run();
}

}  // namespace elto
