// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/term_doubt.hpp"

#include <cmath>
#include <vector>

#include "elto/core/random.hpp"

#include "learn/swept_terms.hpp"

namespace elto {
namespace {

constexpr Index kDraws = 200;  // each after every term has been asked
constexpr Index kFresh = 20;   // draws, after which rounding has its way no longer

Index any_of(Index count, Rng& rng) {
  return static_cast<Index>(rng.uniform() * static_cast<double>(count));
}

/// Each term in turn, as likely as its evidence; then it and another one try to change places.
void draw(SweptTerms& swept, Rng& rng) {
  for (Index k = 0; k < swept.count(); ++k) {
    const double odds = swept.in(k) ? -swept.gain_of_going(k) : swept.gain_of_coming(k);
    if ((rng.uniform() < 1.0 / (1.0 + std::exp(-odds))) != swept.in(k)) swept.flip(k);
    const Index other = any_of(swept.count(), rng);
    if (swept.in(k) == swept.in(other)) continue;
    const Index comes = swept.in(k) ? other : k, goes = swept.in(k) ? k : other;
    if (rng.uniform() < std::exp(swept.gain_of_change(comes, goes))) {
      swept.flip(goes);
      swept.flip(comes);
    }
  }
}

}  // namespace

TermDoubt doubt_of_terms(const TermEvidence& evidence, const std::vector<char>& start) {
  Rng rng(1);
  SweptTerms swept(evidence, start);
  const Index K = swept.count();
  TermDoubt doubt{
      .probability = Vector::Zero(K), .mean = Vector::Zero(K), .covariance = Matrix::Zero(K, K)};
  Vector theta(K);
  std::vector<Index> in;
  for (Index i = 0; i < kDraws; ++i) {
    if (i % kFresh == 0) swept = SweptTerms(evidence, std::vector<char>(swept.set()));
    draw(swept, rng);
    in.clear();
    for (Index k = 0; k < K; ++k) {
      theta[k] = swept.coefficient(k);
      if (swept.in(k)) in.push_back(k);
    }
    doubt.mean += theta;
    for (const Index k : in) {
      doubt.probability[k] += 1.0;
      for (const Index l : in)
        doubt.covariance(k, l) += swept.covariance(k, l) + theta[k] * theta[l];
    }
  }
  const auto draws = static_cast<double>(kDraws);
  doubt.probability /= draws;
  doubt.mean /= draws;
  doubt.covariance /= draws;
  doubt.covariance -= doubt.mean * doubt.mean.transpose();
  return doubt;
}

}  // namespace elto
