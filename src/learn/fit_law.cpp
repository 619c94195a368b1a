// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/fit_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/learn/law_prior.hpp"
#include "elto/learn/term_doubt.hpp"
#include "elto/learn/term_search.hpp"

#include "learn/law_beginning.hpp"
#include "learn/swept_terms.hpp"

#include <Eigen/Cholesky>

namespace elto {
namespace {

constexpr double kImpossible = std::numeric_limits<double>::infinity();
constexpr int kMostSteps = 30;  // with all terms, and of each change of terms
/// Together; where that fails, the one may be right and the other too far.
enum class Move { all, coefficients, noises };
constexpr std::array kMoves = {Move::all,    Move::all,  // tries of a step
                               Move::noises, Move::coefficients, Move::all, Move::all};
constexpr double kSettled = 0.5;         // gain of the posterior of a step
constexpr double kLargestFactor = 4;     // of a noise in a step
constexpr double kOtherMemory = 3.0;     // factor tried
constexpr double kShortestMemory = 1.0;  // below a row it is one with the noise of the level
constexpr double kLongestMemory = 1e6;
constexpr double kLeastNoise = 1e-8;  // variance of rows: coefficients are told to six digits
constexpr int kLongClimb = 60;        // steps, where laws are compared
constexpr double kClearlySettled = 0.05;
constexpr int kMostReturns = 6;
constexpr double kUnlikely = 0.01;  // of a term to be there

class LawSearch {
 public:
  LawSearch(const std::vector<LawRows>& series, LawModel start, std::vector<LawCoefficient> learned,
            const LawPrior& prior, const std::function<bool()>& stopped)
      : model_(std::move(start)), learned_(std::move(learned)), prior_(prior), stopped_(stopped) {
    for (const LawRows& one : series) passes_.emplace_back(one.rows, one.jumps);
    value_ = value(model_);
  }

  /// Steps until they gain nothing.
  void climb(int most = kMostSteps) {
    for (int i = 0; i < most; ++i)
      if (is_stopped() || !(step() > kSettled)) return;
  }

  /// The same until two of them, by which the memory of z was tried both ways, gain next to
  /// nothing.
  void climb_to_the_top() {
    double last = 1.0;
    for (int i = 0; i < kLongClimb && !is_stopped(); ++i) {
      const double gain = step();
      if (std::max(gain, last) < kClearlySettled) return;
      last = gain;
    }
  }

  /// Terms leave, then others come back or take their places, while that raises the evidence.
  void select() {
    descend();
    for (int i = 0; i < kMostReturns && !is_stopped(); ++i) {
      const LawModel model = model_;
      const std::vector<LawCoefficient> learned = learned_;
      const double value = value_, evidence = this->evidence();
      if (reconsider()) {
        climb(5);
        descend();
        if (this->evidence() > evidence) continue;
      }
      model_ = model;
      learned_ = learned;
      value_ = value;
      return;
    }
  }

  LawFit fit(const std::string& family) {
    LawFit fit{.family = family, .model = model_, .learned = learned_};
    CoefficientScore score;
    fit.status.code = score_of(learned_, score) ? StatusCode::ok : StatusCode::not_finite;
    if (is_stopped()) fit.status.code = StatusCode::stopped;
    if (!fit.status.ok()) return fit;
    fit.log_likelihood = log_likelihood_;
    const CoefficientPosterior posterior = posterior_of(score);
    fit.covariance = posterior.covariance;
    fit.evidence = value_ - posterior.occam;
    add_doubt(fit);
    fit.passes = count_;
    return fit;
  }

  bool finite() const { return std::isfinite(value_); }

  /// Of each term outside, those inside moving along.
  std::vector<TermGain> gains_outside() {
    Look now;
    if (!look(now)) return {};
    SweptTerms swept(now.evidence, now.in);
    std::vector<TermGain> gains;
    for (std::size_t k = 0; k < now.all.size(); ++k)
      if (!now.in[k]) gains.push_back({now.all[k], swept.gain_of_coming(static_cast<Index>(k))});
    return gains;
  }

 private:
  struct CoefficientPosterior {
    Vector coefficients, precision;
    Matrix covariance;
    double occam;  // log det(I + A^-1 N) / 2
  };

  void descend() {
    while (!is_stopped() && prune()) climb(3);
    climb();
  }

  double evidence() {
    CoefficientScore score;
    return score_of(learned_, score) ? value_ - posterior_of(score).occam : -kImpossible;
  }

  bool is_stopped() const { return stopped_ && stopped_(); }

  /// Log-density of rows and parameters; -infinity where the motion leaves all bounds.
  double value(const LawModel& model) {
    double sum = prior_.log_density(model);
    for (LawPass& pass : passes_) {
      ++count_;
      if (!pass.forward(model)) return -kImpossible;
      sum += pass.log_likelihood();
    }
    return std::isfinite(sum) ? sum : -kImpossible;
  }

  bool score_of(const std::vector<LawCoefficient>& learned, CoefficientScore& sum) {
    const Index K = std::ssize(learned);
    sum = {.gradient = Vector::Zero(K), .information = Matrix::Zero(K, K)};
    log_likelihood_ = 0.0;
    CoefficientScore one;
    for (LawPass& pass : passes_) {
      ++count_;
      if (!pass.forward(model_, learned, one)) return false;
      sum.gradient += one.gradient;
      sum.information += one.information;
      log_likelihood_ += pass.log_likelihood();
    }
    return sum.gradient.allFinite() && sum.information.allFinite();
  }

  Vector coefficients() const {
    Vector theta(std::ssize(learned_));
    for (Index k = 0; k < theta.size(); ++k) theta[k] = coefficient(model_, k);
    return theta;
  }
  double coefficient(const LawModel& model, Index k) const {
    const auto [term, channel] = learned_[static_cast<std::size_t>(k)];
    return model.law.coefficients(term, channel);
  }
  Vector precision(const std::vector<LawCoefficient>& learned) const {
    Vector all(std::ssize(learned));
    for (Index k = 0; k < all.size(); ++k)
      all[k] = prior_.precision(learned[static_cast<std::size_t>(k)]);
    return all;
  }

  /// In units of the prior, where A = I.
  CoefficientPosterior posterior_of(const CoefficientScore& score) const {
    CoefficientPosterior posterior{.coefficients = coefficients(),
                                   .precision = precision(learned_),
                                   .covariance = {},
                                   .occam = 0.0};
    if (learned_.empty()) return posterior;
    const Vector width = posterior.precision.cwiseSqrt().cwiseInverse();
    Matrix N = width.asDiagonal() * score.information * width.asDiagonal();
    N.diagonal().array() += 1.0;
    const Eigen::LLT<Matrix> factor(N);
    posterior.covariance = width.asDiagonal() * factor.solve(Matrix::Identity(N.rows(), N.cols())) *
                           width.asDiagonal();
    posterior.occam = factor.matrixLLT().diagonal().array().log().sum();
    return posterior;
  }

  /// Coefficients by Gauss and Newton, noises by scoring, together; then the memory of z. Returns
  /// what was gained.
  double step() {
    CoefficientScore score;
    if (!score_of(learned_, score)) return 0.0;
    const NoiseScore noise = noise_score();
    adjust_reach(noise);
    const double before = value_;
    const Vector theta = coefficients(), A = precision(learned_);
    for (const Move move : kMoves) {
      LawModel trial = model_;
      if (!learned_.empty() && move != Move::noises) {
        Matrix N = score.information;
        N.diagonal() += A + damping_ * score.information.diagonal();
        const Vector moved = N.ldlt().solve(score.gradient - A.cwiseProduct(theta));
        for (Index k = 0; k < moved.size(); ++k) {
          const auto [term, channel] = learned_[static_cast<std::size_t>(k)];
          trial.law.coefficients(term, channel) += moved[k];
        }
      }
      if (move != Move::coefficients) move_noises(trial, noise, damping_);
      const double there = value(trial);
      if (there > value_) {
        model_ = std::move(trial);
        value_ = there;
        damping_ = std::max(damping_ / 5.0, 1e-8);
        break;
      }
      damping_ = std::min(damping_ * 5.0, 1e6);
    }
    try_memory();
    const double gain = value_ - before;
    value_ -= prior_.log_density(model_);
    prior_.learn(model_, learned_, score);
    value_ += prior_.log_density(model_);
    return gain;
  }

  NoiseScore noise_score() {
    NoiseScore sum, one;
    for (LawPass& pass : passes_) {
      ++count_;
      pass.backward(nullptr, &one);
      if (sum.level.size() == 0) {
        sum = one;
        continue;
      }
      sum.level += one.level;
      sum.drift += one.drift;
      sum.measurement += one.measurement;
      sum.level_information += one.level_information;
      sum.drift_information += one.drift_information;
      sum.measurement_information += one.measurement_information;
    }
    return sum;
  }

  void move_noises(LawModel& model, const NoiseScore& score, double damping) const {
    Index place = 0;
    const auto move = [&](Vector& density, const Vector& gradient, const Vector& information,
                          const LogNormal& prior) {
      for (Index d = 0; d < density.size(); ++d, ++place) {
        const double slope = gradient[d] + prior.slope(std::log(density[d]));
        const double bend = (1.0 + damping) * information[d] + prior.curvature();
        const double most = reach_[place];
        density[d] *= std::exp(std::clamp(slope / bend, -most, most));
      }
    };
    move(model.law.level_noise, score.level, score.level_information, prior_.level);
    move(model.law.drift_noise, score.drift, score.drift_information, prior_.drift);
    move(model.noise, score.measurement, score.measurement_information, prior_.measurement);
    model.noise = model.noise.cwiseMax(kLeastNoise);
  }

  /// The curvature is that of each by itself: where a slope has turned, the last step was too far.
  void adjust_reach(const NoiseScore& score) {
    Vector slope(3 * model_.channels());
    slope << score.level, score.drift, score.measurement;
    const double most = std::log(kLargestFactor);
    if (slope_.size() == 0) {
      reach_ = Vector::Constant(slope.size(), most);
    } else {
      for (Index i = 0; i < slope.size(); ++i)
        reach_[i] = slope[i] * slope_[i] < 0.0 ? 0.4 * reach_[i] : std::min(1.3 * reach_[i], most);
    }
    slope_ = slope;
  }

  void try_memory() {
    LawModel trial = model_;
    trial.law.memory *= longer_ ? kOtherMemory : 1.0 / kOtherMemory;
    const bool told = trial.law.memory >= kShortestMemory && trial.law.memory <= kLongestMemory;
    const double there = told ? value(trial) : -kImpossible;
    if (there > value_) {
      model_ = std::move(trial);
      value_ = there;
    } else {
      longer_ = !longer_;
    }
  }

  /// The density of a coefficient at zero, of the posterior over that of the prior (Savage,
  /// Dickey): the evidence without it over that with it. The least needed one first, at most a
  /// fifth at once; the others move to where they are likeliest without it.
  bool prune() {
    CoefficientScore score;
    if (learned_.empty() || !score_of(learned_, score)) return false;
    CoefficientPosterior posterior = posterior_of(score);
    const double evidence = value_ - posterior.occam;
    for (Index most = std::max<Index>(1, std::ssize(learned_) / 5); most > 0; most /= 4) {
      Vector theta = posterior.coefficients;
      Matrix C = posterior.covariance;
      std::vector<char> gone(learned_.size(), 0);
      Index leaving = 0;
      while (leaving < most) {
        Index least = -1;
        double gain = 0.0;
        for (Index k = 0; k < theta.size(); ++k) {
          if (gone[static_cast<std::size_t>(k)]) continue;
          const double without = -0.5 * theta[k] * theta[k] / C(k, k) -
                                 0.5 * std::log(posterior.precision[k] * C(k, k));
          if (without > gain) {
            gain = without;
            least = k;
          }
        }
        if (least < 0) break;
        const Vector column = C.col(least);
        theta -= column * (theta[least] / C(least, least));
        C -= column * column.transpose() / C(least, least);
        gone[static_cast<std::size_t>(least)] = 1;
        ++leaving;
      }
      if (leaving == 0) return false;
      LawModel trial = model_;
      std::vector<LawCoefficient> left;
      for (Index k = 0; k < theta.size(); ++k) {
        const LawCoefficient one = learned_[static_cast<std::size_t>(k)];
        const bool stays = !gone[static_cast<std::size_t>(k)];
        trial.law.coefficients(one.term, one.channel) = stays ? theta[k] : 0.0;
        if (stays) left.push_back(one);
      }
      if (accept(std::move(trial), std::move(left), evidence)) return true;
    }
    return false;
  }

  /// If the evidence is no less.
  bool accept(LawModel trial, std::vector<LawCoefficient> left, double evidence) {
    const double there = value(trial);
    if (!std::isfinite(there)) return false;
    std::swap(model_, trial);
    std::swap(learned_, left);
    CoefficientScore score;
    if (score_of(learned_, score) && there - posterior_of(score).occam > evidence) {
      value_ = there;
      return true;
    }
    std::swap(model_, trial);
    std::swap(learned_, left);
    return false;
  }

  /// What one look at all terms says of them, and which are in.
  struct Look {
    std::vector<LawCoefficient> all;
    std::vector<char> in;
    Vector coefficients;
    TermEvidence evidence;
  };
  bool look(Look& look) {
    look.all = every_coefficient(model_.law);
    CoefficientScore score;
    if (!score_of(look.all, score)) return false;
    Vector& theta = look.coefficients;
    theta.resize(std::ssize(look.all));
    for (const LawCoefficient& one : look.all) {
      theta[std::ssize(look.in)] = model_.law.coefficients(one.term, one.channel);
      look.in.push_back(std::ranges::find(learned_, one) != learned_.end());
    }
    look.evidence = {.information = score.information,
                     .pull = score.gradient + score.information * theta,
                     .precision = precision(look.all)};
    return true;
  }

  /// The likeliest terms as far as one look at all of them can tell (learn/term_search.hpp). False
  /// if these are those there are.
  bool reconsider() {
    Look now;
    if (!look(now)) return false;
    const TermSet found = search_terms(now.evidence, now.in);
    if (found.in == now.in) return false;
    learned_.clear();
    for (std::size_t k = 0; k < now.all.size(); ++k) {
      const LawCoefficient& one = now.all[k];
      model_.law.coefficients(one.term, one.channel) = found.coefficients[static_cast<Index>(k)];
      if (found.in[k]) learned_.push_back(one);
    }
    value_ = value(model_);
    return finite();
  }

  /// How far the coefficients may be off, with other terms than those chosen. Those that are hardly
  /// ever there are left out beforehand: without their own part, what others make up for them would
  /// look like an error.
  void add_doubt(LawFit& fit) {
    Look now;
    if (!look(now)) return;
    const Vector probability = doubt_of_terms(now.evidence, now.in).probability;
    std::vector<Index> kept;
    std::vector<char> in;
    for (std::size_t k = 0; k < now.all.size(); ++k) {
      if (!now.in[k] && !(probability[static_cast<Index>(k)] > kUnlikely)) continue;
      kept.push_back(static_cast<Index>(k));
      in.push_back(now.in[k]);
      fit.doubted.push_back(now.all[k]);
    }
    const TermDoubt doubt = doubt_of_terms({.information = now.evidence.information(kept, kept),
                                            .pull = now.evidence.pull(kept),
                                            .precision = now.evidence.precision(kept)},
                                           in);
    const Vector away = doubt.mean - now.coefficients(kept);
    fit.doubt = doubt.covariance + away * away.transpose();
  }

  std::vector<LawPass> passes_;
  LawModel model_;
  std::vector<LawCoefficient> learned_;  // by channel
  LawPrior prior_;
  const std::function<bool()>& stopped_;
  double value_ = 0.0, log_likelihood_ = 0.0;
  double damping_ = 1e-2;
  bool longer_ = false;
  Vector slope_, reach_;  // of the logarithms of noises: by the last step, and
                          // how far one may go
  Index count_ = 0;
};

}  // namespace

LawFit fit_law(const LawFamily& family, const std::vector<LawRows>& series, const LawModel& start,
               const std::function<bool()>& stopped) {
  require(!series.empty(), "series", "at least 1", 0);
  const LawModel trend = without_terms(start, family.order);
  const Matrix path = path_of(series, trend);
  LawFit failed{.family = family.name, .model = trend, .status = {StatusCode::not_finite}};
  if (!path.allFinite() || path.size() == 0) return failed;
  LawModel model = trend;
  const Matrix inputs = inputs_of(series);
  model.law.inputs = inputs.cols();
  Matrix places(path.rows(), model.law.variables());
  places << path.leftCols(trend.law.coordinates()), inputs;
  model.law.terms = terms_of(family, places, model.law.coordinates());
  model.law.coefficients = Matrix::Zero(model.law.terms.count(), model.channels());
  LawSearch search(series, model, every_coefficient(model.law), LawPrior(model.law, path, inputs),
                   stopped);
  if (!search.finite()) return failed;
  search.climb();
  search.select();
  return search.fit(family.name);
}

LawFit refit_law(const LawFit& known, const std::vector<LawRows>& series, const LawModel& start,
                 const std::function<bool()>& stopped) {
  const std::optional<LawPrior> prior = prior_of(known.model.law, series, start);
  LawFit failed = known;
  failed.status.code = StatusCode::not_finite;
  if (!prior) return failed;
  LawSearch search(series, known.model, known.learned, *prior, stopped);
  if (!search.finite()) return failed;
  search.climb();
  search.select();
  return search.fit(known.family);
}

LawFit fit_terms(const LawFit& known, const std::vector<LawCoefficient>& terms,
                 const std::vector<LawRows>& series, const LawModel& start,
                 const std::function<bool()>& stopped) {
  const std::optional<LawPrior> prior = prior_of(known.model.law, series, start);
  LawFit failed = known;
  failed.status.code = StatusCode::not_finite;
  if (!prior) return failed;
  std::vector<LawCoefficient> learned = terms;
  std::ranges::sort(learned, {},
                    [](const LawCoefficient& one) { return std::pair(one.channel, one.term); });
  LawModel trend = without_terms(start, known.model.law.order);
  trend.law.inputs = known.model.law.inputs;
  trend.law.terms = known.model.law.terms;
  trend.law.coefficients = Matrix::Zero(trend.law.terms.count(), trend.channels());
  for (const LawModel& from : {with_just(known, learned), trend}) {
    LawSearch search(series, from, learned, *prior, stopped);
    if (!search.finite()) continue;  // where the motion without what left leaves all bounds
    search.climb_to_the_top();
    return search.fit(known.family);
  }
  return failed;
}

std::vector<TermGain> gains_of_terms(const LawFit& known, const std::vector<LawRows>& series,
                                     const LawModel& start) {
  const std::optional<LawPrior> prior = prior_of(known.model.law, series, start);
  const std::function<bool()> never;
  if (!prior) return {};
  return LawSearch(series, known.model, known.learned, *prior, never).gains_outside();
}

}  // namespace elto
