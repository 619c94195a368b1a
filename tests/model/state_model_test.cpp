// SPDX-License-Identifier: Apache-2.0
#include "elto/model/state_model.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

StateExamples examples(Index order, bool learns = true) {
  return testing::state_examples(testing::lorenz96(300, 4, 0.1, 1).noisy, order, learns);
}

TEST(StateModel, MovesAsThePathDid) {
  // Where nothing is learned, all of a move is drift; the law must give the next state.
  for (const Index order : {1, 2, 3}) {
    const StateExamples path = examples(order, false);
    const StateModel model = learn_state_model(path, {});
    for (const Index i : {0, 40}) {
      Vector z(4 * (order + 1));
      z << path.states.states.row(i).transpose(), path.states.moves.row(i).transpose();
      const Vector next = model.law * z + model.entry * model.map(z.head(4 * order));
      EXPECT_MATRIX_NEAR(Vector(next.head(4 * order)),
                         Vector(path.states.states.row(i + 1).transpose()), 1e-9);
      EXPECT_MATRIX_NEAR(Vector(next.tail(4)), 0.9 * z.tail(4), 1e-12);
    }
  }
}

TEST(StateModel, NoiseIsMadeOfBothParts) {
  const StateExamples path = examples(1);
  const StateModel a = learn_state_model(path, {.process = 1.0, .trend = 1.0});
  const StateModel b = learn_state_model(path, {.process = 2.0, .trend = 1.0, .noise = 3.0});
  const StateModel c = learn_state_model(path, {.process = 1.0, .trend = 2.0});
  const Matrix by_drift = b.process - a.process, by_trend = c.process - a.process;
  EXPECT_NEAR(by_drift.topRows(4).norm(), 0.0, 1e-15);
  EXPECT_GT(by_drift.bottomRightCorner(4, 4).trace(), 0.0);
  const double q = path.trend.ratio * path.trend.noise[2];
  EXPECT_NEAR(by_trend(2, 2), q / 3.0, 1e-12);
  EXPECT_NEAR(by_trend(2, 6), q / 2.0, 1e-12);
  EXPECT_NEAR(by_trend(6, 6), q, 1e-12);
  EXPECT_MATRIX_NEAR(b.noise, 3.0 * a.noise, 1e-12);
}

TEST(StateModel, CovariancesArePositiveDefinite) {
  for (const Index order : {1, 2}) {
    const StateModel model = learn_state_model(examples(order), {});
    EXPECT_GT(testing::symmetric_eigenvalues(model.process).minCoeff(), 0.0);
    EXPECT_GT(testing::symmetric_eigenvalues(model.covariance).minCoeff(), 0.0);
  }
}

TEST(StateModel, SaysWhatIsWrong) {
  const StateExamples path = examples(1, false);
  EXPECT_REFUSED(learn_state_model(path, {.process = 0.0}), "process: must be positive");
  EXPECT_REFUSED(learn_state_model(path, {.trend = -1.0}), "trend: must be positive");
  EXPECT_REFUSED(learn_state_model(path, {.noise = 0.0}), "noise: must be positive");
  EXPECT_REFUSED(learn_state_model(path, {.persistence = 1.0}), "persistence: must be in (0, 1)");
  EXPECT_REFUSED(learn_state_model(path, {.memory = {.measurement = 0.0}}),
                 "memory: must be in (0, 1]");
}

}  // namespace
}  // namespace elto
