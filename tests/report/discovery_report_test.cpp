// SPDX-License-Identifier: Apache-2.0
#include "report/discovery_report.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::says;

FoundEquation equation() {
  return {.left = "u_t",
          .left_factor = {.symbol = "u", .index = "t"},
          .text = "u_t = 0.1 u_xx",
          .terms = {{.name = "u_xx",
                     .factors = {{.symbol = "u", .index = "xx"}},
                     .in_equation = true,
                     .chosen = 18,
                     .coefficient = 0.1,
                     .spread = 0.01,
                     .standard_error = 0.02,
                     .low = 0.05,
                     .high = 0.15,
                     .truth = 0.12},
                    {.name = "u", .factors = {{.symbol = "u"}}, .chosen = 2}},
          .draws = 20,
          .agreeing = 18,
          .path = {{.terms = {"u_xx"}, .bic = -10.0, .ubic = -5.0},
                   {.terms = {"u", "u_xx"}, .bic = -11.0, .ubic = 5.0}}};
}

DiscoveryReport sample() {
  return {.title = "A <field>",
          .subtitle = "2 times, 3 places",
          .sentences = {"Most draws agree."},
          .equations = {equation()},
          .fields = {{.caption = "Noisy", .remark = "error 1", .values = Matrix::Ones(2, 3)},
                     {.caption = "Denoised", .values = Matrix::Zero(2, 3)}},
          .axes = {.first_place = -8.0, .last_place = 7.5, .first_time = 0.0, .last_time = 10.0},
          .charts_title = "Slices",
          .axis_name = "x",
          .axis = Vector::LinSpaced(3, 0.0, 1.0),
          .charts = {{.caption = "t = 5",
                      .curves = {{CurveRole::measured, "measured", Vector::Ones(3)},
                                 {CurveRole::truth, "clean", Vector::Zero(3)}}}},
          .card = {{"Data", {{"source", "f.mat"}}}}};
}

TEST(DiscoveryReport, SaysAllThereIs) {
  const std::string page = to_html(sample());
  for (const char* part :
       {"<h1>A &lt;field&gt;</h1>", "Most draws agree.", "18 of 20", "2 of 20", "0.05 to 0.15",
        "<td>0.12</td>", "data-map=\"1\"", "<span>7.5</span><span>x</span><span>-8</span>",
        "data-chart=\"curves-0\"", "data-chart=\"path-0-ubic\"", "u, u_xx", "How it was found",
        "\"roles\":[\"measured\",\"truth\"]", "class=\"found good\""})
    EXPECT_SAYS(page, part);
}

TEST(DiscoveryReport, IsOneFileThatAsksForNothing) {
  const std::string page = to_html(sample());
  EXPECT_SAYS(page, "default-src 'none'");
  EXPECT_FALSE(says(page, "src=\"http"));
}

TEST(DiscoveryReport, LeavesOutWhatThereIsNot) {
  DiscoveryReport report = sample();
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
  DiscoveryReport report = sample();
  report.charts.front().curves.front().values = Vector::Ones(4);
  EXPECT_REFUSED(to_html(report), "curve measured: must be as long as the axis, 3, got 4");
  report = sample();
  report.fields.back().values = Matrix::Ones(2, 2);
  EXPECT_REFUSED(to_html(report), "field Denoised: must be of the shape of the first, got 2 x 2");
  report = sample();
  report.equations.clear();
  EXPECT_REFUSED(to_html(report), "equations: must be at least 1");
}

}  // namespace
}  // namespace elto
