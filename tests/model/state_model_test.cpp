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
      const StateBlock& block = model.blocks.front();
      const Vector next = block.law * z + block.entry * model.map(z);
      EXPECT_MATRIX_NEAR(Vector(next.head(4 * order)),
                         Vector(path.states.states.row(i + 1).transpose()), 1e-9);
      EXPECT_MATRIX_NEAR(Vector(next.tail(4)), 0.9 * z.tail(4), 1e-12);
    }
  }
}

TEST(StateModel, BlocksArePartsOfTheWhole) {
  StateExamples path = examples(2);
  const StateModel whole = learn_state_model(path, {});
  path.together = 3;
  const StateModel parts = learn_state_model(path, {});
  ASSERT_EQ(parts.blocks.size(), 2U);
  EXPECT_EQ(parts.blocks[1].channels(), 1);
  const StateBlock& all = whole.blocks.front();
  std::vector<Index> place(12);  // of a number of the parts in the whole
  for (Index i = 0; i < 12; ++i) {
    const StatePlace at = place_of(parts, i);
    place[static_cast<std::size_t>(i)] = 4 * at.difference + at.channel;
    const StatePlace same = place_of(whole, place[static_cast<std::size_t>(i)]);
    EXPECT_EQ(same.channel, at.channel);
    EXPECT_EQ(same.difference, at.difference);
  }
  const Vector z = Vector::LinSpaced(12, -1.0, 1.0);
  EXPECT_MATRIX_NEAR(parts.map(z(place)), whole.map(z), 1e-12);
  EXPECT_MATRIX_NEAR(parts.mean, Vector(whole.mean(place)), 1e-12);
  for (const StateBlock& block : parts.blocks) {
    const std::vector<Index> here(place.begin() + block.state,
                                  place.begin() + block.state + block.states());
    EXPECT_MATRIX_NEAR(block.law, Matrix(all.law(here, here)), 1e-12);
    EXPECT_MATRIX_NEAR(block.process, Matrix(all.process(here, here)), 1e-12);
    EXPECT_MATRIX_NEAR(block.covariance, Matrix(all.covariance(here, here)), 1e-12);
    const auto moves = Eigen::seqN(block.move, block.moves());
    const auto channels = Eigen::seqN(block.channel, block.channels());
    EXPECT_MATRIX_NEAR(block.entry, Matrix(all.entry(here, moves)), 1e-12);
    EXPECT_MATRIX_NEAR(block.observation, Matrix(all.observation(channels, here)), 1e-12);
  }
}

TEST(StateModel, NoiseIsMadeOfBothParts) {
  const StateExamples path = examples(1);
  const StateModel a = learn_state_model(path, {.process = 1.0, .trend = 1.0});
  const StateModel b = learn_state_model(path, {.process = 2.0, .trend = 1.0, .noise = 3.0});
  const StateModel c = learn_state_model(path, {.process = 1.0, .trend = 2.0});
  const Matrix &Q = a.blocks.front().process, by_drift = b.blocks.front().process - Q,
               by_trend = c.blocks.front().process - Q;
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
    EXPECT_GT(testing::symmetric_eigenvalues(model.blocks.front().process).minCoeff(), 0.0);
    EXPECT_GT(testing::symmetric_eigenvalues(model.blocks.front().covariance).minCoeff(), 0.0);
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
