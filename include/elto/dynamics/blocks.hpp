// SPDX-License-Identifier: Apache-2.0
// Products with block-diagonal matrices, such as F and Q of a sum of components: n^2 operations for
// each row of a block, not n^3. All matrices are n x n, column by column.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

class Blocks {
 public:
  Blocks() = default;
  explicit Blocks(std::vector<Index> sizes);

  Index states() const { return states_; }
  std::size_t count() const { return size_.size(); }
  Index begin(std::size_t block) const { return begin_[block]; }
  Index end(std::size_t block) const { return begin_[block] + size_[block]; }

  /// x <- G x.
  void multiply(const double* G, double* x);
  /// A <- G A G^T, for A symmetric.
  void transform(const double* G, double* A);
  /// A <- A + Q.
  void add(const double* Q, double* A) const;

 private:
  std::vector<Index> begin_ = {}, size_ = {};
  Index states_ = 0;
  std::vector<double> room_ = {};  // for a matrix
};

/// Whether a covariance stays as it was: of all entries, as correlations. Where states rotate
/// unseen, their variances may stay and their covariances not.
bool settled(const double* now, const double* before, Index states);

}  // namespace elto
