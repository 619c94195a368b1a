// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/noise_in_hindsight.hpp"

#include <cmath>

#include "elto/core/error.hpp"

namespace elto {

Matrix noise_in_hindsight(const Matrix& squares, const Matrix& before, double memory) {
  require(memory > 0.0 && memory <= 1.0, "memory", "in (0, 1]", memory);
  require(before.rows() == squares.rows() && before.cols() == squares.cols(), "before",
          concat("of ", squares.rows(), " x ", squares.cols(), " numbers"),
          concat(before.rows(), " x ", before.cols()));
  Matrix noise(squares.rows(), squares.cols());
  Vector sums(squares.rows()), weights(squares.rows());
  for (Index j = 0; j < squares.cols(); ++j) {
    double sum = 0.0, weight = 0.0;
    const auto take_in = [&](Index t) {
      if (std::isnan(squares(t, j))) return;
      sum += squares(t, j);
      weight += 1.0;
    };
    for (Index t = 0; t < squares.rows(); ++t) {
      sum *= memory;
      weight *= memory;
      take_in(t);
      sums[t] = before(t, j) + sum;
      weights[t] = 1.0 + weight;
    }
    sum = weight = 0.0;
    for (Index t = squares.rows() - 1; t >= 0; --t) {
      sum *= memory;
      weight *= memory;
      noise(t, j) = (sums[t] + sum) / (weights[t] + weight);
      take_in(t);
    }
  }
  return noise;
}

}  // namespace elto
