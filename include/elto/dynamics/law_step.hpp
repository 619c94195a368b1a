// SPDX-License-Identifier: Apache-2.0
// A short step h along a law, of the fourth order of Runge and Kutta: where the mean goes, and how
// what is near it goes along,
//   F = dx(h)/dx(0),   H = dx(h)/dx(h/2),   Q = h/6 (W + 4 H W H^T + F W F^T)
// W the densities of noise; exact for an integrated Wiener process of order 2. A coefficient of
// term p in the equation of channel d moves x(h) by
//   B = sum over the four stages of phi_p(stage) push_d(stage)
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/law.hpp"

namespace elto {

class LawStep {
 public:
  /// The law must outlive it, and stay as it is. `others`: terms without a coefficient whose values
  /// are asked for too.
  explicit LawStep(const Law& law, const std::vector<Index>& others = {});

  /// From x; the pushes only if they are asked for. With the inputs of the step, if the law has
  /// any.
  void go(const double* x, double h, bool pushes = false, const InputLine& inputs = {});

  double length() const { return h_; }
  const Vector& end() const { return end_; }
  const Matrix& F() const { return F_; }
  const Matrix& H() const { return H_; }
  /// Of the terms at a stage, 0 to 3.
  const Vector& values(int stage) const { return values_[at(stage)]; }
  /// States x channels.
  const Matrix& push(int stage) const { return push_[at(stage)]; }
  /// Of the coordinates at the end: the difference to an embedded method of the third order.
  double error() const { return error_; }

  /// P <- F P F^T + Q.
  void move_covariance(Matrix& P);

 private:
  static std::size_t at(int stage) { return static_cast<std::size_t>(stage); }
  void gather_pushes(int stage);
  void cross_second_half();

  const Law* law_;
  LawFlow flow_;
  double h_ = 0.0, error_ = 0.0;
  Vector densities_;  // W
  Vector end_, stage_;
  std::array<Vector, 4> values_;
  std::array<Matrix, 4> push_, raised_;
  Matrix F_, H_, K_, next_, moved_, narrow_;
};

}  // namespace elto
