// SPDX-License-Identifier: Apache-2.0
// Fitting as a command: with progress, and with a checkpoint that Ctrl-C or a crash leaves behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "elto/series/series.hpp"
#include "elto/tuning/fit.hpp"

#include "common_options.hpp"
#include "model_options.hpp"

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
};

struct FitOutcome {
  FitResult result;
  double seconds = 0.0;
};

/// Throws IoError if the data cannot be fitted, Interrupted after Ctrl-C, NumericalError if no
/// candidate of the search could be evaluated.
FitOutcome run_fit(const FitJob& job);

/// "3f5a...": the same for the same values, whatever the file.
std::string data_hash(const Series& series);

/// All that the result depends on, in words: the same for the same result.
std::string job_name(const FitJob& job);

}  // namespace elto::command
