// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/finite_difference.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"

namespace elto {
namespace {

/// Nodes first, first + 1, ... seen from the point i, the weights for a step of 1.
Vector weights_at(Index i, Index first, Index count, Index order) {
  return difference_weights(Vector::LinSpaced(count, static_cast<double>(first - i),
                                              static_cast<double>(first - i + count - 1)),
                            order);
}

}  // namespace

Vector difference_weights(const VectorView& nodes, Index order) {
  const Index n = nodes.size();
  require(order >= 0 && n > order, "order", concat("at least 0 and less than the ", n, " nodes"),
          order);
  Matrix c = Matrix::Zero(n, order + 1);  // c(i, k): weight of node i for derivative k
  c(0, 0) = 1.0;
  double last_product = 1.0;
  for (Index j = 1; j < n; ++j) {
    double product = 1.0;
    const Index highest = std::min(j, order);
    for (Index i = 0; i < j; ++i) {
      const double gap = nodes[j] - nodes[i];
      product *= gap;
      if (i == j - 1)
        for (Index k = highest; k >= 0; --k)
          c(j, k) = last_product / product *
                    ((k > 0 ? static_cast<double>(k) * c(j - 1, k - 1) : 0.0) -
                     nodes[j - 1] * c(j - 1, k));
      for (Index k = highest; k >= 0; --k)
        c(i, k) = (nodes[j] * c(i, k) - (k > 0 ? static_cast<double>(k) * c(i, k - 1) : 0.0)) / gap;
    }
    last_product = product;
  }
  return c.col(order);
}

Matrix space_difference(const MatrixView& field, Index order, double step) {
  if (order == 0) return field;
  const Index n = field.cols(), reach = (order + 1) / 2, at_ends = order + 2;
  require(n >= std::max(at_ends, 2 * reach + 1), "field",
          concat("at least ", std::max(at_ends, 2 * reach + 1),
                 " points for a derivative of order ", order),
          n);
  const Vector inside = weights_at(0, -reach, 2 * reach + 1, order);
  Matrix difference = Matrix::Zero(field.rows(), n);
  const auto add = [&](Index i, Index first, const Vector& weights) {
    for (Index k = 0; k < weights.size(); ++k)
      difference.col(i) += weights[k] * field.col(first + k);
  };
  for (Index i = 0; i < n; ++i) {
    if (i < reach)
      add(i, 0, weights_at(i, 0, at_ends, order));
    else if (i >= n - reach)
      add(i, n - at_ends, weights_at(i, n - at_ends, at_ends, order));
    else
      add(i, i - reach, inside);
  }
  return difference / std::pow(step, order);
}

Matrix time_difference(const MatrixView& field, Index order, double step) {
  return space_difference(field.transpose(), order, step).transpose();
}

}  // namespace elto
