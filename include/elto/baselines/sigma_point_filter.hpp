// SPDX-License-Identifier: Apache-2.0
// Kalman filtering of nonlinear models without derivatives: the belief is carried through f and h
// by a few points with its mean and covariance. Unscented (Wan and van der Merwe 2000) and cubature
// (Arasaratnam and Haykin 2009) filters differ in the points only.
//   x_t = f(x_{t-1}) + N(0, Q),   y_t = h(x_t) + N(0, R)
#pragma once

#include <functional>

#include "elto/core/types.hpp"

namespace elto {

struct NonlinearModel {
  std::function<Vector(const Vector&)> transition;   ///< f
  std::function<Vector(const Vector&)> observation;  ///< h
  Matrix Q;                                          ///< n x n
  Matrix R;                                          ///< D x D, positive definite
  Vector mean;        ///< n, of the state of the first row, before it is seen
  Matrix covariance;  ///< n x n, positive definite
};

enum class SigmaPoints {
  unscented,  ///< 2n + 1 points; alpha = 1, kappa = 0, beta = 2: weights stay positive
  cubature,   ///< 2n points of equal weight
};

class SigmaPointFilter {
 public:
  SigmaPointFilter(NonlinearModel model, SigmaPoints points);

  /// Moves on to the next row; the first call gives the initial belief.
  void predict();
  /// Conditions on a row. A row of NaN is missing.
  void update(const RowView& row);

  /// Of h(x), without measurement noise.
  RowVector mean() const;
  Matrix covariance() const;
  const NonlinearModel& model() const { return model_; }  ///< with the belief as it is now

 private:
  struct Moments {
    Vector mean;
    Matrix covariance, cross;  // of the image, and between points and image
  };
  Moments through(const std::function<Vector(const Vector&)>& map) const;

  NonlinearModel model_;
  Index states_;
  double weight_, spread_;  // of a point, and its distance in standard deviations
  double centre_weight_;    // of the centre in the covariance; it has none in the mean
  bool started_ = false;
};

}  // namespace elto
