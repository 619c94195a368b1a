// SPDX-License-Identifier: Apache-2.0
// The extended Kalman filter of a law of motion (model/law_model.hpp), in the units of its model:
//   predict   x and P along the law, in parts as short as the motion asks (dynamics/law_step.hpp)
//   update    entry by entry, s = P_jj + R_j, g = P e_j / s:   x <- x + g v,   P <- P - s g g^T
#pragma once

#include <functional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/law_step.hpp"
#include "elto/model/law_model.hpp"

namespace elto {

/// What is known of the states.
struct LawBelief {
  Vector mean = {};
  Matrix covariance = {};
  double longest = 0.0;  ///< part of a step that the motion allows

  bool operator==(const LawBelief&) const = default;
};
LawBelief initial_belief(const LawModel& model);

/// How an entry was taken.
struct LawEntry {
  Vector gain = {};
  double innovation = 0.0, variance = 0.0;
};

class LawFilter {
 public:
  /// The model must outlive the filter, and stay as it is. `others`: coefficients, which may be 0,
  /// whose pushes a visitor asks for.
  explicit LawFilter(const LawModel& model, const std::vector<LawCoefficient>& others = {});

  LawBelief belief;

  /// Over a length of time; after each part, visitor(part, mean before it) is called. False if the
  /// motion leaves all bounds.
  using Visitor = std::function<void(const LawStep& part, const Vector& begin)>;
  bool predict(double length, const Visitor& visitor = {}, bool pushes = false,
               const InputLine& inputs = {});
  /// What an entry would be, but for its gain: innovation and variance.
  LawEntry expect(Index channel, double value) const;
  /// False if a number is not finite.
  bool take(Index channel, double value, LawEntry& entry);

 private:
  const LawModel* model_;
  LawStep step_;
  double tolerance_;  // of the error of a part
  Vector begin_;
};

}  // namespace elto
