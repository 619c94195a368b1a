// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/feature_belief.hpp"

#include "elto/core/random.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix definite(Index n, std::uint32_t seed) {
  const Matrix root = Rng(seed).normal(n, n);
  return root * root.transpose() / static_cast<double>(n) + 0.1 * Matrix::Identity(n, n);
}

/// A small linear-Gaussian system: x' = Phi x + noise(Qf), y = H x + noise(R).
struct System {
  Matrix Phi = 0.3 * Rng(1).normal(4, 4), Qf = definite(4, 2), H = Rng(3).normal(2, 4),
         R = definite(2, 4);
  Vector mean = Rng(5).normal(4, 1);
  Matrix covariance = definite(4, 6), rows = Rng(7).normal(60, 2);

  Matrix J() const { return H.transpose() * testing::dense_solve(R, H); }
  Vector b(Index t) const {
    return H.transpose() * testing::dense_solve(R, rows.row(t).transpose());
  }
};

/// The textbook Kalman filter in gain form.
struct Textbook {
  Vector x;
  Matrix P;

  void predict(const System& s) {
    x = (s.Phi * x).eval();
    P = (s.Phi * P * s.Phi.transpose() + s.Qf).eval();
  }
  void update(const System& s, Index t) {
    const Matrix S = s.H * P * s.H.transpose() + s.R;
    const Matrix K = testing::dense_solve(S, s.H * P).transpose();
    x += K * (s.rows.row(t).transpose() - s.H * x);
    P -= (K * s.H * P).eval();
  }
};

TEST(FeatureBelief, IsATextbookKalmanFilterForSymmetricInformation) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  Textbook textbook{s.mean, s.covariance};
  for (Index t = 0; t < s.rows.rows(); ++t) {
    if (t > 0) {
      belief.predict(s.Phi, s.Qf);
      textbook.predict(s);
    }
    if (t % 7 == 3) {
      belief.skip();
    } else {
      ASSERT_TRUE(belief.try_update(s.J(), s.b(t)));
      textbook.update(s, t);
    }
    ASSERT_MATRIX_NEAR(belief.mean(), textbook.x, 1e-10);
    ASSERT_MATRIX_NEAR(belief.covariance(), textbook.P, 1e-10);
  }
}

TEST(FeatureBelief, BecomesSteadyAndStaysExact) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  Textbook textbook{s.mean, s.covariance};
  for (Index t = 0; t < s.rows.rows(); ++t) {
    if (t > 0) {
      belief.predict(s.Phi, s.Qf);
      textbook.predict(s);
      ASSERT_MATRIX_NEAR(belief.covariance(), textbook.P, 1e-10);
    }
    belief.update(s.J(), s.b(t));
    textbook.update(s, t);
    ASSERT_MATRIX_NEAR(belief.mean(), textbook.x, 1e-10);
  }
  EXPECT_TRUE(belief.steady());
  belief.noise_changed();
  EXPECT_FALSE(belief.steady());
}

TEST(FeatureBelief, TheDualCorrectionMovedTheMean) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  for (Index t = 0; t < 40; ++t) {
    if (t > 0) belief.predict(s.Phi, s.Qf);
    const Vector before = belief.mean();
    const Matrix prior = belief.covariance();
    belief.update(s.J(), s.b(t));
    EXPECT_MATRIX_NEAR(before + prior * belief.dual_correction(), belief.mean(), 1e-10);
  }
}

TEST(FeatureBelief, KeepsThePosteriorThatThePriorCameFrom) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  belief.update(s.J(), s.b(0));
  const Matrix posterior = belief.covariance();
  belief.predict(s.Phi, s.Qf);
  const Matrix prior = belief.covariance();
  belief.update(s.J(), s.b(1));
  EXPECT_MATRIX_EQ(belief.previous_posterior(), posterior);
  EXPECT_MATRIX_NEAR(s.Phi * posterior * s.Phi.transpose() + s.Qf, prior, 1e-12);
}

TEST(FeatureBelief, VersionsTellCovariancesApart) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  const Index prior = belief.covariance_version();
  belief.update(s.J(), s.b(0));
  const Index posterior = belief.covariance_version();
  EXPECT_NE(prior, posterior);
  belief.predict(s.Phi, s.Qf);
  EXPECT_NE(belief.covariance_version(), posterior);
}

TEST(FeatureBelief, RefusesAnImproperUpdateUnchanged) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  EXPECT_FALSE(belief.try_update(-20.0 * s.J(), s.b(0)));
  EXPECT_MATRIX_EQ(belief.mean(), s.mean);
  EXPECT_MATRIX_EQ(belief.covariance(), s.covariance);
  EXPECT_TRUE(belief.try_update(s.J(), s.b(0)));
}

TEST(FeatureBelief, NoticesWhatIsNotFinite) {
  const System s;
  FeatureBelief belief(s.mean, s.covariance);
  EXPECT_TRUE(belief.finite());
  belief.update(s.J(), Vector::Constant(4, 1e308) * 1e10);
  EXPECT_FALSE(belief.finite());
}

}  // namespace
}  // namespace elto
