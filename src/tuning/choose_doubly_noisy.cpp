// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/choose_doubly_noisy.hpp"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/diagnostics/stein_risk.hpp"
#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"

namespace elto {
namespace {

/// Everything but the tuning: operators by the rows, and so the scales of the kernels; noise, its
/// memory and the ridges as tuned.
Smoother relearned(const ModelOptions& options, const Model& tuned) {
  ModelOptions again = options;
  again.operators.transition_ridge = tuned.operator_options.transition_ridge;
  again.operators.observation_ridge = tuned.operator_options.observation_ridge;
  again.adaptation = tuned.adaptation;
  return [again, parameters = to_parameters(tuned.noise, tuned.noise_structure)](
             const Matrix& rows) -> Matrix {
    Model model = learn(Series(rows), again);
    model.noise =
        noise_from_parameters(parameters, model.noise_structure, model.noise.process_factor.rows(),
                              model.noise.measurement_factor.rows());
    return smooth(model, Series(rows), {.covariances = Covariances::variances}).mean;
  };
}

}  // namespace

std::vector<ModelOptions> smoother_candidates(const ModelOptions& rest) {
  const Kernel kernels[] = {Kernel(Rbf{}), Kernel(Rbf{}) + Kernel(Linear{}),
                            Kernel(Polynomial{.degree = 2})};
  std::vector<ModelOptions> candidates;
  for (const Kernel& kernel : kernels)
    for (const Index window : {1, 3, 8}) {
      candidates.push_back(rest);
      candidates.back().window = window;
      candidates.back().operators.state_kernel = kernel;
      candidates.back().operators.observation_kernel = kernel;
    }
  return candidates;
}

RatedSmoother choose_doubly_noisy(const Series& observed, const Series& noisier,
                                  const RowVector& deviations,
                                  const std::vector<ModelOptions>& candidates,
                                  const TuneOptions& tuning) {
  require(!candidates.empty(), "candidates", "at least 1", candidates.size());
  std::optional<RatedSmoother> best;
  std::string problem = "none is finite";
  bool stopped = false;
  for (const ModelOptions& options : candidates) {
    if (stopped) break;
    try {
      RatedSmoother rated{options, fit_doubly_noisy(observed, noisier, options, tuning)};
      stopped = rated.fit.search.status.code == StatusCode::stopped;
      Rng rng(tuning.search.search.seed);  // the same change for all
      rated.risk =
          stein_risk(relearned(options, rated.fit.model), observed.values, deviations, rng);
      // False for a risk that is no number.
      if (rated.risk < (best ? best->risk : std::numeric_limits<double>::infinity()))
        best = std::move(rated);
    } catch (const InvalidArgument& refusal) {
      problem = refusal.what();
    }
  }
  if (!best) throw InvalidArgument("series", "such that a model can be fitted to it", problem);
  return std::move(*best);
}

}  // namespace elto
