// SPDX-License-Identifier: Apache-2.0
#include "law_job.hpp"

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using ParsedJson = nlohmann::json;

class LawJobTest : public ::testing::Test {
 protected:
  LawJobTest() {
    arguments_.outputs.output = folder_ / "r.json";
    arguments_.outputs.report = folder_ / "r.html";
    arguments_.common = {.quiet = true, .force = true};
  }

  ParsedJson run() {
    run_discover_law(arguments_);
    return ParsedJson::parse(read_whole_file(arguments_.outputs.output));
  }

  testing::TemporaryFolder folder_;
  OdeArguments arguments_;
};

TEST_F(LawJobTest, SaysTheEquationsTheirSurenessAndWhatComesNext) {
  arguments_.input.data = {"builtin:lotka-volterra"};
  arguments_.outputs.denoised = folder_ / "smooth.csv";
  const ParsedJson result = run();
  EXPECT_TRUE(result["coefficient_error"]["right_terms"].get<bool>());
  EXPECT_LT(result["coefficient_error"]["mean_relative"].get<double>(), 0.03);
  EXPECT_TRUE(result["explained"].get<bool>());
  for (const ParsedJson& equation : result["equations"])
    for (const ParsedJson& term : equation["terms"]) {
      EXPECT_GT(term["log_evidence"].get<double>(), 5.0);
      EXPECT_LT(term["low"].get<double>(), term["coefficient"].get<double>());
    }
  const ParsedJson& correlations = result["correlations"]["values"];
  ASSERT_EQ(correlations.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(correlations[i][i].get<double>(), 1.0, 1e-9);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(correlations[i][j].get<double>(), correlations[j][i].get<double>(), 1e-9);
      EXPECT_LT(std::abs(correlations[i][j].get<double>()), 1.0);
    }
  }
  for (const ParsedJson& next : result["runners_up"]) EXPECT_LE(next["log_ratio"], 10.0);
  EXPECT_LT(result["mean_squared_error"]["smoothed"].get<double>(),
            0.2 * result["mean_squared_error"]["noisy"].get<double>());
  EXPECT_TRUE(read_whole_file(folder_ / "smooth.csv").starts_with("time,predator,prey\n"));
  const std::string page = read_whole_file(folder_ / "r.html");
  for (const char* part :
       {"Rows and smoothed path", "Evidence", "Other equations", "Correlations of their errors"})
    EXPECT_SAYS(page, part);
}

TEST_F(LawJobTest, SaysPlainlyThatNoEquationExplainsARandomWalk) {
  Rng rng(3);
  Matrix walk = rng.normal(150, 1);
  for (Index t = 1; t < walk.rows(); ++t) walk(t, 0) += walk(t - 1, 0);
  write_csv({walk, {"x"}}, folder_ / "walk.csv");
  arguments_.input.data = {folder_ / "walk.csv"};
  const ParsedJson result = run();
  EXPECT_FALSE(result["explained"].get<bool>());
  std::string all;
  for (const ParsedJson& line : result["verdict"]) all += line.get<std::string>();
  EXPECT_SAYS(all, "No equation of these kinds explains the");
}

TEST_F(LawJobTest, RefusesWhatALawHasNoUseFor) {
  const auto refused = [&](OdeArguments arguments) {
    arguments.input.data = {"builtin:lynx-hare"};
    try {
      run_discover_law(arguments);
    } catch (const UsageError& problem) {
      return std::string(problem.what());
    }
    return std::string();
  };
  OdeArguments arguments = arguments_;
  arguments.denoising.denoise = true;
  EXPECT_SAYS(refused(arguments), "--denoise: a law is learned from the rows as they are");
  arguments = arguments_;
  arguments.search.order = 3;
  EXPECT_SAYS(refused(arguments), "--order: must be 1 or 2, or 0, got 3");
  arguments = arguments_;
  arguments.search.degree = -1;
  EXPECT_SAYS(refused(arguments), "--degree: must be at least 0, got -1");
}

}  // namespace
}  // namespace elto::command
