// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/input_gains.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/dynamics/components.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Entries at uneven times, some missing, of a level and a cycle that two inputs are added to.
struct Driven {
  LinearModel model{{{IntegratedWiener{.order = 1, .noise = 0.02},
                      Cycle{.period = 9.0, .noise = 1e-2, .decay = 0.1}}},
                    0.3};
  Rows rows{.times = Vector(60), .values = Matrix(60, 1)};
  std::vector<Jump> jumps = {{.row = 20, .state = 0, .variance = 2.0}};
  Matrix inputs{60, 2};
  Vector prior{{0.7, 3.0}};

  Driven() {
    Rng rng(5);
    double time = 0.0;
    for (Index t = 0; t < 60; ++t) {
      rows.times[t] = time += 0.4 + rng.uniform();
      inputs.row(t) << std::sin(0.2 * time), rng.normal();
      rows.values(t, 0) = 0.5 * inputs(t, 0) + 1.5 * inputs(t, 1) + std::cos(0.6 * time) +
                          (t < 20 ? 0.0 : 1.0) + 0.5 * rng.normal();
      if (t % 7 == 3) rows.values(t, 0) = std::nan("");
    }
  }

  /// Of the signals, without inputs, at all times.
  Matrix signal_covariance() const {
    const Index n = model.states(), T = rows.count();
    const RowVector c = model.observation.row(0);
    Matrix all(T, T), P = model.dynamics.initial();
    for (Index t = 0; t < T; ++t) {
      if (t > 0) {
        const auto [F, Q] = model.dynamics.transition(rows.times[t] - rows.times[t - 1]);
        P = F * P * F.transpose() + Q;
      }
      if (t == 20) P(0, 0) += 2.0;
      Matrix cross = P;
      for (Index s = t; s < T; ++s) {
        if (s > t) cross = model.dynamics.transition(rows.times[s] - rows.times[s - 1]).F * cross;
        all(t, s) = all(s, t) = (c * cross).dot(c);
      }
    }
    EXPECT_EQ(n, 3);
    return all;
  }
};

/// The joint normal distribution of signals and gains, given the entries but one.
struct Joint {
  Vector gain, mean, variance;
  Matrix covariance;  // of gains
  double log_likelihood;

  explicit Joint(const Driven& driven, Index left_out = -1) {
    const Index T = driven.rows.count();
    std::vector<Index> seen;
    for (Index t = 0; t < T; ++t)
      if (!std::isnan(driven.rows.values(t, 0)) && t != left_out) seen.push_back(t);
    const Matrix W = driven.prior.cwiseAbs2().asDiagonal();
    const Matrix S = driven.signal_covariance();
    const Matrix whole = S + driven.inputs * W * driven.inputs.transpose();
    Matrix entries = whole(seen, seen);
    entries.diagonal().array() += driven.model.noise[0];
    const Vector y = driven.rows.values.col(0)(seen);
    const Vector weights = testing::dense_solve(entries, y);
    const Matrix seen_inputs = driven.inputs(seen, Eigen::all);
    const Matrix of_signal = whole(Eigen::all, seen), of_gain = W * seen_inputs.transpose();
    mean = of_signal * weights;
    gain = of_gain * weights;
    variance =
        (whole - of_signal * testing::dense_solve(entries, of_signal.transpose())).diagonal();
    covariance = W - of_gain * testing::dense_solve(entries, of_gain.transpose());
    log_likelihood =
        -0.5 * (y.dot(weights) + testing::symmetric_eigenvalues(entries).array().log().sum() +
                static_cast<double>(seen.size()) * std::log(2.0 * std::numbers::pi));
  }
};

GainFit gains_of(const Driven& driven) {
  Matrix columns(driven.rows.values.array().isFinite().count(), 2);
  for (Index k = 0; k < 2; ++k)
    columns.col(k) =
        whitened(driven.model, column_as_rows(driven.rows, driven.inputs.col(k)), driven.jumps);
  return fit_gains(whitened(driven.model, driven.rows, driven.jumps), columns, driven.prior);
}

// The level may be anywhere within a standard deviation of a hundred or so: that many digits the
// dense form loses.
constexpr double kTolerance = 1e-9;

TEST(InputGains, AreThoseOfTheJointDistribution) {
  const Driven driven;
  const GainFit fit = gains_of(driven);
  const Joint joint(driven);
  EXPECT_MATRIX_NEAR(fit.gain, joint.gain, kTolerance);
  EXPECT_MATRIX_NEAR(fit.covariance, joint.covariance, kTolerance);
}

TEST(InputGains, GainTheLikelihoodOfTheJointDistribution) {
  const Driven driven;
  const GainFit fit = gains_of(driven);
  const double without = smooth(driven.model, driven.rows, driven.jumps).log_likelihood;
  const Matrix W = driven.prior.cwiseAbs2().asDiagonal();
  const double width = 0.5 * (testing::symmetric_eigenvalues(fit.covariance).array().log().sum() -
                              testing::symmetric_eigenvalues(W).array().log().sum());
  EXPECT_NEAR(without + fit.gained + width, Joint(driven).log_likelihood, kTolerance * 100.0);
}

TEST(InputGains, AndTheirVarianceGiveTheSignalOfTheJointDistribution) {
  const Driven driven;
  const GainFit fit = gains_of(driven);
  const Joint joint(driven);
  Rows left = driven.rows;
  left.values.col(0) -= driven.inputs * fit.gain;
  const SmoothedRows smoothed = smooth(driven.model, left, driven.jumps);
  const GainVariance added =
      gain_variance(driven.model, fit.covariance, driven.rows, driven.jumps, driven.inputs);
  EXPECT_MATRIX_NEAR(smoothed.signal.mean.col(0) + driven.inputs * fit.gain, joint.mean,
                     kTolerance);
  EXPECT_MATRIX_NEAR(smoothed.signal.variance.col(0) + added.signal, joint.variance, kTolerance);
}

TEST(InputGains, WidenWhatIsSaidOfEntriesLeftOut) {
  // To first order, because here the entry itself has taught the gains.
  const Driven driven;
  const GainFit fit = gains_of(driven);
  const SmoothedRows smoothed = smooth(driven.model, driven.rows, driven.jumps);
  const GainVariance added =
      gain_variance(driven.model, fit.covariance, driven.rows, driven.jumps, driven.inputs);
  for (const Index t : {0, 19, 41, 58}) {
    const Joint joint(driven, t);
    const double exact =
        joint.variance[t] + driven.model.noise[0] - smoothed.left_out.variance(t, 0);
    EXPECT_GT(added.left_out[t], 0.0);
    EXPECT_NEAR(added.left_out[t], exact, 0.25 * exact + 1e-9);
  }
}

TEST(InputGains, RefuseWhatDoesNotFit) {
  EXPECT_THROW((void)fit_gains(Vector::Zero(3), Matrix::Zero(4, 1), Vector::Ones(1)),
               InvalidArgument);
  EXPECT_THROW((void)fit_gains(Vector::Zero(3), Matrix::Zero(3, 1), Vector::Zero(1)),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
