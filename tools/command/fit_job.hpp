// SPDX-License-Identifier: Apache-2.0
// Fitting as a command: with progress, and with a checkpoint that Ctrl-C or a crash leaves behind.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "elto/learn/choose_for_forecast.hpp"
#include "elto/model/any_model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/choose_model.hpp"

#include "common_options.hpp"
#include "model_options.hpp"
#include "report/report.hpp"

namespace elto::command {

struct CheckpointArguments {
  std::string checkpoint = {};  ///< file; empty: beside the output
  bool resume = false;
};
/// --checkpoint, --resume
std::vector<Option> options_of(CheckpointArguments& arguments);

struct FitJob {
  Series series;
  std::string path;  ///< of the series, for messages
  FitArguments arguments;
  CheckpointArguments checkpoint;
  CommonOptions common;
  /// With more noise: the paper's model is tuned to make the series of it
  /// (tuning/fit_doubly_noisy.hpp). Nothing: on held-out rows.
  std::optional<Series> noisier = std::nullopt;
};

struct [[nodiscard]] FitOutcome {
  AnyModel model;
  Index learned_rows = 0;  ///< the first rows, that the model was learned from before it was tuned
  double seconds = 0.0;
  Index dropped_rows = 0;                                    ///< missing in part, and so not used
  std::vector<std::pair<std::string, double>> figures;       ///< of the search, for programs
  std::vector<std::string> sentences;                        ///< and for people
  std::optional<TuningRecord> tuning;                        ///< and for the report
  std::vector<TriedKind> tried;                              ///< likewise
  std::optional<ModelComparison> comparison = std::nullopt;  ///< of --model auto
  std::vector<ForecastChoice> forecasts = {};  ///< of each channel, if it was learned for them
};

/// Throws IoError if the data cannot be fitted, Interrupted after Ctrl-C, NumericalError if no
/// candidate of the search could be evaluated.
FitOutcome run_fit(const FitJob& job);

/// The model, and the comparison in its description if there was one.
void save_fitted(const FitOutcome& outcome, const std::filesystem::path& path);

/// "3f5a...": the same for the same values, whatever the file.
std::string data_hash(const Series& series);

/// All that the result depends on, in words: the same for the same result.
std::string job_name(const FitJob& job);

}  // namespace elto::command
