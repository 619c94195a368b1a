// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/stepper.hpp"

#include <limits>

#include "elto/baselines/dense_filter.hpp"
#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "support/dense_algebra.hpp"
#include "support/disturb.hpp"
#include "support/error_message.hpp"
#include "support/golden_case.hpp"
#include "support/linear_case.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/no_allocation.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::GoldenCase;
using testing::kMissing;

/// Means and raw covariances C P C^T, which the public covariance() symmetrises.
struct RawEstimate {
  Matrix mean;
  std::vector<Matrix> covariance;
};

RawEstimate run(const Model& model, const Matrix& rows) {
  RawEstimate estimate{Matrix(rows.rows(), rows.cols()), {}};
  Stepper stepper(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    stepper.predict();
    EXPECT_TRUE(stepper.update(rows.row(t)).ok());
    estimate.mean.row(t) = stepper.mean();
    const Matrix& C = model.operators.C;
    estimate.covariance.push_back(C * stepper.belief().covariance() * C.transpose());
  }
  return estimate;
}

void expect_covariances_near(const std::vector<Matrix>& actual, const Matrix& golden) {
  const auto T = static_cast<Index>(actual.size()), D = actual[0].rows();
  ASSERT_EQ(golden.size(), T * D * D);
  for (Index t = 0; t < T; ++t) {
    const Matrix& covariance = actual[static_cast<std::size_t>(t)];
    const Matrix row_major = covariance.transpose().reshaped().transpose();
    EXPECT_MATRIX_NEAR(row_major, golden.row(t), 1e-8) << "row " << t;
  }
}

// m = mean of the columns of (G[from,from] + N2 eps_t I)^-1 k(X[from], u), S = columns columns^T +
// Q
DenseBelief dense_basis_belief(const GoldenCase& golden, const NoiseModel& noise) {
  const auto& from = golden.data.transitions.from;
  const Matrix X = golden.data.states(from, Eigen::all);
  const Kernel kernel = resolved(golden.options.operators.state_kernel, golden.data.states);
  const double c = static_cast<double>(from.size()) * golden.options.operators.transition_ridge;
  const Matrix columns =
      testing::dense_solve(gram(kernel, X) + c * Matrix::Identity(X.rows(), X.rows()),
                           gram(kernel, X, golden.array("initial_states")));
  return {columns.rowwise().mean(),
          columns * columns.transpose() + noise.process(X.rows()).dense()};
}

NoiseModel static_noise(const GoldenCase& golden) {
  return {Matrix::Constant(1, 1, std::sqrt(golden.static_q)),
          Matrix::Constant(1, 1, std::sqrt(golden.static_r))};
}

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ELTO_SKIP_WITHOUT_GOLDEN(); }
};

TEST_P(Golden, DenseOracleReproducesIt) {
  const GoldenCase golden = testing::load_golden(GetParam());
  const Matrix rows = golden.array("observations");
  const auto dense = dense_operators(golden.data, golden.options.operators);
  EXPECT_MATRIX_NEAR(dense.T, golden.array("transfer_operator"), 1e-8);
  EXPECT_MATRIX_NEAR(dense.O, golden.array("observation_operator"), 1e-8);
  EXPECT_MATRIX_NEAR(golden.noise.process(dense.T.rows()).dense(), golden.array("Q"), 1e-8);
  EXPECT_MATRIX_NEAR(golden.noise.measurement(dense.O.rows()).dense(), golden.array("R"), 1e-8);
  for (const auto& [noise, name] : {std::pair{golden.noise, std::string("sb")},
                                    std::pair{static_noise(golden), std::string("static")}}) {
    const auto estimate = dense_filter(dense, dense_basis_belief(golden, noise), noise, rows);
    EXPECT_MATRIX_NEAR(estimate.mean, golden.array(name + "_mean"), 1e-8);
    expect_covariances_near(estimate.covariance, golden.array(name + "_covariance"));
  }
}

TEST_P(Golden, FeatureSpaceFilterReproducesIt) {
  const GoldenCase golden = testing::load_golden(GetParam());
  const Matrix rows = golden.array("observations");
  const Model model = testing::golden_model(golden, golden.noise);
  const TransferOperators& op = model.operators;
  EXPECT_MATRIX_NEAR(op.A * op.F2.transpose(), golden.array("transfer_operator"), 1e-8);
  EXPECT_MATRIX_NEAR(op.B * op.F2.transpose(), golden.array("observation_operator"), 1e-8);
  const RawEstimate structured = run(model, rows);
  EXPECT_MATRIX_NEAR(structured.mean, golden.array("sb_mean"), 1e-8);
  expect_covariances_near(structured.covariance, golden.array("sb_covariance"));
  const RawEstimate fixed = run(testing::golden_model(golden, static_noise(golden)), rows);
  EXPECT_MATRIX_NEAR(fixed.mean, golden.array("static_mean"), 1e-8);
  expect_covariances_near(fixed.covariance, golden.array("static_covariance"));
}

INSTANTIATE_TEST_SUITE_P(Stepper, Golden, ::testing::ValuesIn(testing::golden_names()),
                         [](const auto& name) { return name.param; });

/// A model of a noisy Lorenz-96 series with N windows.
Model lorenz_model(Index N, ModelOptions options, const RankOptions& rank) {
  options.operators.rank = rank;
  const Index rows = N + 2 * options.window - 1;
  Model model = learn(testing::lorenz96(rows, 4, 0.1, 1).noisy, options);
  EXPECT_EQ(model.operators.samples(), N);
  return model;
}

struct AdaptiveCase {
  Index N, k;
  InitialBelief initial;
};

class Adaptive : public ::testing::TestWithParam<AdaptiveCase> {};

TEST_P(Adaptive, AgreesWithTheDenseOracle) {
  const auto [N, k, initial] = GetParam();
  ModelOptions options;
  options.initial = initial;
  options.noise = {.blocks = k, .measurement = 1e-3};
  options.adaptation = {.window = 4, .measurement_memory = 0.8, .process_memory = 0.9};
  options.scaling = Scaling::none;
  options.update = UpdateRule::as_printed;
  Model model = lorenz_model(N, options, RankOptions::exact());
  testing::disturb(model.noise);
  const Matrix rows = testing::lorenz96(N + 50, 4, 0.2, 2).noisy.bottomRows(41);
  const auto dense =
      dense_filter(dense_operators(model.data, model.operator_options), dense_initial_belief(model),
                   model.noise, rows, {model.adaptation});
  const RawEstimate fast = run(model, rows);
  EXPECT_MATRIX_NEAR(fast.mean, dense.mean, 1e-8);
  for (std::size_t t = 0; t < dense.covariance.size(); ++t)
    EXPECT_MATRIX_NEAR(fast.covariance[t], dense.covariance[t], 1e-8);
  Stepper stepper(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    stepper.predict();
    EXPECT_TRUE(stepper.update(rows.row(t)).ok());
  }
  EXPECT_MATRIX_NEAR(stepper.noise().measurement_factor, dense.noise.measurement_factor, 1e-8);
  EXPECT_MATRIX_NEAR(stepper.noise().process_factor, dense.noise.process_factor, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Stepper, Adaptive,
                         ::testing::Values(AdaptiveCase{60, 1, InitialBelief::stationary},
                                           AdaptiveCase{60, 2, InitialBelief::stationary},
                                           AdaptiveCase{61, 2, InitialBelief::uniform_basis},
                                           AdaptiveCase{60, 3, InitialBelief::stationary},
                                           AdaptiveCase{62, 3, InitialBelief::uniform_basis},
                                           AdaptiveCase{90, 4, InitialBelief::stationary},
                                           AdaptiveCase{90, 5, InitialBelief::uniform_basis},
                                           AdaptiveCase{93, 5, InitialBelief::stationary}),
                         [](const auto& test) {
                           return concat("N", test.param.N, "k", test.param.k, "mod",
                                         test.param.N % test.param.k,
                                         test.param.initial == InitialBelief::stationary
                                             ? "stationary"
                                             : "basis");
                         });

TEST(Stepper, IsATextbookKalmanFilterOnALinearSystem) {
  const testing::LinearCase linear = testing::linear_case();
  ASSERT_EQ(linear.model.operators.rank(), 3);
  const auto& [A, H, Q, R, mean, covariance] = linear.system;
  Vector x = mean;
  Matrix P = covariance;
  const Matrix rows = Rng(1).normal(30, 2);
  const RawEstimate estimate = run(linear.model, rows);
  for (Index t = 0; t < rows.rows(); ++t) {
    if (t > 0) {
      x = (A * x).eval();
      P = (A * P * A.transpose() + Q).eval();
    }
    const Matrix K = testing::dense_solve(H * P * H.transpose() + R, H * P).transpose();
    x += K * (rows.row(t).transpose() - H * x);
    P -= (K * H * P).eval();
    EXPECT_MATRIX_NEAR(estimate.mean.row(t).transpose(), H * x, 1e-8);
    EXPECT_MATRIX_NEAR(estimate.covariance[static_cast<std::size_t>(t)], H * P * H.transpose(),
                       1e-8);
  }
}

ModelOptions adaptive_options(Index blocks) {
  ModelOptions options;
  options.noise.blocks = blocks;
  options.adaptation = {.measurement_memory = 0.9, .process_memory = 0.9};
  return options;
}

TEST(Stepper, AllocatesNothingAfterConstruction) {
#if ELTO_COUNTS_ALLOCATIONS
  for (const bool adapts : {false, true}) {
    const Model model =
        lorenz_model(200, adapts ? adaptive_options(5) : ModelOptions{}, {.max_rank = 60});
    Matrix rows = testing::lorenz96(60, 4, 0.1, 5).noisy;
    rows.row(17).setConstant(kMissing);
    Stepper stepper(model);
    double sum = 0.0;
    const long before = testing::allocations;
    for (Index t = 0; t < rows.rows(); ++t) {
      stepper.predict();
      EXPECT_TRUE(stepper.update(rows.row(t)).ok());
      sum += stepper.mean()[0] + stepper.covariance()(0, 0) + stepper.variance()[1];
    }
    const long during = testing::allocations - before;
    EXPECT_EQ(during, 0) << (adapts ? "adaptive" : "fixed noise");
    EXPECT_TRUE(std::isfinite(sum));
  }
#else
  GTEST_SKIP() << "a sanitizer has its own malloc";
#endif
}

TEST(Stepper, StaysPositiveDefiniteThroughAbruptChanges) {
  const Matrix base = testing::lorenz96(120, 4, 0.1, 1).noisy;
  const Model model = lorenz_model(60, adaptive_options(5), {.max_rank = 20});
  Stepper stepper(model);
  Rng rng(1);
  const auto least = [](const Matrix& A) { return testing::symmetric_eigenvalues(A)[0]; };
  for (Index t = 0; t < 100000; ++t) {
    RowVector row = base.row(t % base.rows());
    switch (t / 1000 % 5) {  // every thousand rows another world
      case 1:
        row.array() += 5.0;
        break;
      case 2:
        row *= 10.0;
        break;
      case 3:
        row += 3.0 * rng.normal(1, 4);
        break;
      case 4:
        row.setConstant(t / 50 % 2 == 0 ? 100.0 : -100.0);
        break;
      default:
        break;
    }
    stepper.predict();
    ASSERT_TRUE(stepper.update(row).ok()) << describe(stepper.status());
    if (t % 97 != 0 && t < 99990) continue;
    const auto& [L, M] = stepper.noise();
    const Matrix& P = stepper.belief().covariance();
    ASSERT_GT(least(P), 0.0) << "row " << t;
    ASSERT_GT(least(stepper.covariance()), 0.0) << "row " << t;
    ASSERT_GT(L.diagonal().minCoeff(), 0.0) << "row " << t;  // Proposition 1: Q and R are SPD
    ASSERT_GT(M.diagonal().minCoeff(), 0.0) << "row " << t;
  }
}

TEST(Stepper, LetsMissingRowsPass) {
  const Model model = lorenz_model(80, {}, {.max_rank = 40});
  const Matrix rows = testing::lorenz96(10, 4, 0.1, 5).noisy;
  Stepper skipping(model), forecasting(model);
  for (Index t = 0; t < 5; ++t)
    for (Stepper* stepper : {&skipping, &forecasting}) {
      stepper->predict();
      EXPECT_TRUE(stepper->update(rows.row(t)).ok());
    }
  skipping.predict();
  EXPECT_TRUE(skipping.update(RowVector::Constant(4, kMissing)).ok());
  skipping.predict();
  forecasting.predict();
  forecasting.predict();
  EXPECT_MATRIX_EQ(skipping.mean(), forecasting.mean());
  EXPECT_MATRIX_EQ(skipping.covariance(), forecasting.covariance());
  EXPECT_TRUE(skipping.update(rows.row(5)).ok());
  EXPECT_LT(skipping.variance().sum(), forecasting.variance().sum());
}

TEST(Stepper, GivesTheInitialBeliefFirst) {
  const Model model = lorenz_model(80, {}, {.max_rank = 40});
  Stepper predicted(model), not_predicted(model);
  predicted.predict();
  EXPECT_MATRIX_NEAR(model.scaling.apply(predicted.mean()),
                     (model.operators.C * model.initial.mean).transpose(), 1e-12);
  const RowVector row = RowVector::Ones(4);
  EXPECT_TRUE(predicted.update(row).ok());
  EXPECT_TRUE(not_predicted.update(row).ok());
  EXPECT_MATRIX_EQ(predicted.mean(), not_predicted.mean());
}

TEST(Stepper, ReportsTheStepAtWhichItFailed) {
  Model model = lorenz_model(80, {}, {.max_rank = 40});
  model.operators.Phi *= 1e200;
  Stepper stepper(model);
  Status status;
  for (Index t = 0; t < 10; ++t) {
    stepper.predict();
    status = stepper.update(RowVector::Zero(4));
  }
  EXPECT_EQ(status.code, StatusCode::not_finite);
  EXPECT_EQ(status.step, 1);
}

TEST(Stepper, FallsBackToIsotropicNoiseWhereAnUpdateIsNotProper) {
  Model model = lorenz_model(80, {.noise = {.blocks = 2}}, {.max_rank = 40});
  // Two nearly opposite blocks: an R that the paper's gain cannot carry.
  model.noise.measurement_factor << 1.0, 0.0, -1.0, 1e-4;
  Stepper stepper(model);
  for (Index t = 0; t < 20; ++t) {
    stepper.predict();
    ASSERT_TRUE(stepper.update(RowVector::Constant(4, 0.1 * static_cast<double>(t))).ok());
    EXPECT_GT(testing::symmetric_eigenvalues(stepper.covariance())[0], 0.0);
  }
  EXPECT_GT(stepper.isotropic_updates(), 0);
}

TEST(Stepper, RefusesRowsItCannotUse) {
  const Model model = lorenz_model(80, {}, {.max_rank = 40});
  Stepper stepper(model);
  EXPECT_THROW((void)stepper.update(RowVector::Zero(3)), InvalidArgument);
  RowVector row = RowVector::Zero(4);
  row[2] = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)stepper.update(row), InvalidArgument);
  row[2] = kMissing;
  EXPECT_THROW((void)stepper.update(row), InvalidArgument);
}

// At every kind of moment: settling, steady, after a gap, within an adaptation window.
TEST(Stepper, GoesOnFromASnapshotBitForBit) {
  Matrix rows = testing::lorenz96(200, 4, 0.1, 2).noisy;
  rows.middleRows(60, 2).setConstant(kMissing);
  for (const double memory : {1.0, 0.9}) {
    ModelOptions options;
    options.noise.blocks = 3;
    options.adaptation = {.measurement_memory = memory, .process_memory = memory};
    const Model model = lorenz_model(120, options, {.max_rank = 30});
    for (const Index stop : {0, 1, 7, 50, 61, 63, 150}) {
      Stepper whole(model);
      for (Index t = 0; t < stop; ++t) {
        whole.predict();
        EXPECT_TRUE(whole.update(rows.row(t)).ok());
      }
      Stepper resumed(model);
      resumed.restore(from_bytes(to_bytes(whole.snapshot()), "snapshot"));
      EXPECT_EQ(resumed.rows(), stop);
      for (Index t = stop; t < stop + 40; ++t) {
        whole.predict();
        resumed.predict();
        ASSERT_MATRIX_NEAR(whole.variance(), resumed.variance(), 0.0);
        ASSERT_EQ(whole.update(rows.row(t)), resumed.update(rows.row(t)));
        ASSERT_MATRIX_NEAR(whole.mean(), resumed.mean(), 0.0);
        ASSERT_MATRIX_NEAR(whole.covariance(), resumed.covariance(), 0.0);
        ASSERT_MATRIX_NEAR(whole.noise().measurement_factor, resumed.noise().measurement_factor,
                           0.0);
      }
      EXPECT_EQ(whole.isotropic_updates(), resumed.isotropic_updates());
    }
  }
}

TEST(Stepper, RefusesASnapshotOfAnotherModel) {
  const Model model = lorenz_model(80, {}, {.max_rank = 30});
  const Model other = lorenz_model(90, {}, {.max_rank = 30});
  Stepper stepper(model);
  EXPECT_SAYS(testing::io_error_of([&] { stepper.restore(Stepper(other).snapshot()); }),
              "was made with another model");
  EXPECT_SAYS(testing::io_error_of([&] { stepper.restore(ArrayFile{.kind = "model"}); }),
              "holds a 'model', not a stepper");
  ArrayFile damaged = stepper.snapshot();
  damaged.arrays.front().second = Matrix::Zero(3, 2);
  EXPECT_SAYS(testing::io_error_of([&] { stepper.restore(damaged); }),
              "was made with another model");
  damaged = stepper.snapshot();
  for (auto& [name, array] : damaged.arrays)
    if (name == "belief.pivots") array.setConstant(1e9);
  EXPECT_SAYS(testing::io_error_of([&] { stepper.restore(damaged); }), "out of range");
}

TEST(Stepper, RefusesASnapshotThatCountsOutOfRange) {
  const Model model = lorenz_model(80, {}, {.max_rank = 30});
  Stepper stepper(model);
  const ArrayFile good = stepper.snapshot();
  const auto problem_with = [&](std::string_view array, Index entry, double value) {
    ArrayFile damaged = good;
    for (auto& [name, numbers] : damaged.arrays)
      if (name == array) numbers(entry) = value;
    return testing::io_error_of([&] { stepper.restore(damaged); });
  };
  for (const double value : {kMissing, 1e300, -2.0})
    for (const Index entry : {0, 1, 2, 3})
      EXPECT_SAYS(problem_with("progress", entry, value), "progress is out of range");
  EXPECT_SAYS(problem_with("progress", 2, 5.0), "progress is out of range");
  // Steady before the first update: there are no pivots yet that it could use.
  EXPECT_SAYS(problem_with("belief.flags", 2, 1.0), "belief.pivots is out of range");
}

}  // namespace
}  // namespace elto
