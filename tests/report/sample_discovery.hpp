// SPDX-License-Identifier: Apache-2.0
// A small equation with everything that its page can show.
#pragma once

#include "report/discovery_report.hpp"

namespace elto::testing {

inline FoundEquation sample_equation() {
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

inline DiscoveryReport sample_discovery() {
  return {.title = "A <field>",
          .subtitle = "2 times, 3 places",
          .sentences = {"Most draws agree."},
          .equations = {sample_equation()},
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

}  // namespace elto::testing
