// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/first_order_lag.hpp"

#include <cmath>

namespace elto {

double follow(double w, double from, double to, double step, double lag) {
  if (lag == 0.0) return to;
  if (step == 0.0) return w;
  const double x = step / lag, forgotten = -std::expm1(-x);
  // Of the straight line, what is left of its end: 1 - (1 - e^-x) / x, which cancels where x is
  // small.
  const double moved = x < 1e-3 ? x / 2.0 - x * x / 6.0 + x * x * x / 24.0 : 1.0 - forgotten / x;
  return w + (from - w) * forgotten + (to - from) * moved;
}

Vector followed(const VectorView& times, const VectorView& input, double lag) {
  Vector w = input;
  for (Index t = 1; t < w.size(); ++t)
    w[t] = follow(w[t - 1], input[t - 1], input[t], times[t] - times[t - 1], lag);
  return w;
}

}  // namespace elto
