// SPDX-License-Identifier: Apache-2.0
// The equations by which channels move, for their own sake (learn/choose_law.hpp asks whether they
// pay): laws of several degrees and orders are learned through the filter from the rows as they
// are, and the one of the highest evidence stands. Then every law that is one term away from it is
// learned too, without a term, with another, with one in place of another: if one of these is
// likelier, it takes its place, and so on; otherwise their evidence says how sure each term is, and
// which equations come next.
#pragma once

#include <functional>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/learn/fit_law.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

struct LawDiscoveryOptions {
  Index order = 0;    ///< 1 or 2; 0: 1 for several channels, 2 for one and where 1 explains little
  Index degree = 0;   ///< of the products; 0: from 1 to 3, the likeliest
  Index rows = 4000;  ///< that are learned from, at most
  double within = 10.0;  ///< of the logarithm of evidence, in which equations are told
  Index threads = 0;
  std::function<bool()> stopped = {};  ///< asked before each step of learning
};
/// Throws InvalidArgument naming the field.
void validate(const LawDiscoveryOptions& options);

/// A law and the logarithm of its evidence, with what is thought of it before rows speak: any
/// number of terms is as likely as any other, and of so many any ones.
struct TriedLaw {
  SignalLaw law = {};
  double evidence = 0.0;
};

struct DiscoveredLaw {
  TriedLaw best = {};
  double nothing = 0.0;  ///< evidence of no law at all, a trend
  /// Of each term that the best law has learned, by how much the evidence is less without it, all
  /// others learned anew.
  std::vector<double> sureness = {};
  std::vector<TriedLaw> runners_up = {};  ///< those that come next, the likeliest first
  std::vector<TriedLaw> degrees = {};     ///< what each degree and order came to by itself
  /// By channel: the root mean square of what the equation leaves of the motion, over that of the
  /// motion, along the smoothed path.
  Vector unexplained = {};
  Status status = {};  ///< not_finite: no law could be learned, or from too few entries
};

/// The model has the families of the channels (learn/learn_signal_model.hpp), by which rows are
/// scaled and outliers are set aside at first; all of its channels but constant ones take part.
/// Throws InvalidArgument if there is none.
DiscoveredLaw discover_law(const std::vector<Series>& series, const SignalModel& model,
                           const LawDiscoveryOptions& options = {});

}  // namespace elto
