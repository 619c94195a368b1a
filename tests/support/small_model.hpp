// SPDX-License-Identifier: Apache-2.0
// A model that is quick to learn, with two channels: enough to tell right from wrong, not to be
// accurate.
#pragma once

#include "elto/model/learn.hpp"
#include "elto/systems/builtin.hpp"

namespace elto::testing {

/// Channels position and velocity, and the time in steps of 1.
inline Series small_series(Index rows = 60) {
  Series series = builtin("van-der-pol", {.rows = rows}).observed;
  const auto last = static_cast<double>(rows - 1);
  series.time = {"time", Vector::LinSpaced(rows, 0.0, last), {}};
  return series;
}

inline ModelOptions small_options() {
  return {
      .spectral = {.epochs = 5}, .operators = {.rank = {.max_rank = 10}}, .noise = {.blocks = 2}};
}

inline const Model& small_model() {
  static const Model model = learn(small_series(), small_options());
  return model;
}

/// The same, learned from data without names.
inline const Model& nameless_model() {
  static const Model model = [] {
    Model nameless = small_model();
    nameless.channels.clear();
    return nameless;
  }();
  return model;
}

}  // namespace elto::testing
