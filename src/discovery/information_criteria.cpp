// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/information_criteria.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

double relative_uncertainty(const Candidates& candidates, const Equation& equation, double s2) {
  const Matrix X = candidates.terms(Eigen::all, equation.terms);
  Matrix A = X.transpose() * X;
  A.diagonal().array() += s2;
  const std::optional<Matrix> inverse = solve_on_the_right(Matrix::Identity(A.rows(), A.cols()), A);
  if (!inverse) return std::numeric_limits<double>::infinity();  // terms that say the same
  return (s2 * inverse->diagonal()).cwiseSqrt().sum() / equation.coefficients.cwiseAbs().sum();
}

template <class Criterion>
Index smallest(const std::vector<SizeScore>& scores, const Criterion& criterion) {
  return std::ranges::min_element(scores, {}, criterion) - scores.begin() + 1;
}

double bic(const std::vector<SizeScore>& scores, Index size) {
  return scores[static_cast<std::size_t>(size - 1)].bic;
}

/// Of BIC from one size to another, relative and per term.
double change_per_term(const std::vector<SizeScore>& scores, Index from, Index to) {
  const double before = bic(scores, from);
  return std::abs((bic(scores, to) - before) / (before * static_cast<double>(to - from)));
}

/// With linear interpolation between values.
double percentile_of(std::vector<double> values, double percentile) {
  std::ranges::sort(values);
  const double place = percentile / 100.0 * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

/// The percentile of the gains along the sizes at which BIC is lower than ever before.
double gain_threshold(const std::vector<SizeScore>& scores, double percentile) {
  constexpr double kWithoutGains = 1.0 / 40.0;
  std::vector<double> gains;
  Index last = 1;
  for (Index size = 2; size <= std::ssize(scores); ++size) {
    if (bic(scores, size) >= bic(scores, last)) continue;
    gains.push_back(change_per_term(scores, last, size));
    last = size;
  }
  return gains.empty() ? kWithoutGains : percentile_of(gains, percentile);
}

/// That at which U and the likelihood weigh the same, where it is largest.
double largest_lambda(const std::vector<SizeScore>& scores, double log_n) {
  double largest = 0.0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double size = static_cast<double>(i + 1);
    largest = std::max(largest, (2.0 * std::abs(scores[i].log_likelihood) - size * log_n) /
                                    (scores[i].uncertainty * log_n));
  }
  const double lambda = std::log10(largest);
  return lambda > 0.0 && std::isfinite(lambda) ? lambda : 0.0;
}

/// Whether the size that a smaller lambda asks for is refused: too little gained by more terms, or
/// too much lost by fewer.
bool is_refused(const std::vector<SizeScore>& scores, Index last, Index now, double threshold) {
  if (now == last) return false;
  const bool is_worse = bic(scores, now) > bic(scores, last);
  const double change = change_per_term(scores, last, now);
  return now > last ? is_worse || change < threshold : is_worse && change > threshold;
}

}  // namespace

std::vector<SizeScore> score(const Candidates& candidates, const std::vector<Equation>& equations) {
  const auto n = static_cast<double>(candidates.rows());
  // Below this a residual is rounding.
  const double least = std::pow(std::numeric_limits<double>::epsilon(), 2) *
                       std::max(candidates.response.squaredNorm(), 1e-280);
  std::vector<SizeScore> scores;
  for (const Equation& equation : equations) {
    const double s2 = std::max(equation.residual, least) / n;
    const auto k = static_cast<double>(equation.terms.size());
    const double LL = -n / 2.0 * (std::log(2.0 * std::numbers::pi * s2) + 1.0);
    scores.push_back({.log_likelihood = LL,
                      .aic = -2.0 * LL + 2.0 * k,
                      .bic = -2.0 * LL + k * std::log(n),
                      .uncertainty = relative_uncertainty(candidates, equation, s2)});
  }
  if (scores.empty()) return scores;
  const double least_uncertain = std::ranges::min(scores, {}, &SizeScore::uncertainty).uncertainty;
  for (SizeScore& each : scores) each.uncertainty /= least_uncertain;
  return scores;
}

Index aic_size(const std::vector<SizeScore>& scores) {
  return smallest(scores, &SizeScore::aic);
}

Index bic_size(const std::vector<SizeScore>& scores) {
  return smallest(scores, &SizeScore::bic);
}

void validate(const UbicOptions& options) {
  require(options.steps >= 1, "steps", "at least 1", options.steps);
  require(options.percentile >= 0.0 && options.percentile <= 100.0, "percentile", "in [0, 100]",
          options.percentile);
}

double ubic(const SizeScore& score, Index rows, double lambda) {
  return score.bic +
         std::pow(10.0, lambda) * std::log(static_cast<double>(rows)) * score.uncertainty;
}

UbicChoice ubic_choice(const std::vector<SizeScore>& scores, Index rows,
                       const UbicOptions& options) {
  validate(options);
  require(!scores.empty(), "scores", "at least 1", scores.size());
  const double threshold = gain_threshold(scores, options.percentile);
  const double lambda_max = largest_lambda(scores, std::log(static_cast<double>(rows)));
  const auto size_at = [&](double lambda) {
    return smallest(scores, [&](const SizeScore& each) { return ubic(each, rows, lambda); });
  };
  Index size = size_at(lambda_max);
  double lambda = lambda_max;
  for (Index j = 1; j <= options.steps && lambda_max > 0.0; ++j) {
    const double part = static_cast<double>(j) / static_cast<double>(options.steps);
    const double smaller = lambda_max * (1.0 - part);
    const Index now = size_at(smaller);
    if (is_refused(scores, size, now, threshold)) break;
    size = now;
    lambda = smaller;
  }
  if (size > 1 && change_per_term(scores, size - 1, size) < threshold) --size;
  return {size, threshold, lambda_max, lambda};
}

}  // namespace elto
