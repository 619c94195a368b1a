// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/noise_corrected.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/discovery/subdomains.hpp"

#include <Eigen/Cholesky>

namespace elto {
namespace {

constexpr Index kBlocksOfAxis = 5;  // each twice as long as a rectangle of the usual size
constexpr Index kNoises = 4;        // that are drawn
constexpr Index kFewestRectangles = 4000;

/// G, by block of the field.
using BlockProducts = std::vector<Matrix>;

class CorrectedSystem {
 public:
  CorrectedSystem(const Field& field, const std::vector<Index>& terms, const WeakOptions& options)
      : field_(field), terms_(terms), options_(options) {
    options_.products = WeakProducts::conservative;
    options_.subdomains = std::max(options.subdomains, kFewestRectangles);
    Rng rng(options_.seed);  // of the same rectangles as those of the candidates
    for (const Subdomain& one :
         draw_subdomains(field, options_.subdomains, options_.half_width, rng)) {
      const auto block = [&](Index first, Index count, Index all) {
        const double centre = (static_cast<double>(first) + 0.5 * static_cast<double>(count)) /
                              static_cast<double>(all);
        const double inner = (centre - options_.half_width) / (1.0 - 2.0 * options_.half_width);
        return std::clamp(static_cast<Index>(inner * static_cast<double>(kBlocksOfAxis)), Index{0},
                          kBlocksOfAxis - 1);
      };
      blocks_.push_back(block(one.first_place, one.places, field.points()) * kBlocksOfAxis +
                        block(one.first_time, one.times, field.rows()));
    }
    const std::vector<Term> all = candidate_terms(options_.terms);
    for (const Index j : terms) {
      const Term& term = all[static_cast<std::size_t>(j)];
      degree_ = std::max(degree_, term.power + (term.order > 0 ? 1 : 0));
    }
  }

  /// Through 0, 1, ..., degree times the noise's variance, continued to -1 times it.
  BlockProducts corrected(double noise) const {
    const BlockProducts plain = products_of(field_);
    if (noise == 0.0) return plain;
    BlockProducts sum(plain.size(), Matrix::Zero(plain[0].rows(), plain[0].cols()));
    double weight = static_cast<double>(degree_ + 1);
    const auto add = [&](const BlockProducts& products, double factor) {
      for (std::size_t b = 0; b < sum.size(); ++b) sum[b] += factor * products[b];
    };
    add(plain, weight);
    Rng rng(options_.seed);
    std::vector<Matrix> drawn;
    for (Index i = 0; i < kNoises; ++i) drawn.push_back(rng.normal(field_.rows(), field_.points()));
    for (Index l = 1; l <= degree_; ++l) {
      weight *= -static_cast<double>(degree_ + 1 - l) / static_cast<double>(l + 1);
      const double s = noise * std::sqrt(static_cast<double>(l));
      for (const Matrix& z : drawn)
        for (const double sign : {1.0, -1.0}) {
          Field noisier = field_;
          noisier.values += sign * s * z;
          add(products_of(noisier), weight / static_cast<double>(2 * kNoises));
        }
    }
    return sum;
  }

 private:
  BlockProducts products_of(const Field& field) const {
    const Candidates all = weak_candidates(field, options_);
    const Index k = std::ssize(terms_);
    Matrix rows(all.rows(), k + 1);
    rows.leftCols(k) = all.terms(Eigen::all, terms_);
    rows.col(k) = all.response;
    BlockProducts products(static_cast<std::size_t>(kBlocksOfAxis * kBlocksOfAxis),
                           Matrix::Zero(k + 1, k + 1));
    for (Index i = 0; i < rows.rows(); ++i)
      products[static_cast<std::size_t>(blocks_[static_cast<std::size_t>(i)])] +=
          rows.row(i).transpose() * rows.row(i);
    return products;
  }

  const Field& field_;
  std::vector<Index> terms_;
  WeakOptions options_;
  std::vector<Index> blocks_;  // of the rectangles
  Index degree_ = 1;           // of the products of columns, in s^2
};

}  // namespace

NoiseCorrected noise_corrected(const Field& field, const std::vector<Index>& terms, double noise,
                               const WeakOptions& options) {
  validate(options);
  validate(field);
  require(noise >= 0.0 && std::isfinite(noise), "noise", "at least 0", noise);
  NoiseCorrected result;
  const Index k = std::ssize(terms);
  if (k == 0) return result;
  const BlockProducts blocks = CorrectedSystem(field, terms, options).corrected(noise);
  Matrix all = Matrix::Zero(k + 1, k + 1);
  for (const Matrix& block : blocks) all += block;
  const Eigen::LLT<Matrix> factor(all.topLeftCorner(k, k));
  if (factor.info() != Eigen::Success) return result;
  result.coefficients = factor.solve(all.col(k).head(k));
  Matrix scatter = Matrix::Zero(k, k);  // of what each block would still change
  for (const Matrix& block : blocks) {
    const Vector score = block.col(k).head(k) - block.topLeftCorner(k, k) * result.coefficients;
    scatter += score * score.transpose();
  }
  const auto count = static_cast<double>(blocks.size());
  scatter *= count / (count - static_cast<double>(k));
  result.covariance = factor.solve(factor.solve(scatter).transpose());
  result.freedom = count - 1.0;
  result.definite = result.coefficients.allFinite() && result.covariance.allFinite();
  return result;
}

}  // namespace elto
