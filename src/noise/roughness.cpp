// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/roughness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

namespace elto {
namespace {

constexpr double kEnough = 10.0;            // second differences
constexpr double kLargestDifference = 5.0;  // times the usual one
enum RoughnessRow : Index { kBefore, kTwoBefore, kMeanSquare, kCount, kRows };

}  // namespace

Roughness::Roughness(Index channels) : rows_(kRows, channels) {
  rows_.topRows(2).setConstant(std::numeric_limits<double>::quiet_NaN());
  rows_.bottomRows(2).setZero();
}

void Roughness::add(Index channel, double value, double memory) {
  auto seen = rows_.col(channel);
  const double difference = value - 2.0 * seen[kBefore] + seen[kTwoBefore];
  seen[kTwoBefore] = seen[kBefore];
  seen[kBefore] = value;
  if (std::isnan(difference)) return;
  const double most = seen[kCount] < kEnough || seen[kMeanSquare] == 0.0
                          ? std::numeric_limits<double>::infinity()
                          : kLargestDifference * kLargestDifference * seen[kMeanSquare];
  seen[kCount] += 1.0;
  const double share = std::max(1.0 - memory, 1.0 / seen[kCount]);
  seen[kMeanSquare] += share * (std::min(difference * difference, most) - seen[kMeanSquare]);
}

double Roughness::variance(Index channel) const {
  const auto seen = rows_.col(channel);
  return seen[kCount] < kEnough ? std::numeric_limits<double>::infinity() : seen[kMeanSquare] / 6.0;
}

void Roughness::store(ArrayFile& snapshot) const {
  snapshot.arrays.emplace_back("roughness", rows_);
}

void Roughness::restore(const ArrayFile& snapshot) {
  const Matrix& rows = snapshot.array("roughness", kRows, rows_.cols());
  if (rows.array().isInf().any() || !(rows.bottomRows(2).array() >= 0.0).all())
    throw IoError(snapshot.name, "array roughness is out of range");
  rows_ = rows;
}

}  // namespace elto
