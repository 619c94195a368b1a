// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/best_subsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

#include "discovery/ridge.hpp"

namespace elto {
namespace {

/// Walks through all subsets, smaller ones first on each path. A subset is its parent and one term
/// more, behind the others; so its Cholesky factor is that of the parent and one row more, and its
/// residual what is left after one step more: O(size^2) for each.
class SubsetSearch {
 public:
  SubsetSearch(const Candidates& candidates, Index largest)
      : largest_(largest),
        L_(Matrix::Zero(largest, largest)),
        z_(Vector::Zero(largest)),
        best_(static_cast<std::size_t>(largest)),
        least_(Vector::Constant(largest, std::numeric_limits<double>::infinity())) {
    const Matrix X = with_unit_norms(candidates.terms).values;
    G_ = X.transpose() * X;
    c_ = X.transpose() * candidates.response;
    extend(0, candidates.response.squaredNorm());
  }

  /// By size - 1; empty where there is none.
  const std::vector<std::vector<Index>>& best() const { return best_; }

 private:
  void extend(Index first, double residual) {
    const Index size = std::ssize(chosen_);
    if (size == largest_) return;
    for (Index j = first; j < G_.rows(); ++j) {
      if (!append(j)) continue;
      const double left = residual - z_[size] * z_[size];
      chosen_.push_back(j);
      if (left < least_[size]) {
        least_[size] = left;
        best_[static_cast<std::size_t>(size)] = chosen_;
      }
      extend(j + 1, left);
      chosen_.pop_back();
    }
  }

  /// The row of the factor and the entry of z = L^-1 c for column j. False if it depends on the
  /// columns before.
  bool append(Index j) {
    constexpr double kDependent = 1e-12;  // squared, of columns with norm 1
    const Index size = std::ssize(chosen_);
    double square = G_(j, j), product = c_[j];
    for (Index a = 0; a < size; ++a) {
      double entry = G_(chosen_[static_cast<std::size_t>(a)], j);
      for (Index b = 0; b < a; ++b) entry -= L_(a, b) * L_(size, b);
      entry /= L_(a, a);
      L_(size, a) = entry;
      square -= entry * entry;
      product -= entry * z_[a];
    }
    if (!(square > kDependent)) return false;
    L_(size, size) = std::sqrt(square);
    z_[size] = product / L_(size, size);
    return true;
  }

  Index largest_;
  Matrix G_, L_;
  Vector c_, z_;
  std::vector<Index> chosen_;
  std::vector<std::vector<Index>> best_;
  Vector least_;
};

double subsets_up_to(Index size, Index count) {
  double sum = 0.0, binomial = 1.0;
  for (Index k = 1; k <= size; ++k) {
    binomial *= static_cast<double>(count - k + 1) / static_cast<double>(k);
    sum += binomial;
  }
  return sum;
}

}  // namespace

std::vector<Equation> best_subsets(const Candidates& candidates, Index largest_size) {
  constexpr double kMostSubsets = 1 << 20;
  validate(candidates);
  const Index p = candidates.count();
  require(largest_size >= 0 && largest_size <= p, "largest_size",
          concat("at least 0 and at most the ", p, " terms"), largest_size);
  const Index largest = largest_size == 0 ? p : largest_size;
  require(subsets_up_to(largest, p) <= kMostSubsets, "largest_size",
          concat("small enough for a million subsets of ", p, " terms"), largest);
  const SubsetSearch search(candidates, largest);
  std::vector<Equation> equations;
  for (const std::vector<Index>& terms : search.best())
    if (!terms.empty()) equations.push_back(least_squares(candidates, terms));
  return equations;
}

}  // namespace elto
