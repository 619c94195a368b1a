// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/fit_effects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "elto/dynamics/first_order_lag.hpp"
#include "elto/filter/input_gains.hpp"

namespace elto {
namespace {

constexpr double kWide = 10.0;     // prior of a gain, in standard deviations by those of the input
constexpr double kStill = 1e-12;   // standard deviation over size of an input that never changes
constexpr double kLagRatio = 2.0;  // from one lag tried to the next
constexpr double kLongestLag = 0.5;  // share of the series
constexpr int kSweeps = 2;           // over the inputs, because one lag depends on another
constexpr int kRefinements = 12;

/// An input with what it may do, as the innovations see it.
struct Candidate {
  Index input = 0;
  double centre = 0.0, lag = 0.0;
  double deviation = 1.0;  // of the response
  Vector column = {};      // response over its deviation, whitened
};

class EffectSearch {
 public:
  EffectSearch(const LinearModel& model, const std::vector<DrivenRows>& rows,
               const std::vector<GivenInputs>& inputs, double step)
      : model_(model), rows_(rows), inputs_(inputs) {
    std::vector<Vector> parts;
    for (const DrivenRows& one : rows) parts.push_back(whitened(model, one.entries, one.jumps));
    entries_ = joined(parts);
    double span = 0.0;
    for (const GivenInputs& one : inputs)
      span = std::max(span, one.times[one.times.size() - 1] - one.times[0]);
    for (double lag = step; lag <= kLongestLag * span; lag *= kLagRatio) lags_.push_back(lag);
    const Index U = inputs.front().values.cols();
    for (Index i = 0; i < U; ++i) add(i);
  }

  EffectFit fit(double unit) {
    for (int sweep = 0; sweep < kSweeps; ++sweep)
      for (std::size_t k = 0; k < candidates_.size(); ++k) find_lag(k);
    drop_those_without_effect();
    const GainFit found = fit_gains();
    const Index K = std::ssize(candidates_);
    EffectFit result{.effects = {}, .covariance = Matrix(K, K)};
    Vector scale(K);
    for (Index k = 0; k < K; ++k) {
      const Candidate& one = candidates_[static_cast<std::size_t>(k)];
      scale[k] = unit / one.deviation;
      result.effects.push_back({.input = one.input,
                                .gain = scale[k] * found.gain[k],
                                .centre = one.centre,
                                .lag = one.lag});
      result.parameters += cost_of(one);
    }
    result.covariance = scale.asDiagonal() * found.covariance * scale.asDiagonal();
    return result;
  }

 private:
  static Vector joined(const std::vector<Vector>& parts) {
    Index size = 0;
    for (const Vector& part : parts) size += part.size();
    Vector all(size);
    Index begin = 0;
    for (const Vector& part : parts) {
      all.segment(begin, part.size()) = part;
      begin += part.size();
    }
    return all;
  }

  void add(Index input) {
    double sum = 0.0, count = 0.0, largest = 0.0;
    for (const GivenInputs& one : inputs_) {
      sum += one.values.col(input).sum();
      count += static_cast<double>(one.values.rows());
      largest = std::max(largest, one.values.col(input).cwiseAbs().maxCoeff());
    }
    Candidate made{.input = input, .centre = sum / count};
    set_lag(made, 0.0);
    if (made.deviation > kStill * largest) candidates_.push_back(std::move(made));
  }

  void set_lag(Candidate& candidate, double lag) const {
    std::vector<Vector> responses;
    for (const GivenInputs& one : inputs_)
      responses.push_back(followed(one.times, one.values.col(candidate.input), lag).array() -
                          candidate.centre);
    candidate.lag = lag;
    const Vector all = joined(responses);
    candidate.deviation = std::sqrt((all.array() - all.mean()).square().mean());
    std::vector<Vector> parts;
    for (const DrivenRows& one : rows_)
      parts.push_back(whitened(
          model_, column_as_rows(one.entries, responses[one.series](one.places)), one.jumps));
    candidate.column = joined(parts) / candidate.deviation;
  }

  GainFit fit_gains() const {
    Matrix columns(entries_.size(), std::ssize(candidates_));
    for (Index k = 0; k < columns.cols(); ++k)
      columns.col(k) = candidates_[static_cast<std::size_t>(k)].column;
    return elto::fit_gains(entries_, columns, Vector::Constant(columns.cols(), kWide));
  }

  double cost_of_lag() const { return 1.0 + std::log(static_cast<double>(lags_.size())); }
  double cost_of(const Candidate& candidate) const {
    return candidate.lag == 0.0 ? 1.0 : 1.0 + cost_of_lag();
  }

  /// With all gains at their best.
  double gained_with(std::size_t k, double lag) {
    set_lag(candidates_[k], lag);
    return fit_gains().gained;
  }

  /// The likeliest one tried, and then between its neighbours by golden sections.
  void find_lag(std::size_t k) {
    const double at_once = gained_with(k, 0.0);
    double best = 0.0, gained = at_once;
    for (const double lag : lags_)
      if (const double value = gained_with(k, lag); value > gained) {
        gained = value;
        best = lag;
      }
    if (best > 0.0 && gained - at_once > cost_of_lag()) {
      double low = std::log(best / kLagRatio), high = std::log(best * kLagRatio);
      constexpr double kGolden = std::numbers::phi - 1.0;
      double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
      double at_a = gained_with(k, std::exp(a)), at_b = gained_with(k, std::exp(b));
      for (int i = 0; i < kRefinements; ++i)
        if (at_a > at_b) {
          high = std::exchange(b, a);
          at_b = at_a;
          a = high - kGolden * (high - low);
          at_a = gained_with(k, std::exp(a));
        } else {
          low = std::exchange(a, b);
          at_a = at_b;
          b = low + kGolden * (high - low);
          at_b = gained_with(k, std::exp(b));
        }
      best = std::exp(0.5 * (low + high));
    } else {
      best = 0.0;
    }
    set_lag(candidates_[k], best);
  }

  void drop_those_without_effect() {
    while (!candidates_.empty()) {
      const GainFit found = fit_gains();
      const auto left_over = [&](const Candidate& candidate) {
        const Index k = &candidate - candidates_.data();
        return 0.5 * found.gain[k] * found.gain[k] / found.covariance(k, k) - cost_of(candidate);
      };
      const auto least = std::ranges::min_element(candidates_, {}, left_over);
      if (left_over(*least) > 0.0) return;
      candidates_.erase(least);
    }
  }

  const LinearModel& model_;
  const std::vector<DrivenRows>& rows_;
  const std::vector<GivenInputs>& inputs_;
  Vector entries_;
  std::vector<double> lags_ = {};
  std::vector<Candidate> candidates_ = {};
};

}  // namespace

EffectFit fit_effects(const LinearModel& model, const std::vector<DrivenRows>& rows,
                      const std::vector<GivenInputs>& inputs, double unit, double step) {
  return EffectSearch(model, rows, inputs, step).fit(unit);
}

}  // namespace elto
