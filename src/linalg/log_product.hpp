// SPDX-License-Identifier: Apache-2.0
// The logarithm of a product of many numbers, whose own is taken only where the product leaves the
// range in which it is exact: a logarithm for each takes longer than all else that is done with it.
#pragma once

#include <cmath>

namespace elto {

class LogProduct {
 public:
  /// By a positive number.
  void operator*=(double factor) {
    const double product = product_ * factor;
    if (product > kLeast && product < 1.0 / kLeast) {
      product_ = product;
      return;
    }
    log_ += std::log(product_) + std::log(factor);
    product_ = 1.0;
  }

  double log() const { return log_ + std::log(product_); }

 private:
  static constexpr double kLeast = 1e-100;

  double log_ = 0.0, product_ = 1.0;
};

}  // namespace elto
