// SPDX-License-Identifier: Apache-2.0
#include "elto/features/feature_map.hpp"

#include <limits>

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr Index kNoCap = 1000;

const Kernel kSmooth = Rbf{.gamma = 0.2};

Matrix square_cloud(Index rows) {
  return Rng(1).uniform(rows, 2);
}

Matrix missed(const Features& features, const Matrix& G) {
  return G - features.values * features.values.transpose();
}

TEST(FeatureMap, ExactRankReproducesASmoothGramMatrix) {
  const Matrix X = square_cloud(200);
  const Features features = learn_features(kSmooth, X, RankOptions::exact());
  EXPECT_LT(features.map.rank(), 60);  // numerically low
  EXPECT_MATRIX_NEAR(missed(features, gram(kSmooth, X)), Matrix::Zero(200, 200), 1e-12);
}

TEST(FeatureMap, ExactRankReproducesAGramMatrixOfFullRank) {
  const Matrix X = square_cloud(150);
  const Features features = learn_features(Laplacian{}, X, RankOptions::exact());
  EXPECT_EQ(features.map.rank(), 150);
  EXPECT_MATRIX_NEAR(missed(features, gram(Laplacian{}, X)), Matrix::Zero(150, 150), 1e-12);
}

TEST(FeatureMap, DuplicatesAmongThePointsAddNoRank) {
  const Matrix once = square_cloud(30);
  const Matrix X = once.replicate(2, 1);
  const Features features = learn_features(Laplacian{}, X, RankOptions::exact());
  EXPECT_EQ(features.map.rank(), 30);
  EXPECT_MATRIX_NEAR(missed(features, gram(Laplacian{}, X)), Matrix::Zero(60, 60), 1e-12);
}

TEST(FeatureMap, LinearKernelHasTheRankOfTheDimension) {
  const Matrix X = Rng(2).normal(50, 3);
  for (const RankOptions& options : {RankOptions(), RankOptions::exact()}) {
    const Features features = learn_features(Linear{}, X, options);
    EXPECT_EQ(features.map.rank(), 3);
    EXPECT_MATRIX_NEAR(missed(features, X * X.transpose()), Matrix::Zero(50, 50), 1e-12);
  }
}

TEST(FeatureMap, OnePointHasOneFeature) {
  const Features features = learn_features(Linear{}, Matrix{{3.0, 4.0}}, RankOptions::exact());
  ASSERT_EQ(features.map.rank(), 1);
  EXPECT_DOUBLE_EQ(features.spectrum[0], 25.0);
}

TEST(FeatureMap, ColumnsAreOrthogonalWithTheSpectrumAsSquaredLengths) {
  const Matrix X = square_cloud(120);
  for (const RankOptions& options :
       {RankOptions(), RankOptions::exact(), RankOptions{.max_rank = 5}}) {
    const Features features = learn_features(kSmooth, X, options);
    const Vector& s = features.spectrum;
    const Matrix FtF = features.values.transpose() * features.values;
    EXPECT_MATRIX_NEAR(FtF, Matrix(s.asDiagonal()), 1e-13 * s[0]);
    for (Index i = 1; i < s.size(); ++i) EXPECT_GE(s[i - 1], s[i]);
    EXPECT_GE(s.minCoeff(), 0.0);
  }
}

TEST(FeatureMap, ExactSpectrumIsThatOfTheGramMatrix) {
  const Matrix X = square_cloud(80);
  const Features features = learn_features(Matern32{}, X, RankOptions::exact());
  const Vector eigenvalues = testing::symmetric_eigenvalues(gram(Matern32{}, X)).reverse();
  EXPECT_MATRIX_NEAR(features.spectrum, eigenvalues.head(features.spectrum.size()), 1e-12);
}

TEST(FeatureMap, MapsThePointsToTheirFeatures) {
  const Matrix X = square_cloud(120);
  const auto difference = [&](const Kernel& kernel, const RankOptions& options) {
    const Features features = learn_features(kernel, X, options);
    return (features.map(X) - features.values).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(difference(Laplacian{}, RankOptions::exact()), 1e-12);
  EXPECT_LT(difference(kSmooth, {}), 1e-10);
  EXPECT_LT(difference(kSmooth, {.max_rank = 3}), 1e-10);
  // Landmarks are triangular-solved down to pivots of sqrt(epsilon): half the digits remain.
  EXPECT_LT(difference(kSmooth, RankOptions::exact()), 1e-6);
}

TEST(FeatureMap, CarriesOverToOtherPointsOfTheCloud) {
  const Features features = learn_features(kSmooth, square_cloud(200), {.tolerance = 1e-10});
  const Matrix other = Rng(3).uniform(50, 2), phi = features.map(other);
  EXPECT_MATRIX_NEAR(phi * phi.transpose(), gram(kSmooth, other), 1e-7);
}

TEST(FeatureMap, ErrorDecreasesWithTheRank) {
  const Matrix X = square_cloud(150), G = gram(Laplacian{}, X);
  double last = std::numeric_limits<double>::infinity();
  for (const Index rank : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const Features features = learn_features(Laplacian{}, X, {.tolerance = 0.0, .max_rank = rank});
    const double error = missed(features, G).trace();
    EXPECT_EQ(features.map.rank(), rank);
    EXPECT_LT(error, last);
    last = error;
  }
}

TEST(FeatureMap, MissesNoPointByMoreThanTheTolerance) {
  const Matrix X = square_cloud(200);
  const Kernel kernel = 7.0 * kSmooth;  // the tolerance is relative
  for (const double tolerance : {1e-1, 1e-3, 1e-6, 1e-9}) {
    const Features features =
        learn_features(kernel, X, {.tolerance = tolerance, .max_rank = kNoCap});
    const Vector diagonal = missed(features, gram(kernel, X)).diagonal();
    EXPECT_LE(diagonal.maxCoeff(), 7.0 * tolerance);
    EXPECT_GE(diagonal.minCoeff(), -1e-13);
  }
}

TEST(FeatureMap, RankIsCapped) {
  const Matrix X = square_cloud(100);
  for (const Index cap : {1, 7, 49, 50, 51, 99, 100, 101}) {
    const Features features = learn_features(Laplacian{}, X, {.tolerance = 0.0, .max_rank = cap});
    EXPECT_EQ(features.map.rank(), std::min<Index>(cap, 100));
    EXPECT_EQ(features.values.cols(), features.map.rank());
    EXPECT_EQ(features.spectrum.size(), features.map.rank());
    EXPECT_LE(features.map.landmarks.rows(), 2 * cap);
  }
}

// No r features can miss less, in the trace, than the eigenvalues of the Gram matrix after the
// r-th.
TEST(FeatureMap, IsCloseToTheBestPossibleAtItsRank) {
  const Matrix X = square_cloud(150);
  for (const Kernel& kernel : {kSmooth, Kernel(Matern32{}), Kernel(Laplacian{})}) {
    const Matrix G = gram(kernel, X);
    const Vector eigenvalues = testing::symmetric_eigenvalues(G);
    for (const Index rank : {4, 8, 16, 32}) {
      const double best = eigenvalues.head(150 - rank).sum();
      if (best < 1e-10) continue;  // rounding
      const Features features = learn_features(kernel, X, {.tolerance = 0.0, .max_rank = rank});
      const double error = missed(features, G).trace();
      EXPECT_LT(error, 1.5 * best) << to_text(kernel) << " at rank " << rank;
      EXPECT_GT(error, (1.0 - 1e-9) * best);
    }
  }
}

TEST(FeatureMap, RefusesPointsThatAreAllZeroUnderTheKernel) {
  EXPECT_REFUSED(learn_features(Linear{}, Matrix::Zero(10, 2), {}), "a zero Gram matrix");
}

TEST(FeatureMap, RefusesNoPoints) {
  EXPECT_REFUSED(learn_features(Rbf{}, Matrix(0, 2), {}), "points: must be at least 1, got 0");
}

TEST(RankOptions, RefusesWhatIsOutOfRange) {
  EXPECT_NO_THROW(validate(RankOptions()));
  EXPECT_NO_THROW(validate(RankOptions::exact()));
  EXPECT_REFUSED(validate(RankOptions{.tolerance = -1e-9}), "rank.tolerance: must be at least 0");
  EXPECT_REFUSED(validate(RankOptions{.tolerance = std::numeric_limits<double>::quiet_NaN()}),
                 "rank.tolerance: must be at least 0, got nan");
  EXPECT_REFUSED(validate(RankOptions{.max_rank = 0}), "rank.max_rank: must be at least 1, got 0");
  EXPECT_REFUSED(learn_features(Rbf{}, square_cloud(3), {.max_rank = 0}), "rank.max_rank");
}

}  // namespace
}  // namespace elto
