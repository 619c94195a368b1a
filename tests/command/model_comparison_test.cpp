// SPDX-License-Identifier: Apache-2.0
#include "model_comparison.hpp"

#include "elto/model/any_model.hpp"
#include "elto/model/model_file.hpp"

#include "support/error_message.hpp"
#include "support/small_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

ModelComparison sample_comparison() {
  return {.models = {{.name = "default", .score = 0.5, .seconds = 2.0},
                     {.name = "trend", .score = 0.75, .seconds = 0.25},
                     {.name = "paper", .problem = "series: too short"},
                     {.name = "failed", .seconds = 1.0}},
          .best = 1};
}

TEST(ModelComparison, IsALinePerModel) {
  const std::vector<std::string> lines = lines_of(sample_comparison());
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[1], "  default     0.5000     2.0 s");
  EXPECT_EQ(lines[2], "  trend       0.7500     0.2 s  chosen");
  EXPECT_EQ(lines[3], "  paper    not possible: series: too short");
  EXPECT_SAYS(lines[4], "-inf");
}

TEST(ModelComparison, IsAListForPrograms) {
  const auto list = to_json(sample_comparison());
  EXPECT_EQ(list[1]["model"], "trend");
  EXPECT_EQ(list[1]["chosen"], true);
  EXPECT_EQ(list[2]["problem"], "series: too short");
  EXPECT_TRUE(list[3]["score"].is_null());
}

TEST(ModelComparison, IsKeptInTheModelFile) {
  const testing::TemporaryFolder folder;
  save(testing::small_model(), folder / "m.elto");
  EXPECT_FALSE(noted_in_model_file(folder / "m.elto"));
  note_in_model_file(sample_comparison(), folder / "m.elto");
  const auto noted = noted_in_model_file(folder / "m.elto");
  ASSERT_TRUE(noted);
  EXPECT_EQ(noted->best, 1U);
  EXPECT_EQ(noted->models[1].score, 0.75);
  EXPECT_EQ(noted->models[2].problem, "series: too short");
  EXPECT_EQ(lines_of(*noted)[2], "  trend       0.7500  chosen");
  EXPECT_EQ(load(folder / "m.elto").operators.Phi, testing::small_model().operators.Phi);
}

}  // namespace
}  // namespace elto::command
