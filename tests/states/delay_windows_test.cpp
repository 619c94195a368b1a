// SPDX-License-Identifier: Apache-2.0
#include "elto/states/delay_windows.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Index sum(const std::vector<Index>& lengths) {
  Index total = 0;
  for (const Index rows : lengths) total += rows;
  return total;
}

// The definition, sequence by sequence: window i of a sequence y has past (y[i+h-1], ..., y[i]),
// future (y[i+h], ..., y[i+2h-1]) and is paired with y[i+h]; N = n - 2h + 1.
struct Definition {
  std::vector<std::vector<double>> past, future;
  std::vector<double> paired;
  std::vector<Index> from, to;
};
Definition definition(const std::vector<Index>& lengths, Index h, const Vector& z) {
  Definition windows;
  Index begin = 0;
  for (const Index n : lengths) {
    const Index N = n - 2 * h + 1;
    for (Index i = 0; i < N && N > 1; ++i) {
      std::vector<double> past, future;
      for (Index k = h - 1; k >= 0; --k) past.push_back(z[begin + i + k]);
      for (Index k = h; k < 2 * h; ++k) future.push_back(z[begin + i + k]);
      if (i > 0) {
        windows.from.push_back(static_cast<Index>(windows.past.size()) - 1);
        windows.to.push_back(static_cast<Index>(windows.past.size()));
      }
      windows.past.push_back(past);
      windows.future.push_back(future);
      windows.paired.push_back(z[begin + i + h]);
    }
    begin += n;
  }
  return windows;
}

std::vector<double> row(const Matrix& matrix, std::size_t i) {
  const RowVector values = matrix.row(static_cast<Index>(i));
  return {values.begin(), values.end()};
}

TEST(DelayWindows, FollowTheDefinition) {
  const std::vector<std::vector<Index>> layouts{{3},     {9},        {20},        {9, 12},
                                                {12, 3}, {3, 3, 20}, {11, 20, 9}, {1, 11, 2}};
  for (const auto& lengths : layouts)
    for (const Index h : {1, 2, 4}) {
      const Vector z = Vector::LinSpaced(sum(lengths), 0.0, static_cast<double>(sum(lengths) - 1));
      const Definition expected = definition(lengths, h, z);
      if (expected.past.empty()) {
        EXPECT_THROW(delay_windows(lengths, h), InvalidArgument);
        continue;
      }
      const DelayWindows windows = delay_windows(lengths, h);
      const Matrix P = past_windows(windows, z), F = future_windows(windows, z);
      const Matrix Y = paired_rows(windows, z);
      EXPECT_EQ(windows.length, h);
      ASSERT_EQ(static_cast<std::size_t>(windows.count()), expected.past.size());
      for (std::size_t i = 0; i < expected.past.size(); ++i) {
        EXPECT_EQ(row(P, i), expected.past[i]);
        EXPECT_EQ(row(F, i), expected.future[i]);
        EXPECT_EQ(Y(static_cast<Index>(i), 0), expected.paired[i]);
      }
      EXPECT_EQ(windows.transitions.from, expected.from);
      EXPECT_EQ(windows.transitions.to, expected.to);
    }
}

TEST(DelayWindows, CountIsRowsLessTwoWindowsPlusOne) {
  EXPECT_EQ(delay_windows({500}, 5).count(), 491);
  EXPECT_EQ(delay_windows({500}, 5).transitions.count(), 490);
  EXPECT_EQ(delay_windows({100, 50}, 5).count(), 91 + 41);
  EXPECT_EQ(delay_windows({100, 50}, 5).transitions.count(), 90 + 40);
}

TEST(DelayWindows, NeverStraddleAJoin) {
  const std::vector<Index> lengths{9, 14, 10};
  Vector sequence(33);
  sequence << Vector::Constant(9, 0.0), Vector::Constant(14, 1.0), Vector::Constant(10, 2.0);
  const DelayWindows windows = delay_windows(lengths, 4);
  const Matrix P = past_windows(windows, sequence), F = future_windows(windows, sequence);
  for (Index i = 0; i < windows.count(); ++i) {
    EXPECT_EQ(P.row(i).minCoeff(), F.row(i).maxCoeff());
    EXPECT_EQ(P.row(i).maxCoeff(), F.row(i).minCoeff());
  }
  for (Index i = 0; i < windows.transitions.count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_EQ(P(windows.transitions.from[k], 0), P(windows.transitions.to[k], 0));
  }
}

TEST(DelayWindows, PairsWholeRows) {
  const Matrix y{{0.0, 10.0}, {1.0, 11.0}, {2.0, 12.0}, {3.0, 13.0}};
  EXPECT_MATRIX_EQ(paired_rows(delay_windows({4}, 1), y), y.middleRows(1, 3));
}

TEST(DelayWindows, PutsPastRowsSideBySideNewestFirst) {
  const Matrix y{{0.0, 10.0}, {1.0, 11.0}, {2.0, 12.0}, {3.0, 13.0}, {4.0, 14.0}};
  EXPECT_MATRIX_EQ(past_rows(delay_windows({5}, 2), y),
                   (Matrix{{1.0, 11.0, 0.0, 10.0}, {2.0, 12.0, 1.0, 11.0}}));
  const DelayWindows windows = delay_windows({9, 14}, 3);
  const Vector z = Vector::LinSpaced(23, 0.0, 22.0);
  EXPECT_MATRIX_EQ(past_rows(windows, z), past_windows(windows, z));
}

TEST(DelayWindows, RefusesSequencesThatAreAllTooShort) {
  EXPECT_NO_THROW(delay_windows({11}, 5));
  EXPECT_REFUSED(delay_windows({10}, 5),
                 "series length without gaps: must be at least 2 * window + 1 = 11, got 10");
  EXPECT_REFUSED(delay_windows({3, 10, 7}, 5), "got 10");
  EXPECT_REFUSED(delay_windows({}, 5), "got 0");
}

TEST(DelayWindows, RefusesAWindowOfNoRows) {
  EXPECT_REFUSED(delay_windows({10}, 0), "window: must be at least 1, got 0");
}

}  // namespace
}  // namespace elto
