// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/stepper.hpp"

#include "elto/filter/filter.hpp"

#include "support/dense_filter.hpp"
#include "support/golden_case.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::GoldenCase;

// m = mean of the columns of (G[from,from] + N2 eps_t I)^-1 k(X[from], u), S = columns columns^T +
// Q
testing::DenseBelief dense_initial_belief(const GoldenCase& golden, const Matrix& Q) {
  const auto& from = golden.data.transitions.from;
  const Matrix X = golden.data.states(from, Eigen::all);
  const Kernel kernel = resolved(golden.options.operators.state_kernel, golden.data.states);
  const double c = static_cast<double>(from.size()) * golden.options.operators.transition_ridge;
  const Matrix regularised = gram(kernel, X) + c * Matrix::Identity(X.rows(), X.rows());
  const Matrix columns = regularised.llt().solve(gram(kernel, X, golden.array("initial_states")));
  return {columns.rowwise().mean(), columns * columns.transpose() + Q};
}

NoiseModel static_noise(const GoldenCase& golden) {
  return {Matrix::Constant(1, 1, std::sqrt(golden.static_q)),
          Matrix::Constant(1, 1, std::sqrt(golden.static_r))};
}

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ELTO_SKIP_WITHOUT_GOLDEN(); }
};

void expect_covariances_near(const std::vector<Matrix>& actual, const Matrix& golden,
                             double tolerance) {
  const Index T = static_cast<Index>(actual.size()), D = actual[0].rows();
  ASSERT_EQ(golden.size(), T * D * D);
  for (Index t = 0; t < T; ++t) {
    Matrix expected(D, D);
    for (Index i = 0; i < D; ++i)
      for (Index j = 0; j < D; ++j) expected(i, j) = golden(t, i * D + j);
    EXPECT_MATRIX_NEAR(actual[static_cast<std::size_t>(t)], expected, tolerance) << "row " << t;
  }
}

TEST_P(Golden, DenseOracleReproducesEverything) {
  const GoldenCase golden = testing::load_golden(GetParam());
  const auto dense = testing::dense_operators(golden.data, golden.options.operators);
  EXPECT_MATRIX_NEAR(dense.T, golden.array("transfer_operator"), 1e-8);
  EXPECT_MATRIX_NEAR(dense.O, golden.array("observation_operator"), 1e-8);
  const Matrix Q = golden.noise.process(dense.T.rows()).dense();
  const Matrix R = golden.noise.measurement(dense.O.rows()).dense();
  EXPECT_MATRIX_NEAR(Q, golden.array("Q"), 1e-8);
  EXPECT_MATRIX_NEAR(R, golden.array("R"), 1e-8);
  const Matrix rows = golden.array("observations");
  const auto sb = testing::dense_filter(dense, dense_initial_belief(golden, Q), Q, R, rows);
  EXPECT_MATRIX_NEAR(sb.mean, golden.array("sb_mean"), 1e-8);
  expect_covariances_near(sb.covariance, golden.array("sb_covariance"), 1e-8);
}

TEST_P(Golden, FeatureSpaceFilterReproducesEverything) {
  const GoldenCase golden = testing::load_golden(GetParam());
  const Matrix rows = golden.array("observations");
  const Model model = testing::golden_model(golden, golden.noise);
  EXPECT_MATRIX_NEAR(model.operators.A * model.operators.F2.transpose(),
                     golden.array("transfer_operator"), 1e-8);
  EXPECT_MATRIX_NEAR(model.operators.B * model.operators.F2.transpose(),
                     golden.array("observation_operator"), 1e-8);
  const Estimate sb = filter(model, rows);
  EXPECT_TRUE(sb.status.ok());
  EXPECT_MATRIX_NEAR(sb.mean, golden.array("sb_mean"), 1e-8);
  expect_covariances_near(sb.covariance, golden.array("sb_covariance"), 1e-8);
  const Estimate fixed = filter(testing::golden_model(golden, static_noise(golden)), rows);
  EXPECT_MATRIX_NEAR(fixed.mean, golden.array("static_mean"), 1e-8);
  expect_covariances_near(fixed.covariance, golden.array("static_covariance"), 1e-8);
  std::cout << "rank " << model.operators.rank() << " of " << model.operators.samples() << " err "
            << (sb.mean - golden.array("sb_mean")).cwiseAbs().maxCoeff() << " asym "
            << (sb.covariance.back() - sb.covariance.back().transpose()).norm() /
                   sb.covariance.back().norm()
            << "\n";
}

INSTANTIATE_TEST_SUITE_P(AllCases, Golden, ::testing::ValuesIn(testing::golden_names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace elto
