// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/cma_es.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"
#include "linalg/single_threaded_blas.hpp"

namespace elto {
namespace {

Index population_of(const CmaEsOptions& options, Index dimension) {
  validate(options);
  require(dimension >= 1, "start", "of at least one coordinate", dimension);
  if (options.population > 0) return options.population;
  return 4 + static_cast<Index>(3.0 * std::log(static_cast<double>(dimension)));
}

CmaEsState initial_state(VectorView start, double step_size, const Rng& rng) {
  require(start.allFinite(), "start", "finite", "an infinite or missing coordinate");
  const Index n = start.size();
  return {.mean = start,
          .step_size = step_size,
          .covariance = Matrix::Identity(n, n),
          .step_path = Vector::Zero(n),
          .covariance_path = Vector::Zero(n),
          .basis = Matrix::Identity(n, n),
          .scales = Vector::Ones(n),
          .steps = Matrix(n, 0),
          .best_point = start,
          .rng = rng};
}

void require_consistent(const CmaEsState& state, Index population) {
  const auto check = [](bool holds, std::string_view part, std::string_view bound) {
    require(holds, part, bound, "something else");
  };
  const Index n = state.mean.size();
  const auto fits = [n](const auto& part, Index cols) {
    return part.rows() == n && part.cols() == cols && part.allFinite();
  };
  check(fits(state.mean, 1), "mean", "finite");
  check(state.step_size > 0.0 && std::isfinite(state.step_size), "step_size", "positive, finite");
  check(fits(state.covariance, n), "covariance", "n x n and finite");
  check(fits(state.step_path, 1), "step_path", "of size n and finite");
  check(fits(state.covariance_path, 1), "covariance_path", "of size n and finite");
  check(fits(state.basis, n), "basis", "n x n and finite");
  check(fits(state.scales, 1) && state.scales.minCoeff() > 0.0, "scales", "n positive numbers");
  check(state.steps.cols() == 0 || fits(state.steps, population), "steps",
        "n x population, or none");
  check(fits(state.best_point, 1), "best_point", "of size n and finite");
  check(!std::isnan(state.best_value), "best_value", "a number");
  check(state.decomposed_at >= 0 && state.decomposed_at <= state.iterations, "decomposed_at",
        "one of the iterations");
  const auto recorded = static_cast<std::size_t>(state.iterations);
  check(state.best_values.size() == recorded && state.median_values.size() == recorded,
        "best_values, median_values", "one per iteration");
}

// The candidates that succeeded, best first; equal values keep their order.
std::vector<Index> ranking(VectorView values) {
  std::vector<Index> order;
  for (Index k = 0; k < values.size(); ++k)
    if (std::isfinite(values[k])) order.push_back(k);
  std::stable_sort(order.begin(), order.end(),
                   [&values](Index a, Index b) { return values[a] < values[b]; });
  return order;
}

// An element of the sequence, never a mean of two, so that only the order of values matters.
double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

// Whether the last 30 % of the window are no better, in the median, than its first 30 %.
bool has_not_improved(std::span<const double> window) {
  const std::size_t part = window.size() * 3 / 10;
  return median(window.last(part)) >= median(window.first(part));
}

}  // namespace

void validate(const CmaEsOptions& options) {
  const auto positive = [](double x) { return x > 0.0 && std::isfinite(x); };
  require(positive(options.step_size), "step_size", "positive and finite", options.step_size);
  require(options.population == 0 || options.population >= 2, "population", "0 or at least 2",
          options.population);
  require(options.tolerance_value >= 0.0, "tolerance_value", "at least 0", options.tolerance_value);
  require(options.tolerance_step >= 0.0, "tolerance_step", "at least 0", options.tolerance_step);
  require(options.largest_condition > 1.0, "largest_condition", "above 1",
          options.largest_condition);
  require(options.largest_growth > 1.0, "largest_growth", "above 1", options.largest_growth);
}

std::string_view describe(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::value_converged:
      return "value converged";
    case StopReason::step_converged:
      return "step converged";
    case StopReason::ill_conditioned:
      return "ill-conditioned";
    case StopReason::diverged:
      return "diverged";
    case StopReason::stagnated:
      return "stagnated";
  }
  return "unknown";
}

// Table 1 of the tutorial, equations (49) to (58).
CmaEs::Strategy::Strategy(Index dimension, Index population) : weights(population) {
  const auto n = static_cast<double>(dimension);
  const auto lambda = static_cast<double>(population);
  mu = population / 2;
  for (Index i = 0; i < population; ++i)
    weights[i] = std::log((lambda + 1.0) / 2.0) - std::log(static_cast<double>(i + 1));
  auto positive = weights.head(mu);
  auto negative = weights.tail(population - mu);
  const double mu_eff = positive.sum() * positive.sum() / positive.squaredNorm();
  const double mu_eff_negative = negative.sum() * negative.sum() / negative.squaredNorm();

  c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
  d_sigma = 1.0 + 2.0 * std::max(0.0, std::sqrt((mu_eff - 1.0) / (n + 1.0)) - 1.0) + c_sigma;
  c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
  c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
  c_mu = std::min(1.0 - c_1,
                  2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff));

  // The last of the three bounds keeps C positive definite.
  const double negative_sum =
      std::min({1.0 + c_1 / c_mu, 1.0 + 2.0 * mu_eff_negative / (mu_eff + 2.0),
                (1.0 - c_1 - c_mu) / (n * c_mu)});
  positive /= positive.sum();
  negative *= negative_sum / -negative.sum();

  expected_norm = std::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
  decomposition_interval = std::max<Index>(1, static_cast<Index>(0.1 / (n * (c_1 + c_mu))));
}

CmaEs::CmaEs(VectorView start, const CmaEsOptions& options)
    : CmaEs(start, options, Rng(options.seed)) {}

CmaEs::CmaEs(VectorView start, const CmaEsOptions& options, const Rng& rng)
    : options_(options),
      strategy_(start.size(), population_of(options, start.size())),
      state_(initial_state(start, options.step_size, rng)) {}

CmaEs::CmaEs(const CmaEsOptions& options, CmaEsState state)
    : options_(options),
      strategy_(state.mean.size(), population_of(options, state.mean.size())),
      state_(std::move(state)) {
  require_consistent(state_, population());
}

double CmaEs::condition() const {
  const double ratio = state_.scales.maxCoeff() / state_.scales.minCoeff();
  return ratio * ratio;
}

Matrix CmaEs::ask() {
  if (state_.steps.cols() == 0) {
    const Matrix Z = state_.rng.normal(population(), dimension()).transpose();
    state_.steps = state_.basis * (state_.scales.asDiagonal() * Z);  // y_k = B D z_k
  }
  return ((state_.step_size * state_.steps).colwise() + state_.mean).transpose();
}

void CmaEs::tell(VectorView values) {
  require(state_.steps.cols() > 0, "tell", "called after ask", "no candidates asked for");
  require(values.size() == population(), "values", concat("one for each of ", population()),
          values.size());
  Vector scores = values;
  for (double& score : scores)
    if (!std::isfinite(score)) score = std::numeric_limits<double>::infinity();

  const std::vector<Index> order = ranking(scores);
  state_.best_values.push_back(scores.minCoeff());
  state_.median_values.push_back(median({scores.data(), static_cast<std::size_t>(scores.size())}));
  ++state_.iterations;
  double worst = std::numeric_limits<double>::infinity();  // of the candidates that succeeded
  if (order.empty()) {
    state_.step_size *= std::exp(-strategy_.c_sigma / strategy_.d_sigma);
  } else {
    worst = scores[order.back()];
    if (scores[order.front()] < state_.best_value) {
      state_.best_value = scores[order.front()];
      state_.best_point = ask().row(order.front()).transpose();
    }
    adapt(state_.steps(Eigen::all, order));
  }
  state_.steps.resize(dimension(), 0);
  if (state_.stop_reason == StopReason::none) state_.stop_reason = check_stop(worst);
}

// Y: the steps of the candidates that succeeded, in columns, best first.
void CmaEs::adapt(const Matrix& Y) {
  const double c_sigma = strategy_.c_sigma, d_sigma = strategy_.d_sigma, c_c = strategy_.c_c;
  CmaEsState& s = state_;
  const Index parents = std::min(strategy_.mu, Y.cols());
  Vector w = strategy_.weights.head(Y.cols());
  // With fewer successes than parents the rest share the whole weight, and mu_eff is theirs.
  if (parents < strategy_.mu) w /= w.sum();
  const double mu_eff = 1.0 / w.head(parents).squaredNorm();

  const Vector y_w = Y.leftCols(parents) * w.head(parents);
  s.mean += s.step_size * y_w;

  // p_sigma <- (1 - c_sigma) p_sigma + sqrt(c_sigma (2 - c_sigma) mu_eff) C^(-1/2) y_w
  const Vector z_w = s.basis * (s.basis.transpose() * y_w).cwiseQuotient(s.scales);
  s.step_path = (1.0 - c_sigma) * s.step_path + std::sqrt(c_sigma * (2.0 - c_sigma) * mu_eff) * z_w;
  const double length = s.step_path.norm() / strategy_.expected_norm;
  // Bounded, so that a single far step cannot blow sigma up.
  s.step_size *= std::exp(std::min(1.0, c_sigma / d_sigma * (length - 1.0)));

  // h_sigma: p_c stands still while p_sigma is long, lest C grow before sigma has.
  const auto n = static_cast<double>(dimension());
  const double started = 1.0 - std::pow(1.0 - c_sigma, 2.0 * static_cast<double>(s.iterations));
  const bool path_is_short = length / std::sqrt(started) < 1.4 + 2.0 / (n + 1.0);
  s.covariance_path *= 1.0 - c_c;
  if (path_is_short) s.covariance_path += std::sqrt(c_c * (2.0 - c_c) * mu_eff) * y_w;

  adapt_covariance(Y, w, path_is_short);
  if (s.iterations - s.decomposed_at >= strategy_.decomposition_interval) decompose();
}

// C <- (1 - c_1' - c_mu sum w_i) C + c_1 p_c p_c' + c_mu sum w_i y_i y_i', with c_1' a little below
// c_1 when p_c stood still, and negative w_i scaled so that each y_i has the same length in C.
void CmaEs::adapt_covariance(const Matrix& Y, const Vector& w, bool path_is_short) {
  const double c_c = strategy_.c_c, c_1 = strategy_.c_1, c_mu = strategy_.c_mu;
  Matrix& C = state_.covariance;
  const auto n = static_cast<double>(dimension());
  const double lost_variance = path_is_short ? 0.0 : c_c * (2.0 - c_c);
  C *= 1.0 - c_1 * (1.0 - lost_variance) - c_mu * w.sum();

  auto lower = C.selfadjointView<Eigen::Lower>();
  lower.rankUpdate(state_.covariance_path, c_1);
  for (Index i = 0; i < w.size(); ++i) {
    double weight = w[i];
    if (weight < 0.0) {
      const Vector z = (state_.basis.transpose() * Y.col(i)).cwiseQuotient(state_.scales);
      weight *= n / std::max(z.squaredNorm(), std::numeric_limits<double>::min());
    }
    lower.rankUpdate(Y.col(i), c_mu * weight);
  }
  C.triangularView<Eigen::StrictlyUpper>() = C.transpose();
}

void CmaEs::decompose() {
  link_single_threaded_blas();
  Matrix basis = state_.covariance;
  Vector eigenvalues(dimension());  // ascending
  const bool regular = symmetric_eigen(basis, eigenvalues) && eigenvalues[0] > 0.0 &&
                       eigenvalues[dimension() - 1] <= options_.largest_condition * eigenvalues[0];
  state_.decomposed_at = state_.iterations;
  if (!regular) {
    state_.stop_reason = StopReason::ill_conditioned;  // the last good B and D remain
    return;
  }
  state_.basis = std::move(basis);
  state_.scales = eigenvalues.cwiseSqrt();
}

StopReason CmaEs::check_stop(double worst) const {
  const CmaEsState& s = state_;
  const double unit = options_.step_size;
  if (s.step_size * s.scales.maxCoeff() > options_.largest_growth * unit)
    return StopReason::diverged;
  const Vector spread = s.covariance.diagonal().cwiseSqrt().cwiseMax(s.covariance_path.cwiseAbs());
  if (s.step_size * spread.maxCoeff() < options_.tolerance_step * unit || s.step_size == 0.0)
    return StopReason::step_converged;

  // Window lengths as in section B.3 of the tutorial.
  const auto count = static_cast<std::size_t>(s.iterations);
  const auto turnover =
      static_cast<std::size_t>((30 * dimension() + population() - 1) / population());
  const std::span best(s.best_values), medians(s.median_values);
  if (const std::size_t window = 10 + turnover; count >= window) {
    const auto [least, most] = std::ranges::minmax(best.last(window));
    const double range = std::max(most, worst) - least;
    if (range <= options_.tolerance_value) return StopReason::value_converged;
  }
  const std::size_t window = std::clamp<std::size_t>(count / 5, 120 + turnover, 20000 + turnover);
  if (count >= window && has_not_improved(best.last(window)) &&
      has_not_improved(medians.last(window)))
    return StopReason::stagnated;
  return StopReason::none;
}

}  // namespace elto
