// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/weak_form.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/discovery/finite_difference.hpp"
#include "elto/discovery/subdomains.hpp"
#include "elto/discovery/test_function.hpp"

namespace elto {
namespace {

constexpr Index kResponse = -1;  // the column of y

/// [D^outer u^power] [D^inner u], or without the second factor.
struct Integrand {
  Index power = 1, outer = 0;
  Index inner = 0;
  bool is_product = false;

  auto operator<=>(const Integrand&) const = default;  // NOLINT(modernize-use-nullptr): none here
};

/// factor times the integral of the derivative of phi and an integrand, added to a column.
struct Integral {
  Index space_order = 0, time_order = 0;  // of phi
  double factor = 1.0;
  Index column = 0;
};

using Integrals = std::map<Integrand, std::vector<Integral>>;

double sign(Index order) {
  return order % 2 == 0 ? 1.0 : -1.0;
}

void add_term(Integrals& integrals, const Term& term, Index column, WeakProducts products) {
  const auto [q, d] = std::pair(term.power, term.order);
  if (d == 0) {
    integrals[{.power = q}].push_back({.column = column});
  } else if (q == 0) {
    integrals[{}].push_back({.space_order = d, .factor = sign(d), .column = column});
  } else if (d == 1 && products == WeakProducts::conservative) {
    integrals[{.power = q + 1}].push_back(
        {.space_order = 1, .factor = -1.0 / static_cast<double>(q + 1), .column = column});
  } else {
    const Index m = d / 2;
    double binomial = 1.0;
    for (Index a = 0; a <= m; ++a) {
      integrals[{q, m - a, d - m, true}].push_back(
          {.space_order = a, .factor = sign(m) * binomial, .column = column});
      binomial *= static_cast<double>(m - a) / static_cast<double>(a + 1);
    }
  }
}

Integrals integrals_of(const std::vector<Term>& terms, WeakProducts products) {
  Integrals integrals;
  integrals[{}].push_back({.time_order = 1, .factor = -1.0, .column = kResponse});
  for (std::size_t j = 0; j < terms.size(); ++j)
    add_term(integrals, terms[j], static_cast<Index>(j), products);
  return integrals;
}

/// Weights of one axis, in the units of the field, by number of points and order.
class AxisWeights {
 public:
  AxisWeights(Index power, double step) : power_(power), step_(step) {}

  const Vector& operator()(Index points, Index order) {
    const auto [entry, is_new] = weights_.try_emplace({points, order});
    if (is_new) {
      const double H = static_cast<double>(points - 1) * step_ / 2.0;
      entry->second = std::pow(H, 1 - order) * quadrature_weights({power_, order}, points);
    }
    return entry->second;
  }

 private:
  Index power_;
  double step_;
  std::map<std::pair<Index, Index>, Vector> weights_;
};

class WeakSystem {
 public:
  WeakSystem(const Field& field, const WeakOptions& options, Candidates& candidates)
      : field_(field),
        candidates_(candidates),
        space_(power_of(options), field.space_step()),
        time_(power_of(options), field.time_step()) {
    Rng rng(options.seed);
    subdomains_ = draw_subdomains(field, options.subdomains, options.half_width, rng);
    for (const Subdomain& subdomain : subdomains_) time_sizes_.insert(subdomain.times);
  }

  void add(const Integrand& integrand, const std::vector<Integral>& integrals) {
    // Places next to each other in memory: rectangles are cut out along them.
    const Matrix g = values_of(integrand).transpose();
    for (const Index time_order : {0, 1}) {
      std::vector<Integral> parts;
      std::ranges::copy_if(integrals, std::back_inserter(parts), [&](const Integral& integral) {
        return integral.time_order == time_order;
      });
      if (parts.empty()) continue;
      for (const Index times : time_sizes_)
        add(summed_over_time(g, times, time_order), times, parts);
    }
  }

 private:
  static Index power_of(const WeakOptions& options) {
    return std::max(options.test_power, options.terms.highest_order);
  }

  Matrix values_of(const Integrand& integrand) const {
    const Matrix& u = field_.values;
    const double h = field_.space_step();
    Matrix outer =
        space_difference(u.array().pow(static_cast<int>(integrand.power)), integrand.outer, h);
    if (!integrand.is_product) return outer;
    return outer.cwiseProduct(space_difference(u, integrand.inner, h));
  }

  /// Column s: the integral over time of the rectangles that begin at row s, at each place.
  Matrix summed_over_time(const Matrix& g, Index times, Index time_order) {
    const Vector& w = time_(times, time_order);
    const Index starts = g.cols() - times + 1;
    Matrix sums = w[0] * g.leftCols(starts);
    for (Index i = 1; i < times; ++i) sums += w[i] * g.middleCols(i, starts);
    return sums;
  }

  void add(const Matrix& sums, Index times, const std::vector<Integral>& integrals) {
    for (std::size_t k = 0; k < subdomains_.size(); ++k) {
      const Subdomain& part = subdomains_[k];
      if (part.times != times) continue;
      const auto line = sums.col(part.first_time).segment(part.first_place, part.places);
      const auto row = static_cast<Index>(k);
      for (const Integral& integral : integrals) {
        double& entry = integral.column == kResponse ? candidates_.response[row]
                                                     : candidates_.terms(row, integral.column);
        entry += integral.factor * space_(part.places, integral.space_order).dot(line);
      }
    }
  }

  const Field& field_;
  Candidates& candidates_;
  AxisWeights space_, time_;
  std::vector<Subdomain> subdomains_;
  std::set<Index> time_sizes_;
};

}  // namespace

void validate(const WeakOptions& options) {
  validate(options.terms);
  require(options.test_power >= 1, "test_power", "at least 1", options.test_power);
  const Index terms = std::ssize(candidate_terms(options.terms));
  require(options.subdomains > terms, "subdomains", concat("more than the ", terms, " terms"),
          options.subdomains);
}

Candidates weak_candidates(const Field& field, const WeakOptions& options) {
  validate(options);
  validate(field);
  const std::vector<Term> terms = candidate_terms(options.terms);
  Candidates candidates{.terms = Matrix::Zero(options.subdomains, std::ssize(terms)),
                        .response = Vector::Zero(options.subdomains)};
  for (const Term& term : terms) candidates.names.push_back(name_of(term));
  WeakSystem system(field, options, candidates);
  for (const auto& [integrand, integrals] : integrals_of(terms, options.products))
    system.add(integrand, integrals);
  return candidates;
}

}  // namespace elto
