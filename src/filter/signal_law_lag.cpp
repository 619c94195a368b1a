// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_law_lag.hpp"

#include <algorithm>

namespace elto {

SignalLawLag::SignalLawLag(const SignalLaw& law, Index places)
    : law_(&law),
      D_(law.dimension()),
      cross_(Matrix::Zero(law.model.states(), D_ * places)),
      mean_(Matrix::Zero(D_, places)),
      variance_(Matrix::Zero(D_, places)),
      moved_(Matrix::Zero(D_ * places, std::ssize(law.doubted))) {}

void SignalLawLag::update(const SignalLawFilter& filter, const std::vector<Index>& waiting,
                          Index newest) {
  for (const Index place : waiting) {
    auto V = cross_.middleCols(place * D_, D_);
    if (filter.began_anew()) {  // rows from here on say nothing of it
      V.setZero();
      continue;
    }
    V = filter.transition().lazyProduct(V).eval();
    for (const auto& [channel, entry, by_coefficients] : filter.taken()) {
      const RowVector seen = V.row(channel);
      mean_.col(place) += seen.transpose() * (entry.innovation / entry.variance);
      variance_.col(place) -= seen.transpose().cwiseAbs2() / entry.variance;
      if (moved_.cols() > 0)
        moved_.middleRows(place * D_, D_) -=
            (seen.transpose() / entry.variance).lazyProduct(by_coefficients.transpose());
      V -= entry.gain.lazyProduct(seen);
    }
  }
  const LawBelief& belief = filter.belief();
  cross_.middleCols(newest * D_, D_) = belief.covariance.leftCols(D_);
  mean_.col(newest) = belief.mean.head(D_);
  variance_.col(newest) = belief.covariance.diagonal().head(D_);
  if (moved_.cols() > 0) moved_.middleRows(newest * D_, D_) = filter.sensitivity().topRows(D_);
}

double SignalLawLag::mean(Index channel, Index place) const {
  return law_->offset[channel] + law_->scale[channel] * mean_(channel, place);
}

double SignalLawLag::variance(Index channel, Index place) const {
  double variance = std::max(variance_(channel, place), 0.0);
  if (moved_.cols() > 0) {
    const auto moved = moved_.row(place * D_ + channel);
    variance += std::max((moved * law_->doubt).dot(moved), 0.0);
  }
  return law_->scale[channel] * law_->scale[channel] * variance;
}

void SignalLawLag::snapshot(ArrayFile& file, const std::string& prefix) const {
  file.arrays.emplace_back(prefix + "cross", cross_);
  file.arrays.emplace_back(prefix + "mean", mean_);
  file.arrays.emplace_back(prefix + "variance", variance_);
  file.arrays.emplace_back(prefix + "moved", moved_);
}

void SignalLawLag::restore(const ArrayFile& file, const std::string& prefix) {
  const Matrix cross = file.array(prefix + "cross", cross_.rows(), cross_.cols());
  const Matrix mean = file.array(prefix + "mean", mean_.rows(), mean_.cols());
  const Matrix variance = file.array(prefix + "variance", variance_.rows(), variance_.cols());
  moved_ = file.array(prefix + "moved", moved_.rows(), moved_.cols());
  variance_ = variance;
  cross_ = cross;
  mean_ = mean;
}

}  // namespace elto
