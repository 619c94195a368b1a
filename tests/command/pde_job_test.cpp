// SPDX-License-Identifier: Apache-2.0
#include "pde_job.hpp"

#include "elto/io/whole_file.hpp"
#include "elto/systems/builtin.hpp"

#include "files/data_file.hpp"
#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using ParsedJson = nlohmann::json;

/// 31 rows of Burgers with little noise.
class PdeJobTest : public ::testing::Test {
 protected:
  PdeJobTest() {
    const NoisyField made = *builtin_field("burgers", {.seed = 2, .rows = 41, .noise_factor = 0.2});
    write_fields({{"u", made.observed}}, folder_ / "f.mat", Overwrite::refuse);
    write_fields({{"usol", made.truth}}, folder_ / "c.mat", Overwrite::refuse);
    arguments_.data = folder_ / "f.mat";
    arguments_.clean = folder_ / "c.mat";
    arguments_.truth = {"u u_x=-1", "u_xx=0.1"};
    arguments_.search.options.draws = 2;
    arguments_.outputs.output = folder_ / "r.json";
    arguments_.common.quiet = true;
  }

  ParsedJson run() {
    run_discover_pde(arguments_);
    return ParsedJson::parse(read_whole_file(arguments_.outputs.output));
  }

  testing::TemporaryFolder folder_;
  PdeArguments arguments_;
};

TEST_F(PdeJobTest, WritesEquationAndErrors) {
  arguments_.outputs.report = folder_ / "r.html";
  const ParsedJson result = run();
  EXPECT_EQ(result["places"], 256);
  EXPECT_EQ(result["terms"].size(), 8u);
  EXPECT_TRUE(result["coefficient_error"]["right_terms"].get<bool>());
  EXPECT_GT(result["mean_squared_error"]["noisy"].get<double>(), 0.0);
  EXPECT_FALSE(result.contains("without_denoising"));
  const std::string page = read_whole_file(folder_ / "r.html");
  EXPECT_SAYS(page, "data-map=\"1\"");
  EXPECT_FALSE(testing::says(page, "data-map=\"2\""));
}

TEST_F(PdeJobTest, DenoisesAlongEitherAxis) {
  for (const FieldAxis axis : {FieldAxis::space, FieldAxis::time}) {
    arguments_.along = axis;
    arguments_.denoising.denoise = true;
    arguments_.denoising.fit.state.evaluations = 20;
    arguments_.denoising.fit.state.kinds = {kTrendKind};
    arguments_.outputs.denoised = folder_ / "d.mat";
    arguments_.common.force = true;
    const ParsedJson result = run();
    EXPECT_LT(result["mean_squared_error"]["denoised"].get<double>(),
              result["mean_squared_error"]["noisy"].get<double>());
    EXPECT_TRUE(result["without_denoising"].contains("coefficient_error"));
    EXPECT_EQ(read_field(folder_ / "d.mat").field.points(), 256);
  }
}

TEST_F(PdeJobTest, NamesTheOptionOrTheFile) {
  arguments_.search.options.draws = 0;
  EXPECT_EQ(testing::message_of<UsageError>([&] { run(); }), "--draws: must be at least 1, got 0");
  arguments_.search.options.draws = 1;
  arguments_.search.options.weak.half_width = 0.01;
  EXPECT_SAYS(testing::io_error_of([&] { run(); }), "is too small, 41 times and 256 places");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
}

}  // namespace
}  // namespace elto::command
