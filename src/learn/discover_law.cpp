// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/discover_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/dynamics/law_step.hpp"
#include "elto/filter/law_pass.hpp"

#include "learn/law_sample.hpp"

namespace elto {
namespace {

constexpr Index kHighestDegree = 3;    // that is tried by itself
constexpr Index kMostProducts = 200;   // of all equations, likewise
constexpr Index kComparedRows = 1000;  // by which degrees are
constexpr Index kMostNeighbours = 12;  // that are learned, of those that the slope promises
constexpr Index kLookedAt = 3;         // of few entries: closely
constexpr int kMostMoves = 20;         // to a neighbour
constexpr double kSame = 0.05;         // of evidence
constexpr double kUnexplained = 0.2;   // of the motion, above which another order is tried too
constexpr Index kFewEntries = 400;     // whose likelihood has several tops
constexpr double kNextRow = 2.5;       // steps, beyond which it is one after a gap

std::string family_name(Index order, Index degree) {
  static constexpr std::array<std::string_view, 3> kNames = {"linear", "quadratic", "cubic"};
  const std::string order_words = order == 1 ? "" : concat(" of order ", order);
  return degree <= std::ssize(kNames)
             ? concat(kNames[static_cast<std::size_t>(degree - 1)], " law", order_words)
             : concat("law of degree ", degree, order_words);
}

Index product_count(Index order, Index degree, Index channels, Index inputs) {
  const Index n = order * channels + inputs;
  Index products = 1;  // (n + degree) choose degree
  for (Index k = 1; k <= degree; ++k) products = products * (n + k) / k;
  return channels * products;
}

using Terms = std::vector<LawCoefficient>;

Terms one_less(Terms terms, const LawCoefficient& one) {
  std::erase(terms, one);
  return terms;
}
Terms one_more(Terms terms, const LawCoefficient& one) {
  terms.push_back(one);
  std::ranges::sort(terms, {},
                    [](const LawCoefficient& each) { return std::pair(each.channel, each.term); });
  return terms;
}

/// The same law among the products of a higher degree, whose first ones are those of the lower.
LawFit lifted(LawFit fit, Index degree) {
  Law& law = fit.model.law;
  law.terms = LawTerms(law.coordinates(), monomials(law.coordinates(), 0, degree));
  const Index known = law.coefficients.rows();
  law.coefficients.conservativeResize(law.terms.count(), law.channels);
  law.coefficients.bottomRows(law.terms.count() - known).setZero();
  fit.family = family_name(law.order, degree);
  return fit;
}

/// Of the products that it has learned, at least 1.
Index degree_of(const LawFit& fit) {
  Index degree = 1;
  for (const LawCoefficient& one : fit.learned)
    degree = std::max(
        degree, std::ssize(fit.model.law.terms.monomials()[static_cast<std::size_t>(one.term)]));
  return degree;
}

/// What is thought of a law before rows speak: any number of terms is as likely as any other, and
/// of so many any ones.
double prior_of(const Law& law, std::size_t terms) {
  const auto all = static_cast<double>(law.terms.count() * law.channels);
  const auto some = static_cast<double>(terms);
  return std::lgamma(some + 1.0) + std::lgamma(all - some + 1.0) - std::lgamma(all + 1.0);
}

double weight_of(const LawFit& fit) {
  return fit.evidence + prior_of(fit.model.law, fit.learned.size());
}

/// With a term that stayed 0 it is another law in name only.
bool has_idle_term(const LawFit& fit) {
  return std::ranges::any_of(fit.learned, [&](const LawCoefficient& one) {
    return fit.model.law.coefficients(one.term, one.channel) == 0.0;
  });
}

/// From each smoothed row the law without z leads somewhere; the next row is somewhere else.
Vector unexplained_by(const LawFit& fit, const std::vector<LawRows>& series) {
  const Law& law = fit.model.law;
  LawStep step(law);
  Vector left = Vector::Zero(law.channels), moved = left;
  for (const LawRows& one : series) {
    LawPass pass(one.rows, one.jumps);
    if (!pass.forward(fit.model)) continue;
    SmoothedLaw smoothed;
    pass.backward(&smoothed, nullptr);
    for (Index t = 2; t < one.rows.count(); ++t) {  // the first row is known least
      const double length = one.rows.times[t] - one.rows.times[t - 1];
      if (length > kNextRow) continue;
      InputLine inputs;
      if (law.inputs > 0) inputs = {one.rows.inputs.row(t - 1), one.rows.inputs.row(t)};
      Vector x = smoothed.states.row(t - 1).transpose();
      x.tail(law.channels).setZero();
      constexpr int kStretches = 4;
      for (int i = 0; i < kStretches; ++i) {
        const double from = static_cast<double>(i) / kStretches;
        step.go(x.data(), length / kStretches, false,
                law.inputs > 0 ? inputs.part(from, from + 1.0 / kStretches) : inputs);
        x = step.end();
      }
      for (Index d = 0; d < law.channels; ++d) {
        const Index i = law.driven(d);
        const double motion = smoothed.states(t, i) - smoothed.states(t - 1, i);
        const double rest = smoothed.states(t, i) - x[i];
        if (!std::isfinite(rest)) continue;
        left[d] += rest * rest;
        moved[d] += motion * motion;
      }
    }
  }
  return (left.array() / moved.array().max(1e-300)).sqrt();
}

/// A law of some terms, by what its neighbour promises until it is learned.
struct Neighbour {
  Terms terms;
  double promised;
  LawFit fit = {};
};

class LawDiscoverer {
 public:
  LawDiscoverer(const std::vector<Series>& series, const SignalModel& model,
                std::vector<Index> columns, const LawDiscoveryOptions& options)
      : few_(series, std::min(kComparedRows, options.rows), model),
        all_(series, options.rows, model),
        options_(options) {
    const SignalLaw centred = blank_law(model, columns, all_.series);
    SignalLaw plain = centred;
    plain.model.centre += plain.offset.cwiseQuotient(plain.scale);
    plain.offset.setZero();
    blanks_.push_back(std::move(plain));
    if (!centred.offset.isZero()) blanks_.push_back(centred);
  }

  DiscoveredLaw discovered() {
    if (choose_degree()) {
      std::vector<Neighbour> around = settled_from_all();
      best_.family = family_name(best_.model.law.order, degree_of(best_));
      found_.best = tried(best_, blank_);
      tell(std::move(around));
      found_.nothing = weight_of(learned({}));
      found_.unexplained = unexplained_by(best_, rows_);
      found_.status.code = StatusCode::ok;
    } else {
      found_.status.code = StatusCode::not_finite;
    }
    if (is_stopped()) found_.status.code = StatusCode::stopped;
    return std::move(found_);
  }

 private:
  bool is_stopped() const { return options_.stopped && options_.stopped(); }

  static TriedLaw tried(const LawFit& fit, const SignalLaw& blank) {
    TriedLaw one{.law = blank, .evidence = weight_of(fit)};
    set(one.law, fit);
    return one;
  }

  /// The likeliest of all; a higher degree only if it finds another law. Whether there is any.
  bool choose_degree() {
    const bool several = blanks_.front().dimension() > 1;
    const Index first = options_.order > 0 ? options_.order : several ? 1 : 2;
    try_order(first);
    const bool unclear = found_.degrees.empty() ||
                         unexplained_by(best_, without_outliers(data_)).maxCoeff() > kUnexplained;
    if (options_.order == 0 && several && unclear) try_order(2);
    return !found_.degrees.empty();
  }

  std::vector<Index> degrees_of(Index order, Index entries) const {
    if (options_.degree > 0) return {options_.degree};
    std::vector<Index> degrees;
    for (Index degree = 1; degree <= kHighestDegree; ++degree) {
      const Index products = product_count(order, degree, blanks_.front().dimension(),
                                           std::ssize(blanks_.front().inputs));
      if (2 * products <= entries && products <= kMostProducts) degrees.push_back(degree);
    }
    return degrees;
  }

  void try_order(Index order) {
    for (const SignalLaw& blank : blanks_) {
      const LawData few = data_of(few_, blank);
      LawFit lower;
      for (const Index degree : degrees_of(order, few.entries)) {
        LawData data = few;
        LawFit fit = learned_without_outliers(data, [&](const std::vector<LawRows>& rows) {
          const LawFamily family{
              .name = family_name(order, degree), .order = order, .degree = degree};
          LawFit anew = fit_law(family, rows, blank.model, options_.stopped);
          if (!lower.status.ok() || !blank.inputs.empty()) return anew;
          LawFit further = refit_law(lifted(lower, degree), rows, blank.model, options_.stopped);
          const bool better = further.status.ok() &&
                              !(anew.status.ok() && weight_of(anew) > weight_of(further) + kSame);
          return better ? further : anew;
        });
        if (!fit.status.ok()) continue;
        lower = fit;
        consider(std::move(fit), std::move(data), blank);
      }
    }
  }

  void consider(LawFit fit, LawData data, const SignalLaw& blank) {
    const bool first = found_.degrees.empty();
    found_.degrees.push_back(tried(fit, blank));
    if (data.entries <= kFewEntries) starts_.push_back({fit, data, blank});
    if (!first && !(weight_of(fit) > weight_of(best_) + kSame)) return;
    best_ = std::move(fit);
    data_ = std::move(data);
    blank_ = blank;
  }

  void learn_from_all() {
    LawData all = data_of(all_, blank_);
    if (all.entries > data_.entries) {
      data_ = std::move(all);
      LawFit fit = learned_without_outliers(data_, [&](const std::vector<LawRows>& rows) {
        return refit_law(best_, rows, blank_.model, options_.stopped);
      });
      if (fit.status.ok()) best_ = std::move(fit);
    }
    rows_ = without_outliers(data_);
    LawFit settled = learned(best_.learned);
    if (settled.status.ok()) best_ = std::move(settled);
    look_around(best_);
  }

  LawFit learned(const Terms& terms) const {
    return fit_terms(best_, terms, rows_, blank_.model, options_.stopped);
  }

  /// Few entries have several tops: also to those that other noises lead to.
  void look_around(LawFit& best) const {
    if (data_.entries > kFewEntries) return;
    const Terms terms = best.learned;
    LawFit from = best;
    from.learned.clear();
    from.covariance.resize(0, 0);
    Law& law = from.model.law;
    law.coefficients.setZero();
    for (const double noise : {0.01, 0.1})
      for (const bool drifts : {true, false}) {  // what moves on is z, or the level
        from.model.noise.setConstant(noise);
        law.drift_noise.setConstant(drifts ? 3e-2 : 1e-4);
        law.level_noise.setConstant(drifts ? 1e-5 : 1e-2);
        law.memory = drifts ? 2.0 : 1e6;
        LawFit other = fit_terms(from, terms, rows_, blank_.model, options_.stopped);
        const bool better =
            other.status.ok() && !(best.status.ok() && best.evidence >= other.evidence);
        if (better) best = std::move(other);
      }
  }

  /// What few entries say first depends on where learning begins: from what each degree came to.
  std::vector<Neighbour> settled_from_all() {
    const std::vector<Start> starts = std::move(starts_);
    if (starts.empty()) {
      learn_from_all();
      return settle();
    }
    std::vector<Neighbour> around;
    LawFit best;
    std::size_t which = 0;
    const auto begin_with = [&](const Start& one) {
      std::tie(best_, data_, blank_) = std::tie(one.fit, one.data, one.blank);
      learn_from_all();
    };
    for (std::size_t i = 0; i < starts.size(); ++i) {
      begin_with(starts[i]);
      std::vector<Neighbour> there = settle();
      found_.degrees[i] = tried(best_, blank_);
      if (i > 0 && !(weight_of(best_) > weight_of(best) + kSame)) continue;
      best = best_;
      around = std::move(there);
      which = i;
    }
    begin_with(starts[which]);
    best_ = std::move(best);
    return around;
  }

  /// Goes to the likeliest neighbour until there is none; returns those around it.
  std::vector<Neighbour> settle() {
    for (int move = 0;; ++move) {
      std::vector<Neighbour> all = neighbours();
      const auto likeliest = std::ranges::max_element(
          all, {}, [](const Neighbour& one) { return weight_of(one.fit); });
      const bool better =
          likeliest != all.end() && weight_of(likeliest->fit) > weight_of(best_) + kSame;
      if (!better || move == kMostMoves || is_stopped()) return all;
      best_ = likeliest->fit;
    }
  }

  /// Those with a term less are all learned, of those with one more or with another the most
  /// promising.
  std::vector<Neighbour> neighbours() {
    std::vector<Neighbour> less, others;
    for (const LawCoefficient& one : best_.learned)
      less.push_back({.terms = one_less(best_.learned, one), .promised = 0.0});
    learn(less);
    const auto promise = [&](const LawFit& from) {
      for (const TermGain& one : gains_of_terms(from, rows_, blank_.model)) {
        Terms terms = one_more(from.learned, one.term);
        if (terms == best_.learned) continue;
        const double promised = from.evidence + one.gain + prior_of(from.model.law, terms.size());
        if (promised < weight_of(best_) - options_.within) continue;
        const auto same = std::ranges::find(others, terms, &Neighbour::terms);
        if (same == others.end())
          others.push_back({.terms = std::move(terms), .promised = promised});
        else
          same->promised = std::max(same->promised, promised);
      }
    };
    promise(best_);
    for (const Neighbour& one : less)
      if (one.fit.status.ok()) promise(one.fit);
    std::ranges::sort(others, std::greater<>(), &Neighbour::promised);
    others.erase(others.begin() + std::min(std::ssize(others), kMostNeighbours), others.end());
    learn(others);
    less.insert(less.end(), others.begin(), others.end());
    std::erase_if(less, [](const Neighbour& one) { return !one.fit.status.ok(); });
    return less;
  }

  void learn(std::vector<Neighbour>& all) const {
    ThreadPool(options_.threads).run(std::ssize(all), [&](Index k) {
      Neighbour& one = all[static_cast<std::size_t>(k)];
      one.fit = learned(one.terms);
    });
    std::ranges::sort(all, std::greater<>(), [](const Neighbour& one) {
      return one.fit.status.ok() ? weight_of(one.fit) : -std::numeric_limits<double>::infinity();
    });
    ThreadPool(options_.threads).run(std::min(std::ssize(all), kLookedAt), [&](Index k) {
      Neighbour& one = all[static_cast<std::size_t>(k)];
      if (one.fit.status.ok()) look_around(one.fit);
    });
  }

  void tell(std::vector<Neighbour> all) {
    for (const LawCoefficient& one : best_.learned) {
      const auto less = std::ranges::find(all, one_less(best_.learned, one), &Neighbour::terms);
      found_.sureness.push_back(less == all.end() ? std::numeric_limits<double>::infinity()
                                                  : weight_of(best_) - weight_of(less->fit));
    }
    std::ranges::sort(all, std::greater<>(),
                      [](const Neighbour& one) { return weight_of(one.fit); });
    for (const Neighbour& one : all)
      if (weight_of(one.fit) > weight_of(best_) - options_.within && !has_idle_term(one.fit))
        found_.runners_up.push_back(tried(one.fit, blank_));
  }

  struct Start {
    LawFit fit;
    LawData data;
    SignalLaw blank;
  };

  LawSample few_, all_;
  const LawDiscoveryOptions& options_;
  std::vector<SignalLaw> blanks_;  // in the user's coordinates, and centred
  SignalLaw blank_;                // of the best one
  LawData data_;
  std::vector<LawRows> rows_;
  LawFit best_;
  std::vector<Start> starts_;  // of few entries
  DiscoveredLaw found_;
};

}  // namespace

void validate(const LawDiscoveryOptions& options) {
  require(options.order >= 0 && options.order <= 2, "order", "1 or 2, or 0", options.order);
  require(options.degree >= 0, "degree", "at least 0", options.degree);
  require(options.rows >= 100, "rows", "at least 100", options.rows);
  require(options.within >= 0.0, "within", "at least 0", options.within);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
}

DiscoveredLaw discover_law(const std::vector<Series>& series, const SignalModel& model,
                           const LawDiscoveryOptions& options) {
  validate(options);
  require(!series.empty(), "series", "at least 1", 0);
  std::vector<Index> moving;
  for (Index j = 0; j < model.dimension(); ++j)
    if (model.parts[static_cast<std::size_t>(j)].family != kConstantFamily) moving.push_back(j);
  require(!moving.empty(), "channels", "some that change", "none");
  return LawDiscoverer(series, model, std::move(moving), options).discovered();
}

}  // namespace elto
