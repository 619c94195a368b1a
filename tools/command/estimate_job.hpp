// SPDX-License-Identifier: Apache-2.0
// Filtering as a command: the estimate as a table, the report, and what to say about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elto/filter/filter.hpp"
#include "elto/model/any_model.hpp"
#include "elto/series/series.hpp"

#include "common_options.hpp"
#include "fit_job.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

struct EstimateOutputs {
  std::string output = "-";
  std::string report = {};
  Covariances covariances = Covariances::variances;
  bool flags = false;
};
/// -o, --report, --covariances, --flags
std::vector<Option> options_of(EstimateOutputs& outputs);

struct EstimateJob {
  const AnyModel& model;
  Series series;
  std::string path;  ///< of the series
  EstimateOutputs outputs;
  CommonOptions common;
  bool smooths = false;                     ///< each row from all rows; else from those up to it
  const FitArguments* arguments = nullptr;  ///< if the model was fitted in the same run
  const FitOutcome* fitted = nullptr;       ///< likewise
};

/// Throws if an output could not be written later.
void require_writable(const EstimateOutputs& outputs, const CommonOptions& common);

/// Filters, writes everything, and adds what there is to say. Throws NumericalError if the filter
/// failed; the outputs are then not written.
void run_estimate(const EstimateJob& job, nlohmann::ordered_json& object,
                  std::vector<std::string>& lines);

}  // namespace elto::command
