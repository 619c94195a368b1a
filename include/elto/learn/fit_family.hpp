// SPDX-License-Identifier: Apache-2.0
// The parameters of a family that make the rows most likely, with a weak prior: L-BFGS by exact
// gradients from the best of several starts. Outliers and jumps are found on the way
// (filter/interventions.hpp) and the parameters learned without them, until nothing changes.
#pragma once

#include <string>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/learn/family.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// The variance of deviations of entries from what all others say, but for their tails.
struct Bulk {
  double share = 0.0;  ///< of what the model says
  double variance = 0.0;
};

struct FamilyFit {
  std::string family = {};
  LinearModel model = {};
  std::vector<Interventions> interventions = {};  ///< of each series
  bool intervenes = true;              ///< false if it does better with every entry taken as it is
  Movement movement = Movement::even;  ///< in_bursts if it does better so
  double log_likelihood = 0.0;         ///< less what was set aside costs
  /// Log-density of all entries, each predicted from all others, less what was set aside costs and
  /// what its parameters cost, one each where entries are many.
  double left_out_score = 0.0;
  /// The same with tails as heavy as the deviations have (learn/heavy_tails.hpp): by this it is
  /// decided whether anything was to be set aside.
  double with_tails = 0.0;
  Bulk bulk = {};
  /// What an estimate is chosen by: the mean of left_out_score and of the log-likelihood in the
  /// same coin. The likelihood is the mean, over all numbers of entries left out at a time, of such
  /// scores, and the other is its term for one: gaps come in all lengths. But it also holds the
  /// width that is assumed of the states before the first row, once for each series: of k series it
  /// counts 1 in k + 1.
  double score = 0.0;
  /// What searching for its periods costs; the score is less by it.
  double search_cost = 0.0;
  std::vector<Vector> left_out = {};  ///< log-densities row by row, of each series
  Status status = {};
};

/// Whether it sets more entries aside than outliers are taken to be frequent. Bursts would follow
/// these: where the likeliest family without bursts has so many, none with bursts is believed.
bool has_frequent_outliers(const FamilyFit& fit);

/// All series share the parameters. One channel, standardised; throws InvalidArgument if there are
/// no rows. Begins at the best of the family's own starts and of those given, such as what fits of
/// its parts have found.
FamilyFit fit_family(const Family& family, const std::vector<Rows>& series,
                     const std::vector<LinearModel>& starts = {});

/// From one start only, that is near: what fewer of the rows have said.
FamilyFit refit_family(const Family& family, const std::vector<Rows>& series,
                       const LinearModel& start);

/// Series spread over all, or the middle of them, with about so many rows together.
std::vector<Rows> sample_of(const std::vector<Rows>& series, Index rows);

}  // namespace elto
