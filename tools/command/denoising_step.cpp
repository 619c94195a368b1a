// SPDX-License-Identifier: Apache-2.0
#include "denoising_step.hpp"

#include <utility>

#include "elto/filter/filter.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/tuning/fit_doubly_noisy.hpp"

#include "channel_names.hpp"
#include "option_value.hpp"

namespace elto::command {
namespace {

constexpr const char* kDenoisingGroup = "Denoising";

Estimate smoothed(const StateModel& model, const Series& series) {
  return smooth(model, series, Covariances::variances);
}

Estimate smoothed(const Model& model, const Series& series) {
  return smooth(model, series, {.covariances = Covariances::variances});
}

std::string name_of(const AnyModel& model) {
  return std::holds_alternative<Model>(model) ? "the paper's model" : "the default model";
}

}  // namespace

std::vector<Option> options_of(DenoisingArguments& arguments) {
  return joined({{flag("denoise", arguments.denoise,
                       "Denoise first, by a model that is fitted to the data", kDenoisingGroup)},
                 options_of(arguments.checkpoint),
                 options_of(arguments.fit)});
}

DenoisedRows denoised_rows(const Series& series, const RowVector& noise, const std::string& path,
                           const DenoisingArguments& arguments, const CommonOptions& common) {
  FitJob job{.series = series,
             .path = path,
             .arguments = arguments.fit,
             .checkpoint = arguments.checkpoint,
             .common = common};
  if (job.checkpoint.checkpoint.empty()) job.checkpoint.checkpoint = "elto-discover.checkpoint";
  if (job.arguments.choice == ModelChoice::paper) {
    Rng rng(common.seed);
    job.noisier = doubly_noisy(series, noise, rng);
  }
  FitOutcome fitted = run_fit(job);
  const Series rows = usable_rows(series, fitted.model).series;
  const Estimate estimate =
      std::visit([&](const auto& model) { return smoothed(model, rows); }, fitted.model);
  if (!estimate.status.ok())
    throw NumericalError(concat(path, ": the smoother failed, ", describe(estimate.status),
                                "; nothing was written. Try another --model"));
  return {.values = estimate.mean,
          .model = name_of(fitted.model),
          .seconds = fitted.seconds,
          .sentences = std::move(fitted.sentences)};
}

}  // namespace elto::command
