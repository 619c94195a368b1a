// SPDX-License-Identifier: Apache-2.0
// One filtering run as one HTML file: what came out of it, whether it can be believed, every
// channel as a chart, and what the model was. The file needs nothing beside it and no network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/diagnostics/diagnose.hpp"
#include "elto/diagnostics/verdict.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/choose_model.hpp"

namespace elto {

struct CardEntry {
  std::string name, value;
};

struct CardSection {
  std::string title;
  std::vector<CardEntry> entries;
};

/// How a search for the model's parameters went.
struct TuningRecord {
  double initial = 0.0;                 ///< objective before the search
  std::vector<double> best = {};        ///< the best found, after each iteration
  std::vector<Index> evaluations = {};  ///< made in all, after each iteration; or none
};

/// A kind of model that was considered for this series.
struct TriedKind {
  std::string name;
  double log_likelihood = 0.0;  ///< the larger the better
  bool chosen = false;
};

/// What the log-likelihoods of the kinds tried are of.
enum class Trial {
  held_out_value,  ///< in the mean, given the rows before it: of a StateModel
  whole_series,    ///< of all entries, each given all others, less what parameters cost, and less
                   ///< that of the best: of a SignalModel
};

/// The three large values are referred to, not copied: they must outlive the report.
struct Report {
  const Series& series;
  const Estimate& estimate;
  const Diagnostics& diagnostics;
  std::string title = {};
  std::string subtitle = {};
  Verdict verdict = {};  ///< its heaviest finding is the mark, its first sentence is shown largest
  std::vector<std::string> signals = {};  ///< D, what each channel is made of, in words; or none
  std::optional<TuningRecord> tuning = std::nullopt;
  std::vector<TriedKind> tried = {};
  Trial trial = Trial::held_out_value;
  std::optional<ModelComparison> comparison = std::nullopt;  ///< that the model was chosen by
  Index learned_rows = 0;  ///< first rows that the model was learned from; shaded in the charts
  std::vector<CardSection> card = {};
};
/// Throws InvalidArgument unless all parts are about the same rows and channels.
void validate(const Report& report);

struct ReportOptions {
  /// About as many numbers as the file may hold; curves of longer series lose rows, never peaks
  /// (report/decimate.hpp). At least 1000.
  Index numbers = 2'000'000;
};
void validate(const ReportOptions& options);

std::string to_html(const Report& report, const ReportOptions& options = {});

}  // namespace elto
