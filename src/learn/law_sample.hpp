// SPDX-License-Identifier: Apache-2.0
// Rows as laws are learned from them: some of long series, each channel in its units, without what
// does not belong to the series.
#pragma once

#include <functional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/law_outliers.hpp"
#include "elto/learn/fit_law.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// What the sensor was stuck at left out, and what the models of single channels set aside marked.
struct LawSample {
  std::vector<Series> series;
  std::vector<Estimate> estimates;

  /// Rows from the first to the last, in two blocks of long series.
  LawSample(const std::vector<Series>& all, Index rows, const SignalModel& model);
};

/// In the units of a law.
struct LawData {
  std::vector<Rows> rows = {};
  std::vector<Mask> aside = {};
  Index entries = 0;
};
LawData data_of(const LawSample& sample, const SignalLaw& law);
std::vector<LawRows> without_outliers(const LawData& data);

/// Learns a law without what does not belong to the series; what that is, the law itself decides,
/// and the data keep it.
LawFit learned_without_outliers(
    LawData& data, const std::function<LawFit(const std::vector<LawRows>& rows)>& learn);

/// With the noises of the channels' own models, and without a law. Channels are centred only where
/// they are far from zero: equations are sparse in the user's own coordinates.
SignalLaw blank_law(const SignalModel& model, const std::vector<Index>& columns,
                    const std::vector<Series>& series);

/// What was learned becomes the law.
void set(SignalLaw& law, const LawFit& fit);

}  // namespace elto
