// SPDX-License-Identifier: Apache-2.0
#include "experiments/score.hpp"

#include "experiments/sample_results.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::kInfinity;
using testing::add_trials;
using testing::column;
using testing::row;

TEST(Score, KnowsTheColumnsOfEltoAkf) {
  for (const char* name :
       {"ELTO-AKF", "ELTO-AKF k = 2", "ELTO-AKF (pure adaptation)", "With", "0.9", "0.3"})
    EXPECT_TRUE(is_elto_akf(name)) << name;
  for (const char* name : {"ELTO-KF", "ELTO-KF h = 5", "Without", "CV", ""})
    EXPECT_FALSE(is_elto_akf(name)) << name;
}

TEST(Score, TheTwinHasTheSameSetting) {
  EXPECT_EQ(fixed_noise_twin("ELTO-AKF"), "ELTO-KF");
  EXPECT_EQ(fixed_noise_twin("ELTO-AKF h = 10"), "ELTO-KF h = 10");
}

TEST(Score, AgainstThePaperCountsCellsOfEltoAkf) {
  const Results results = testing::sample_results();
  // 1.0 below 1.0789, 5.0 above 3.9934; the second reading is left out.
  const Score shift = against_paper(std::vector{testing::shift_table()}, results.trials);
  EXPECT_EQ(shift.of, 2);
  EXPECT_EQ(shift.at_or_below, 1);
  // 8.5 below 8.8112, 20 below 29.4613, 20 above 11.2288; the last one diverged.
  const Score rates = against_paper(std::vector{testing::rates_table()}, results.trials);
  EXPECT_EQ(rates.of, 4);
  EXPECT_EQ(rates.at_or_below, 2);
  const Score times = against_paper(std::vector{testing::time_table()}, results.trials);
  EXPECT_EQ(times.of, 0);
  const Score all = against_paper(testing::sample_tables(), results.trials);
  EXPECT_EQ(all.of, 6);
  EXPECT_EQ(all.at_or_below, 3);
}

TEST(Score, AgainstFixedNoiseBothAreOurs) {
  // 1 below 3, and 5 below one that diverged; memory_rates has no ELTO-KF.
  const Score score =
      against_fixed_noise(testing::sample_tables(), testing::sample_results().trials);
  EXPECT_EQ(score.of, 2);
  EXPECT_EQ(score.at_or_below, 2);
}

TEST(Score, WithoutATwinTheOnlyEltoKfIsMeant) {
  const Table table{
      .name = "k_value",
      .title = "",
      .protocol = "",
      .remarks = "",
      .rows = {row("Pendulum", "MSE")},
      .columns = {column("KF, another way", "ELTO-KF", true), column("KF", "ELTO-KF"),
                  column("k = 2", "ELTO-AKF k = 2"), column("k = 5", "ELTO-AKF k = 5"),
                  column("k = 10", "ELTO-AKF k = 10")}};
  std::vector<Trial> trials;
  add_trials(trials, "k_value", "Pendulum", "KF, another way", {9.0});
  add_trials(trials, "k_value", "Pendulum", "k = 2", {1.0});
  EXPECT_EQ(against_fixed_noise(std::vector{table}, trials).of, 0);  // not measured
  add_trials(trials, "k_value", "Pendulum", "KF", {1.0});
  add_trials(trials, "k_value", "Pendulum", "k = 5", {2.0});
  const Score score = against_fixed_noise(std::vector{table}, trials);
  EXPECT_EQ(score.of, 2);
  EXPECT_EQ(score.at_or_below, 1);
  EXPECT_EQ(score.equal, 1);
}

TEST(Score, BothDivergedIsNoSuccess) {
  std::vector<Trial> trials;
  add_trials(trials, "distribution_shift", "Default to High", "ELTO-KF", {kInfinity});
  add_trials(trials, "distribution_shift", "Default to High", "ELTO-AKF", {kInfinity});
  const Score score = against_fixed_noise(std::vector{testing::shift_table()}, trials);
  EXPECT_EQ(score.of, 1);
  EXPECT_EQ(score.at_or_below, 0);
}

}  // namespace
}  // namespace elto::experiments
