// SPDX-License-Identifier: Apache-2.0
#include "discovery_outputs.hpp"

#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using testing::message_of;

TEST(DiscoveryOutputs, AreLookedAtBeforeTheWork) {
  const auto usage = [](const DiscoveryOutputs& outputs, bool denoises) {
    return message_of<UsageError>([&] { require_writable(outputs, denoises, {}); });
  };
  EXPECT_SAYS(usage({.report = "-"}, true), "--report: a report is a file");
  EXPECT_SAYS(usage({.output = "-"}, true), "--json prints it");
  EXPECT_SAYS(usage({.denoised = "c.csv"}, false), "--denoised: nothing is denoised");
  EXPECT_SAYS(testing::io_error_of([] { require_writable({.denoised = "c.xls"}, true, {}); }),
              "the format is told by the extension");
  EXPECT_SAYS(testing::io_error_of([] { require_writable({.output = "no/where.json"}, true, {}); }),
              "its folder does not exist");
}

TEST(DiscoveryOutputs, WriteTheResultAndNameTheFiles) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "r.json";
  nlohmann::ordered_json object = {{"equation", "u_t = u"}};
  std::vector<std::string> lines;
  finish({.output = path, .report = "r.html"}, object, lines, {.quiet = true});
  EXPECT_EQ(nlohmann::json::parse(read_whole_file(path))["report"], "r.html");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.back(), "report   r.html");
}

}  // namespace
}  // namespace elto::command
