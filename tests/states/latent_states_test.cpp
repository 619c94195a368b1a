// SPDX-License-Identifier: Apache-2.0
#include "elto/states/latent_states.hpp"

#include <cmath>
#include <limits>

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "linalg/lapack.hpp"
#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::product;

Matrix standardised(Matrix values) {
  values.rowwise() -= values.colwise().mean().eval();
  for (Index j = 0; j < values.cols(); ++j)
    values.col(j) *= std::sqrt(static_cast<double>(values.rows())) / values.col(j).norm();
  return values;
}

Matrix noisy_sine(Index rows, double noise) {
  const Vector sine = Vector::LinSpaced(rows, 0.0, 0.2 * static_cast<double>(rows)).array().sin();
  return sine + noise * Rng(1).normal(rows, 1);
}

void expect_standardised(const Matrix& states) {
  const auto N = static_cast<double>(states.rows());
  EXPECT_MATRIX_NEAR(states.colwise().mean(), RowVector::Zero(states.cols()), 1e-12);
  EXPECT_MATRIX_NEAR(states.colwise().squaredNorm() / N, RowVector::Ones(states.cols()), 1e-12);
}

TEST(LatentStates, TrainingIncreasesTheObjective) {
  const Matrix y = noisy_sine(150, 0.3), K = gram(Rbf{}, y);
  const auto latent = learn_latent_states(K, delay_windows({150}, 4), {.epochs = 100});
  ASSERT_EQ(latent.objective.size(), 101);
  EXPECT_GT(latent.objective[100], latent.objective[0] + 0.01);
  for (Index quarter = 25; quarter <= 100; quarter += 25)
    EXPECT_GT(latent.objective[quarter], latent.objective[quarter - 25]);
  EXPECT_DOUBLE_EQ(latent.objective[100], latent.correlations.sum());
}

TEST(LatentStates, AreStandardised) {
  const Matrix K = gram(Rbf{}, noisy_sine(100, 0.3));
  expect_standardised(learn_latent_states(K, delay_windows({100}, 4), {.epochs = 20}).states);
  expect_standardised(learn_latent_states(K, delay_windows({40, 60}, 4), {.epochs = 20}).states);
}

TEST(LatentStates, AreTheProjectedPastWindowsOfTheObservable) {
  const Matrix K = gram(Rbf{}, noisy_sine(80, 0.3));
  const DelayWindows windows = delay_windows({80}, 4);
  const auto latent = learn_latent_states(K, windows, {.dimension = 2, .epochs = 10});
  const Matrix projected =
      product(past_windows(windows, product(K, latent.weights)), latent.projection.transpose());
  EXPECT_MATRIX_NEAR(latent.states, standardised(projected), 1e-12);
  EXPECT_MATRIX_NEAR(latent.offset, projected.colwise().mean(), 1e-13);
  for (Index t = 0; t < projected.rows(); ++t)
    for (Index j = 0; j < 2; ++j)
      EXPECT_NEAR(latent.states(t, j) * latent.scale[j] + latent.offset[j], projected(t, j), 1e-12);
}

TEST(LatentStates, HaveTheDimensionAskedForOrThatOfTheWindow) {
  const Matrix K = gram(Rbf{}, noisy_sine(60, 0.3));
  const DelayWindows windows = delay_windows({60}, 5);
  EXPECT_EQ(learn_latent_states(K, windows, {.epochs = 1}).states.cols(), 5);
  const auto latent = learn_latent_states(K, windows, {.dimension = 2, .epochs = 1});
  EXPECT_EQ(latent.states.cols(), 2);
  EXPECT_EQ(latent.states.rows(), 51);
  EXPECT_EQ(latent.projection.rows(), 2);
  EXPECT_EQ(latent.correlations.size(), 2);
}

TEST(LatentStates, AreDeterminedByTheSeed) {
  const Matrix K = gram(Rbf{}, noisy_sine(60, 0.3));
  const DelayWindows windows = delay_windows({60}, 3);
  const auto a = learn_latent_states(K, windows, {.epochs = 5, .seed = 7});
  const auto b = learn_latent_states(K, windows, {.epochs = 5, .seed = 7});
  const auto c = learn_latent_states(K, windows, {.epochs = 5, .seed = 8});
  EXPECT_MATRIX_EQ(a.states, b.states);
  EXPECT_MATRIX_EQ(a.weights, b.weights);
  EXPECT_GT((a.weights - c.weights).norm(), 0.1);
}

TEST(LatentStates, FirstCorrelationsOfASineAreNearOne) {
  const auto latent = learn_latent_states(gram(Rbf{}, noisy_sine(200, 0.0)),
                                          delay_windows({200}, 5), {.dimension = 2, .epochs = 50});
  EXPECT_GT(latent.correlations.minCoeff(), 0.999);
}

// The covariances of the paper: C_pp[i,j] = w^T E[K(:,p_i) K(p_j,:)] w, centred, with the tensor of
// all products of columns of K at hand, h x h x n x n numbers.
Matrix tensor_covariance(const Matrix& K, const std::vector<std::vector<Index>>& a,
                         const std::vector<std::vector<Index>>& b, const Vector& w) {
  const auto centred = [&](const std::vector<Index>& rows) {
    Matrix columns = K(rows, Eigen::all);
    columns.rowwise() -= columns.colwise().mean().eval();
    return columns;
  };
  Matrix C(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Matrix tensor = product(centred(a[i]).transpose(), centred(b[j]));
      C(static_cast<Index>(i), static_cast<Index>(j)) =
          w.dot(product(tensor, w).col(0)) / static_cast<double>(a[i].size());
    }
  return C;
}

TEST(LatentStates, EqualTheTensorFormOfThePaper) {
  constexpr Index n = 20, h = 3, d = 2, N = n - 2 * h + 1;
  const SpectralOptions options{.dimension = d, .epochs = 0, .regularisation = 1e-3};
  const Matrix K = gram(Rbf{}, Rng(2).normal(n, 2));
  const auto latent = learn_latent_states(K, delay_windows({n}, h), options);

  std::vector<std::vector<Index>> past(h), future(h);  // row of entry k of each window
  for (std::size_t k = 0; k < h; ++k)
    for (Index i = 0; i < N; ++i) {
      past[k].push_back(i + h - 1 - static_cast<Index>(k));
      future[k].push_back(i + h + static_cast<Index>(k));
    }
  const Vector& w = latent.weights;
  Matrix C_pp = tensor_covariance(K, past, past, w), C_ff = tensor_covariance(K, future, future, w);
  const Matrix C_fp = tensor_covariance(K, future, past, w);
  C_pp.diagonal().array() += options.regularisation * C_pp.trace() / h;
  C_ff.diagonal().array() += options.regularisation * C_ff.trace() / h;

  // L^-1 C_fp M^-T = U S V^T by the eigenvectors V of its square; B = S^1/2 V^T M^-1.
  Matrix M = C_pp;
  ASSERT_TRUE(cholesky(M));
  const Matrix half = testing::dense_solve(M, C_fp.transpose());
  Matrix V = product(half, testing::dense_solve(C_ff, half.transpose()));
  Vector squares(h);
  ASSERT_TRUE(symmetric_eigen(V, squares));
  V = V.rowwise().reverse().leftCols(d).eval();
  EXPECT_MATRIX_NEAR(latent.correlations, squares.reverse().head(d).cwiseSqrt(), 1e-11);

  // B up to the lengths of its rows, which standardisation undoes.
  const Matrix B = testing::dense_solve(M.transpose(), V).transpose();
  Matrix P(N, h);
  for (std::size_t k = 0; k < h; ++k)
    for (Index i = 0; i < N; ++i)
      P(i, static_cast<Index>(k)) = K.row(past[k][static_cast<std::size_t>(i)]).dot(w);
  Matrix expected = standardised(product(P, B.transpose()));
  for (Index j = 0; j < d; ++j)  // a singular vector has no sign
    if (expected.col(j).dot(latent.states.col(j)) < 0.0) expected.col(j) *= -1.0;
  EXPECT_MATRIX_NEAR(latent.states, expected, 1e-9);
}

TEST(LatentStates, ASubsetOfLandmarksCarriesTheObservable) {
  const Matrix y = noisy_sine(200, 0.1), landmarks = evenly_spaced_rows(y, 15);
  const auto latent = learn_latent_states(gram(Rbf{}, y, landmarks), delay_windows({200}, 5),
                                          {.dimension = 2, .epochs = 100});
  EXPECT_EQ(latent.weights.size(), 15);
  expect_standardised(latent.states);
  EXPECT_GT(latent.correlations.minCoeff(), 0.9);
}

TEST(EvenlySpacedRows, ReachOverTheWholeSeries) {
  const Matrix y = Vector::LinSpaced(10, 0.0, 9.0);
  EXPECT_MATRIX_EQ(evenly_spaced_rows(y, 5), (Vector{{0.0, 2.0, 4.0, 6.0, 8.0}}));
  EXPECT_MATRIX_EQ(evenly_spaced_rows(y, 3), (Vector{{0.0, 3.0, 6.0}}));
}

TEST(EvenlySpacedRows, AreAllOfThemIfFew) {
  const Matrix y = Rng(3).normal(10, 2);
  EXPECT_MATRIX_EQ(evenly_spaced_rows(y, 10), y);
  EXPECT_MATRIX_EQ(evenly_spaced_rows(y, 500), y);
}

TEST(SpectralOptions, RefusesWhatIsOutOfRange) {
  EXPECT_NO_THROW(validate(SpectralOptions(), 1));
  EXPECT_NO_THROW(validate(SpectralOptions{.dimension = 4}, 4));
  EXPECT_REFUSED(validate({.dimension = 5}, 4),
                 "spectral.dimension: must be between 1 and the window 4, or 0, got 5");
  EXPECT_REFUSED(validate({.dimension = -1}, 4), "spectral.dimension");
  EXPECT_REFUSED(validate({.epochs = -1}, 4), "spectral.epochs: must be at least 0, got -1");
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_REFUSED(validate({.learning_rate = bad}, 4), "spectral.learning_rate: must be positive");
    EXPECT_REFUSED(validate({.gradient_norm = bad}, 4), "spectral.gradient_norm: must be positive");
    EXPECT_REFUSED(validate({.regularisation = bad}, 4),
                   "spectral.regularisation: must be positive");
  }
  EXPECT_REFUSED(validate({.landmarks = 0}, 4), "spectral.landmarks: must be at least 1, got 0");
}

TEST(LatentStates, RefusesOptionsOutOfRange) {
  EXPECT_REFUSED(learn_latent_states(Matrix::Ones(20, 3), delay_windows({20}, 3), {.dimension = 4}),
                 "spectral.dimension");
}

TEST(LatentStates, RefusesAKernelMatrixThatDoesNotCoverTheWindows) {
  EXPECT_REFUSED(learn_latent_states(Matrix::Ones(19, 3), delay_windows({20}, 3), {}),
                 "kernel matrix: must be at least 20 rows, as the windows reach, got 19");
}

TEST(LatentStates, OfAConstantSeriesAreNotFinite) {
  const auto latent =
      learn_latent_states(Matrix::Ones(20, 3), delay_windows({20}, 3), {.epochs = 2});
  EXPECT_FALSE(latent.states.allFinite());
}

}  // namespace
}  // namespace elto
