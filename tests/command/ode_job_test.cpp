// SPDX-License-Identifier: Apache-2.0
#include "ode_job.hpp"

#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using ParsedJson = nlohmann::json;

class OdeJobTest : public ::testing::Test {
 protected:
  OdeJobTest() {
    arguments_.input.data = {"builtin:lynx-hare"};
    arguments_.search.method = OdeMethod::regression;
    arguments_.input.truth = {"lynx:lynx=-0.84", "lynx:lynx hare=0.026", "hare:hare=0.55",
                              "hare:lynx hare=-0.028"};
    arguments_.outputs.output = folder_ / "r.json";
    arguments_.common = {.quiet = true, .force = true};
  }

  ParsedJson run() {
    run_discover_ode(arguments_);
    return ParsedJson::parse(read_whole_file(arguments_.outputs.output));
  }
  std::string write(const std::string& text) {
    write_whole_file(folder_ / "f.csv", text);
    return folder_ / "f.csv";
  }

  testing::TemporaryFolder folder_;
  OdeArguments arguments_;
};

// The figures of the paper: 5.41 % by regression, 0.91 % by trajectories on the spline.
TEST_F(OdeJobTest, FindsLynxAndHareOnASpline) {
  arguments_.input.resample = 200;
  const ParsedJson matched = run();
  EXPECT_TRUE(matched["coefficient_error"]["right_terms"].get<bool>());
  EXPECT_NEAR(100.0 * matched["coefficient_error"]["mean_relative"].get<double>(), 0.9145, 0.001);
  arguments_.search.match = false;
  EXPECT_NEAR(100.0 * run()["coefficient_error"]["mean_relative"].get<double>(), 5.406, 0.001);
}

TEST_F(OdeJobTest, DenoisesAndWritesAPage) {
  arguments_.input.data = {"builtin:lotka-volterra"};
  arguments_.input.truth.clear();
  arguments_.denoising.denoise = true;
  arguments_.denoising.fit.state.evaluations = 20;
  arguments_.search.method = OdeMethod::trajectories;
  arguments_.outputs.report = folder_ / "r.html";
  arguments_.outputs.denoised = folder_ / "d.csv";
  const ParsedJson result = run();
  EXPECT_TRUE(result["coefficient_error"]["right_terms"].get<bool>());
  EXPECT_LT(result["mean_squared_error"]["denoised"].get<double>(),
            result["mean_squared_error"]["noisy"].get<double>());
  EXPECT_SAYS(read_whole_file(folder_ / "r.html"), "Series and trajectory");
  EXPECT_TRUE(read_whole_file(folder_ / "d.csv").starts_with("time,predator,prey\n"));
}

TEST_F(OdeJobTest, SaysWhatToDoAboutTheData) {
  const auto problem = [&](const std::string& text) {
    arguments_.input.data = {write(text)};
    return testing::io_error_of([&] { run(); });
  };
  EXPECT_SAYS(problem("t,x\n0,1\n1,2\n5,3\n6,5\n7,1\n"), "f.csv: ");
  EXPECT_SAYS(problem("t,x\n0,1\n1,2\n5,3\n6,5\n7,1\n"), "equally spaced");
  EXPECT_SAYS(problem("x,y\n1,2\n3,1\n5,7\n"), "a lower --degree, fewer --columns, or more rows");
  EXPECT_SAYS(problem("x,y\n1,1\n2,2\nnan,nan\n4,1\n5,3\n6,1\n7,9\n8,3\n"),
              "fill the gaps first, with --denoise");
}

}  // namespace
}  // namespace elto::command
