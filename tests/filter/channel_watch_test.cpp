// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/channel_watch.hpp"

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(ChannelWatch, LosesTrackAtTheThirdInARowOnOneSide) {
  for (const double side : {1.0, -1.0}) {
    ChannelWatch watch;
    watch.take_in(4.0 * side);
    watch.take_in(7.0 * side);
    EXPECT_TRUE(watch.calm());
    EXPECT_FALSE(watch.is_behind());
    watch.take_in(6.0 * side);
    EXPECT_TRUE(watch.is_behind());
    EXPECT_EQ(watch.widening, 6.0);
    EXPECT_EQ(watch.raised, 36.0);
  }
}

TEST(ChannelWatch, StaysCalmAtOutliersAndAtNoiseOnBothSides) {
  ChannelWatch watch;
  for (int i = 0; i < 30; ++i) {
    for (const double innovation : {20.0, 20.0, i % 2 == 0 ? -20.0 : 0.5}) {
      watch.take_in(innovation);
      EXPECT_TRUE(watch.calm());
    }
  }
}

TEST(ChannelWatch, StaysCalmInWhiteNoise) {
  ChannelWatch watch;
  const Vector innovations = Rng(1).normal(100000, 1);
  for (const double innovation : innovations) watch.take_in(innovation);
  EXPECT_TRUE(watch.calm());
}

TEST(ChannelWatch, RaisesTheNoiseWhileInnovationsAgreeAndLowersItWhenTheyAlternate) {
  ChannelWatch watch;
  for (int i = 0; i < 3; ++i) watch.take_in(4.0);
  double before = watch.raised;
  for (int i = 0; i < 5; ++i) {
    watch.take_in(2.0);
    EXPECT_GT(watch.raised, before);
    before = watch.raised;
  }
  watch.take_in(-1.0);
  for (int i = 0; i < 100; ++i) {
    EXPECT_LE(watch.raised, before);
    before = watch.raised;
    watch.take_in(i % 2 == 0 ? 1.0 : -1.0);
  }
  EXPECT_EQ(watch.raised, 1.0);
}

TEST(ChannelWatch, HasABoundHoweverFarOffTheRowsAre) {
  ChannelWatch watch;
  for (int i = 0; i < 100; ++i) watch.take_in(1e200);
  EXPECT_EQ(watch.raised, 1e8);
}

}  // namespace
}  // namespace elto
