// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/kernel_kalman_rule.hpp"

#include "elto/baselines/dense_filter.hpp"
#include "elto/features/gram.hpp"
#include "elto/systems/pendulum.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

struct Episodes {
  std::vector<Series> observed;
  std::vector<Matrix> truth;
};

Episodes pendulums(int count, std::uint32_t seed) {
  Rng rng(seed);
  Episodes episodes;
  for (int i = 0; i < count; ++i) {
    Simulation made = pendulum({.observation_noise = 0.1}, rng);
    episodes.observed.push_back(made.observed);
    episodes.truth.push_back(made.truth);
  }
  return episodes;
}

/// The rule on weights, with matrices of the size of the data.
class DenseRule {
 public:
  /// Of one sequence y.
  DenseRule(const Matrix& y, const KernelKalmanRuleOptions& options) {
    const Index h = options.window, D = y.cols(), N = y.rows() - 2 * h + 1, N2 = N - 1;
    StateData data{Matrix(N, h * D), y.middleRows(h - 1, N), {}};
    for (Index i = 0; i < N; ++i)
      for (Index age = 0; age < h; ++age)
        data.states.row(i).segment(age * D, D) = y.row(i + h - 1 - age);
    for (Index i = 0; i < N2; ++i) {
      data.transitions.from.push_back(i);
      data.transitions.to.push_back(i + 1);
    }
    op = dense_operators(data, options.operators);
    // Successor i is e_i over the successors, and column i of E is what is predicted instead.
    const Matrix I = Matrix::Identity(N2, N2);
    const Matrix G =
        gram(resolved(options.operators.state_kernel, data.states), data.states.topRows(N2));
    const double ridge = static_cast<double>(N2) * options.operators.transition_ridge;
    const Matrix E = testing::dense_solve(G + ridge * I, G);
    V = (E - I) * (E - I).transpose() / static_cast<double>(N2);
    kappa = options.regularisation * static_cast<double>(N);
    m = Vector::Constant(N2, 1.0 / static_cast<double>(N2));
    S = (I - Matrix::Constant(N2, N2, 1.0 / static_cast<double>(N2))) / static_cast<double>(N2);
  }

  void predict() {
    m = (op.T * m).eval();
    S = (op.T * S * op.T.transpose() + V).eval();
  }

  void update(const RowView& y) {
    const Matrix GO = op.G_y * op.O, SOt = S * op.O.transpose();
    const Matrix innovation = GO * SOt + kappa * Matrix::Identity(GO.rows(), GO.rows());
    const Matrix gain = testing::dense_solve(innovation.transpose(), SOt.transpose()).transpose();
    m += gain * (gram(op.observation_kernel, op.Y, y) - GO * m);
    S -= (gain * (GO * S)).eval();
  }

  RowVector mean() const { return (op.Y.transpose() * op.O * m).transpose(); }
  RowVector variance() const {
    const Matrix YO = op.Y.transpose() * op.O;
    return (YO * S * YO.transpose()).diagonal().transpose();
  }

  DenseOperators op;
  Matrix V, S;
  Vector m;
  double kappa = 0.0;
};

TEST(KernelKalmanRule, IsTheRuleOnWeights) {
  KernelKalmanRuleOptions options;
  options.window = 3;
  options.operators.rank = RankOptions::exact();
  options.regularisation = 1e-3;
  const Matrix y = testing::lorenz96(80, 4, 0.1, 1).noisy;
  const KernelKalmanRule rule = learn_kernel_kalman_rule({y}, options);
  Matrix rows = testing::lorenz96(30, 4, 0.1, 2).noisy;
  rows.row(12).setConstant(kMissing);
  const Estimate estimate = filter(rule, rows);

  DenseRule dense(rule.scaling.apply(y), options);
  const Matrix standardised = rule.scaling.apply(rows);
  const RowVector squared_scale = rule.scaling.scale.cwiseAbs2();
  const auto in_data_units = [&](const RowVector& mean) -> RowVector {
    return rule.scaling.offset + mean.cwiseProduct(rule.scaling.scale);
  };
  for (Index t = 0; t < rows.rows(); ++t) {
    if (t > 0) dense.predict();
    EXPECT_MATRIX_NEAR(estimate.predicted.row(t), in_data_units(dense.mean()), 1e-8);
    EXPECT_MATRIX_NEAR(estimate.predicted_variance.row(t),
                       dense.variance().cwiseProduct(squared_scale), 1e-8);
    if (t != 12) dense.update(standardised.row(t));
    EXPECT_MATRIX_NEAR(estimate.mean.row(t), in_data_units(dense.mean()), 1e-8);
    EXPECT_MATRIX_NEAR(estimate.variance.row(t), dense.variance().cwiseProduct(squared_scale),
                       1e-8);
  }
  EXPECT_TRUE(estimate.status.ok());
}

TEST(KernelKalmanRule, OnTheSpanOfAllSamplesIsTheWholeRule) {
  const Episodes episodes = pendulums(4, 1);
  KernelKalmanRuleOptions options;
  options.operators.rank = RankOptions::exact();
  const KernelKalmanRule whole = learn_kernel_kalman_rule(episodes.observed, options);
  options.operators.rank = {.tolerance = 0.0, .max_rank = whole.operators.samples()};
  const KernelKalmanRule subspace = learn_kernel_kalman_rule(episodes.observed, options);
  const Series series = pendulums(1, 2).observed.front();
  EXPECT_MATRIX_NEAR(filter(subspace, series).mean, filter(whole, series).mean, 1e-10);
}

double mean_squared_error(const std::vector<Matrix>& estimates, const std::vector<Matrix>& truth) {
  const Matrix error = stacked(estimates) - stacked(truth);
  return error.squaredNorm() / static_cast<double>(error.size());
}

TEST(KernelKalmanRule, TakesNoiseFromPendulums) {
  const Episodes training = pendulums(30, 1), test = pendulums(10, 2);
  KernelKalmanRuleOptions options;
  options.operators.rank.max_rank = 50;
  KernelKalmanRule rule = learn_kernel_kalman_rule(training.observed, options);
  const auto estimates = [&] {
    std::vector<Matrix> means;
    for (const Series& series : test.observed) means.push_back(filter(rule, series).mean);
    return means;
  };
  const double raw = mean_squared_error(observed_runs(test.observed), test.truth);
  EXPECT_LT(mean_squared_error(estimates(), test.truth), 0.95 * raw);
  // kappa is read while filtering: a large one believes the model alone, not the rows.
  rule.regularisation = 1e-2;
  EXPECT_GT(mean_squared_error(estimates(), test.truth), 10.0 * raw);
}

TEST(KernelKalmanRule, SaysWhatIsWrong) {
  const std::vector<Series> observed = pendulums(2, 1).observed;
  EXPECT_REFUSED(learn_kernel_kalman_rule(observed, {.window = 0}), "window: must be at least 1");
  EXPECT_REFUSED(learn_kernel_kalman_rule(observed, {.regularisation = 0.0}),
                 "regularisation: must be finite and positive, got 0");
  const KernelKalmanRule rule = learn_kernel_kalman_rule(observed);
  EXPECT_REFUSED(filter(rule, Matrix::Zero(5, 2)), "series columns: must be 1 as in the training");
}

}  // namespace
}  // namespace elto
