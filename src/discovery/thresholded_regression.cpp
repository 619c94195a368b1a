// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/thresholded_regression.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "discovery/ridge.hpp"

namespace elto {
namespace {

std::vector<Index> large_entries(const Vector& w, const std::vector<Index>& active,
                                 double threshold) {
  std::vector<Index> large;
  std::ranges::copy_if(active, std::back_inserter(large),
                       [&](Index j) { return std::abs(w[j]) >= threshold; });
  return large;
}

struct Rows {
  Matrix X;
  Vector y;
};

struct Halves {
  Rows training, test;
};

Halves split(const Candidates& candidates, std::uint32_t seed) {
  constexpr double kTraining = 0.8;
  std::vector<Index> order = all_columns(candidates.rows());
  Rng rng(seed);
  for (Index i = candidates.rows() - 1; i > 0; --i) {
    const auto other = static_cast<Index>(rng.uniform() * static_cast<double>(i + 1));
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(other)]);
  }
  const auto part = order.begin() + static_cast<Index>(kTraining * double(candidates.rows()));
  const auto rows = [&](auto first, auto last) -> Rows {
    const std::vector<Index> chosen(first, last);
    return {candidates.terms(chosen, Eigen::all), candidates.response(chosen)};
  };
  return {rows(order.begin(), part), rows(part, order.end())};
}

Vector fitted(const Rows& rows, const std::vector<Index>& terms) {
  const ScaledColumns scaled = with_unit_norms(rows.X);
  return ridge(scaled.values, rows.y, 0.0, terms).array() / scaled.norms.transpose().array();
}

void require_size(double value, std::string_view name) {
  require(value >= 0.0 && std::isfinite(value), name, "at least 0, finite", value);
}

}  // namespace

void validate(const Stlsq& options) {
  require_size(options.threshold, "threshold");
  require_size(options.ridge, "ridge");
}

Equation stlsq(const Candidates& candidates, const Stlsq& options) {
  validate(options);
  validate(candidates);
  const Matrix X =
      options.scale_columns ? with_unit_norms(candidates.terms).values : candidates.terms;
  std::vector<Index> active = all_columns(candidates.count());
  for (bool has_changed = true; has_changed;) {
    const Vector w = ridge(X, candidates.response, options.ridge, active);
    std::vector<Index> large = large_entries(w, active, options.threshold);
    has_changed = large.size() < active.size();
    active = std::move(large);
  }
  return least_squares(candidates, active);
}

std::vector<Index> stridge_terms(const MatrixView& X, const VectorView& y, double alpha,
                                 double threshold) {
  constexpr int kRounds = 10;
  const ScaledColumns scaled = with_unit_norms(X);
  std::vector<Index> active = all_columns(X.cols());
  for (int round = 0; round < kRounds; ++round) {
    const Vector w = ridge(scaled.values, y, alpha, active);
    std::vector<Index> large = large_entries(w, active, threshold);
    if (large.empty() || large.size() == active.size()) break;
    active = std::move(large);
  }
  return active;
}

void validate(const Stridge& options) {
  require_size(options.ridge, "ridge");
  require(options.first_step > 0.0 && std::isfinite(options.first_step), "first_step",
          "positive, finite", options.first_step);
  require(options.rounds >= 1, "rounds", "at least 1", options.rounds);
  require_size(options.penalty, "penalty");
}

Equation stridge(const Candidates& candidates, const Stridge& options) {
  validate(options);
  validate(candidates);
  const Halves rows = split(candidates, options.seed);
  const double per_term = options.penalty * condition_number(candidates.terms);
  const auto error = [&](const std::vector<Index>& terms) {
    return (rows.test.y - rows.test.X * fitted(rows.training, terms)).norm() +
           per_term * static_cast<double>(terms.size());
  };
  std::vector<Index> best = all_columns(candidates.count());
  double least = error(best), step = options.first_step, threshold = step;
  for (Index round = 0; round < options.rounds; ++round) {
    std::vector<Index> terms =
        stridge_terms(rows.training.X, rows.training.y, options.ridge, threshold);
    const double now = error(terms);
    if (now <= least) {
      least = now;
      best = std::move(terms);
      threshold += step;
    } else {
      threshold = std::max(0.0, threshold - 2.0 * step);
      step = 2.0 * step / static_cast<double>(options.rounds - round);
      threshold += step;
    }
  }
  return least_squares(candidates, best);
}

}  // namespace elto
