// SPDX-License-Identifier: Apache-2.0
#include "elto/states/difference_states.hpp"

#include <limits>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const Matrix kPath{{1.0, 0.0}, {2.0, 1.0}, {4.0, 1.0}, {7.0, 3.0}, {9.0, 4.0}};

TEST(DifferenceStates, OfFirstOrderArePositionsAndSteps) {
  const DifferenceStates states = difference_states({kPath}, 1);
  EXPECT_MATRIX_EQ(states.states, Matrix(kPath.topRows(4)));
  EXPECT_MATRIX_EQ(states.moves, (Matrix{{1.0, 1.0}, {2.0, 0.0}, {3.0, 2.0}, {2.0, 1.0}}));
  EXPECT_EQ(states.follows, (std::vector<bool>{false, true, true, true}));
}

TEST(DifferenceStates, AddUpToTheNextPosition) {
  const Matrix path = Rng(1).normal(30, 2);
  for (const Index order : {1, 2, 3}) {
    const DifferenceStates states = difference_states({path}, order);
    ASSERT_EQ(states.states.rows(), 30 - order);
    for (Index i = 0; i < states.states.rows(); ++i) {
      RowVector next = states.moves.row(i);
      for (Index k = 0; k < order; ++k)
        next +=
            states.states.row(i).segment(2 * k, 2).cwiseProduct(states.spread.segment(2 * k, 2));
      EXPECT_MATRIX_NEAR(next, RowVector(path.row(i + order)), 1e-12);
    }
  }
}

TEST(DifferenceStates, AreOfOneScale) {
  const DifferenceStates states = difference_states({1e3 * Rng(2).normal(100, 2)}, 3);
  const RowVector squares = states.states.rightCols(4).array().square().colwise().mean();
  EXPECT_MATRIX_NEAR(squares, RowVector::Ones(4), 1e-12);
}

TEST(DifferenceStates, DoNotReachOverGapsAndEnds) {
  Matrix broken = kPath;
  broken(2, 1) = std::numeric_limits<double>::quiet_NaN();
  const DifferenceStates states = difference_states({broken, kPath, kPath.topRows(1)}, 1);
  EXPECT_EQ(states.follows, (std::vector<bool>{false, false, false, true, true, true}));
  EXPECT_MATRIX_EQ(Matrix(states.moves.topRows(2)), (Matrix{{1.0, 1.0}, {2.0, 1.0}}));
}

TEST(DifferenceStates, SaysWhatIsWrong) {
  EXPECT_REFUSED(difference_states({kPath}, 0), "order: must be at least 1");
  EXPECT_REFUSED(difference_states({kPath}, 5), "paths: must be longer than 6 rows");
}

}  // namespace
}  // namespace elto
