// SPDX-License-Identifier: Apache-2.0
#include "same_series.hpp"

#include <algorithm>
#include <cmath>

#include "target.hpp"

namespace elto::fuzz {
namespace {

// NaN equals NaN, and 0 differs from -0.
bool same_number(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

bool same_numbers(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data(), same_number);
}

}  // namespace

void require_same(const Series& a, const Series& b, Names names) {
  if (!same_numbers(a.values, b.values)) fail("the values changed");
  const bool appeared = names == Names::may_appear && a.channels.empty() && !a.time.empty();
  if (!appeared && a.channels != b.channels) fail("the channels changed");
  if (a.time.name != b.time.name) fail("the name of the time changed");
  if (!same_numbers(a.time.values, b.time.values)) fail("the time changed");
  if (a.time.labels != b.time.labels) fail("the timestamps changed");
}

}  // namespace elto::fuzz
