// SPDX-License-Identifier: Apache-2.0
#include "elto/features/gram.hpp"

#include <algorithm>

namespace elto {

Matrix gram(const Kernel& kernel, const MatrixView& X, const MatrixView& Y) {
  Matrix G(X.rows(), Y.rows());
  for (Index j = 0; j < Y.rows(); ++j) evaluate(kernel, X, Y.row(j), G.col(j));
  return G;
}

Matrix gram(const Kernel& kernel, const MatrixView& X) {
  const Index n = X.rows();
  Matrix G(n, n);
  for (Index j = 0; j < n; ++j)
    evaluate(kernel, X.bottomRows(n - j), X.row(j), G.col(j).tail(n - j));
  G.triangularView<Eigen::StrictlyUpper>() = G.transpose();
  return G;
}

Matrix gram_times(const Kernel& kernel, const MatrixView& X, const MatrixView& Y,
                  const MatrixView& M) {
  constexpr Index kRowsAtOnce = 256;
  Matrix product(X.rows(), M.cols());
  Matrix block;
  for (Index begin = 0; begin < X.rows(); begin += kRowsAtOnce) {
    const Index rows = std::min(kRowsAtOnce, X.rows() - begin);
    block = gram(kernel, X.middleRows(begin, rows), Y);
    product.middleRows(begin, rows).noalias() = block * M;
  }
  return product;
}

}  // namespace elto
