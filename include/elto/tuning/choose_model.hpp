// SPDX-License-Identifier: Apache-2.0
// Which model a series wants. Each candidate is fitted to the earlier rows, as it would be to all
// of them, and predicts the later ones, which it has not seen; the one under which these are most
// likely (tuning/held_out_likelihood.hpp) is fitted to all rows.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "elto/model/any_model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/fit.hpp"
#include "elto/tuning/fit_state_model.hpp"

namespace elto {

struct ModelCandidate {
  std::string name;
  /// May throw InvalidArgument for a series that it is not for.
  std::function<AnyModel(const std::vector<Series>& sequences)> fit;
};

struct ComparedModel {
  std::string name;
  /// Log-likelihood of a held-out value; minus infinity if the filter failed, or was not possible.
  double score = -std::numeric_limits<double>::infinity();
  double seconds = 0.0;      ///< of fitting it to the earlier rows
  std::string problem = {};  ///< why it was not possible; empty: it was
};

struct [[nodiscard]] ModelComparison {
  std::vector<ComparedModel> models;  ///< in the order of the candidates
  std::size_t best = 0;               ///< the first of those with the largest score
};

struct CompareOptions {
  double held_out = 0.25;  ///< share of the rows (or of the sequences, if several) to compare on
  /// Called before each fit with the name of the candidate; returning false passes over the rest.
  std::function<bool(const std::string& name)> progress = {};
};

/// A candidate that refuses the series is passed over. Throws InvalidArgument if all do.
ModelComparison compare_models(const std::vector<Series>& sequences,
                               const std::vector<ModelCandidate>& candidates,
                               const CompareOptions& options = {});

struct ChooseOptions {
  CompareOptions compare = {};
  StateFitOptions state = {};  ///< of the default model and, but for the kinds, of the trend
  ModelOptions model = {};     ///< of the paper's
  FitOptions fit = {.tuning = {.ridges = true, .search = {.evaluations = 100}}};  ///< likewise
};
void validate(const ChooseOptions& options);

inline constexpr std::string_view kDefaultCandidate = "default", kTrendCandidate = "trend",
                                  kPaperCandidate = "paper";
/// The trend filter is a default model.
inline constexpr StateModelKind kTrendKind = {1, MapInputs::none};

/// Default, trend and paper; the earlier one wins if two are equal. Rows missing in part are
/// missing altogether for the paper's.
std::vector<ModelCandidate> candidates(const ChooseOptions& options = {});

struct [[nodiscard]] ChosenModel {
  AnyModel model;  ///< fitted to all rows
  ModelComparison comparison;
};

ChosenModel choose_model(const std::vector<Series>& sequences, const ChooseOptions& options = {});

}  // namespace elto
