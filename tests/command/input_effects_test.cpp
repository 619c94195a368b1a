// SPDX-License-Identifier: Apache-2.0
#include "input_effects.hpp"

#include <cmath>

#include "support/driven_signal_model.hpp"
#include "support/error_message.hpp"
#include "support/small_signal_law.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

TEST(InputEffects, AreSaidWithTheirIntervals) {
  const SignalModel model = testing::driven_signal_model();
  const Series series = testing::driven_signal_series();
  const std::vector<Finding> findings = input_findings(model, series);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_SAYS(findings[0].sentence, "trend holds 0.8 times flow (0.5228 to 1.077), which moves it");
  EXPECT_SAYS(findings[1].sentence, "-0.3 times heat (-0.496 to -0.104) with a lag of 2 units of");
  const nlohmann::ordered_json json = input_effects_json(model, series);
  EXPECT_EQ(json["trend"][0]["input"], "flow");
  EXPECT_EQ(json["trend"][0]["gain"], 0.8);
  EXPECT_NEAR(json["trend"][1]["low"], -0.3 - 1.96 * 0.1, 1e-5);
  EXPECT_EQ(json["trend"][1]["lag"], 2.0);
  EXPECT_TRUE(json["season"].empty());
}

TEST(InputEffects, NameInputsWithoutAnyAndTheirGaps) {
  SignalModel model = testing::driven_signal_model();
  model.parts[0].effects.pop_back();
  model.parts[0].gain_covariance = Matrix{{0.02}};
  Series series = testing::driven_signal_series();
  series.inputs.values(3, 1) = std::nan("");
  std::vector<Finding> findings = input_findings(model, series);
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_SAYS(findings[1].sentence, "The input heat does nothing");
  EXPECT_SAYS(findings[2].sentence, "1 entry of the input flow is missing");
  series.inputs.values.col(0).setConstant(2.0);
  EXPECT_SAYS(input_findings(model, series)[1].sentence, "The input heat never changes");
}

TEST(InputEffects, AreThoseOfTheLawWhereThereIsOne) {
  const SignalModel model = testing::with_driven_law();
  Series series = testing::driven_signal_series();
  series.values = Matrix(series.values.leftCols(1));
  const std::vector<Finding> findings = input_findings(model, series);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_SAYS(findings[0].sentence, "0.4 trend + 2.4 flow.");
  EXPECT_SAYS(findings[1].sentence, "The input heat does nothing");
}

}  // namespace
}  // namespace elto::command
