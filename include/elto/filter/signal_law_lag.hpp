// SPDX-License-Identifier: Apache-2.0
// The channels of a law a fixed lag behind (filter/signal_lag_smoother.hpp): V_k, the covariance of
// the newest states with the signals of a row that waits, is carried along,
//   a step     V <- F V
//   an entry   seen = e_j V:   mean += seen v / s,   variance -= seen^2 / s,   V <- V - g seen
// and so is how its signals move with the coefficients that are in doubt, by - seen d^T / s.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/signal_law_filter.hpp"
#include "elto/io/array_file.hpp"

namespace elto {

class SignalLawLag {
 public:
  SignalLawLag(const SignalLaw& law, Index places);

  /// After the filter has taken a row: what it says of the rows that wait, at these places, and of
  /// itself at its own.
  void update(const SignalLawFilter& filter, const std::vector<Index>& waiting, Index newest);

  /// In the units of the data.
  double mean(Index channel, Index place) const;
  double variance(Index channel, Index place) const;

  void snapshot(ArrayFile& file, const std::string& prefix) const;
  void restore(const ArrayFile& file, const std::string& prefix);

 private:
  const SignalLaw* law_;
  Index D_;
  Matrix cross_;            // n x (D places)
  Matrix mean_, variance_;  // D x places, in the units of the law
  Matrix moved_;            // (D places) x coefficients
};

}  // namespace elto
