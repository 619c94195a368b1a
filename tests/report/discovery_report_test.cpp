// SPDX-License-Identifier: Apache-2.0
#include "report/discovery_report.hpp"

#include "report/sample_discovery.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::sample_discovery;
using testing::says;

TEST(DiscoveryReport, SaysAllThereIs) {
  const std::string page = to_html(sample_discovery());
  for (const char* part :
       {"<h1>A &lt;field&gt;</h1>", "Most draws agree.", "18 of 20", "2 of 20", "0.05 to 0.15",
        "<td>0.12</td>", "data-map=\"1\"", "<span>7.5</span><span>x</span><span>-8</span>",
        "data-chart=\"curves-0\"", "data-chart=\"path-0-ubic\"", "u, u_xx", "How it was found",
        "\"roles\":[\"measured\",\"truth\"]", "class=\"found good\""})
    EXPECT_SAYS(page, part);
}

TEST(DiscoveryReport, IsOneFileThatAsksForNothing) {
  const std::string page = to_html(sample_discovery());
  EXPECT_SAYS(page, "default-src 'none'");
  EXPECT_FALSE(says(page, "src=\"http"));
}

TEST(DiscoveryReport, LeavesOutWhatThereIsNot) {
  DiscoveryReport report = sample_discovery();
  report.fields.clear();
  report.equations.front().path.clear();
  report.equations.front().draws = 0;
  report.is_sure = false;
  const std::string page = to_html(report);
  for (const char* part : {"id=\"fields\"", "id=\"path\"", "Chosen by", "Spread"})
    EXPECT_FALSE(says(page, part)) << part;
  EXPECT_SAYS(page, "class=\"found fair\"");
}

TEST(DiscoveryReport, IsAboutTheSameAxes) {
  DiscoveryReport report = sample_discovery();
  report.charts.front().curves.front().values = Vector::Ones(4);
  EXPECT_REFUSED(to_html(report), "curve measured: must be as long as the axis, 3, got 4");
  report = sample_discovery();
  report.fields.back().values = Matrix::Ones(2, 2);
  EXPECT_REFUSED(to_html(report), "field Denoised: must be of the shape of the first, got 2 x 2");
  report = sample_discovery();
  report.equations.clear();
  EXPECT_REFUSED(to_html(report), "equations: must be at least 1");
}

}  // namespace
}  // namespace elto
