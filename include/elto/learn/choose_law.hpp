// SPDX-License-Identifier: Apache-2.0
// Whether channels move by a law, and by which: several that move each other by a linear, quadratic
// or cubic law of order 1, one with bumps, or a linear one of order 2; one alone by any of order 2.
// Among laws the evidence decides. Against the families of single channels a law must win twice,
// both times less one a parameter: by entries that rows before predict, and there by more than a
// standard error, and by entries that all others predict.
#pragma once

#include <functional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/fit_law.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

struct LawTrial {
  std::vector<Index> columns = {};
  LawFit fit = {};
  /// By which the law was better than the families of its channels; of the likeliest law of its
  /// columns alone, else 0.
  double gain = 0.0;
  bool taken = false;
};

struct LawOptions {
  Index rows = 2000;  ///< that are learned from, at most
  Index threads = 0;
  std::function<bool()> stopped = {};  ///< asked before each step of learning
};

/// Puts into the model, whose parts are learned, the laws that pay. Nothing is tried for more than
/// twelve channels, or where no series has a hundred rows.
std::vector<LawTrial> choose_laws(const std::vector<Series>& series, SignalModel& model,
                                  const LawOptions& options = {});

}  // namespace elto
