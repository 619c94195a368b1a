// SPDX-License-Identifier: Apache-2.0
#include "tuning/state_learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "elto/features/gram.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/operators/input_selection.hpp"
#include "elto/series/outliers.hpp"
#include "elto/states/canonical_variates.hpp"
#include "elto/states/latent_states.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

constexpr Index kMostInputs = 12;     // of a map of all inputs; its products grow with their square
constexpr Index kMostToChoose = 256;  // inputs to select from; the time grows with their square
constexpr Index kMostTogether = 64;   // states of a block; a filter's time grows with their cube

void forget_gaps(const Matrix& rows, Matrix& path) {
  for (Index t = 0; t < rows.rows(); ++t)
    if (rows.row(t).array().isNaN().all())
      path.row(t).setConstant(std::numeric_limits<double>::quiet_NaN());
}

/// Latent channels of paths, and what the noise of the rows is in them.
struct LatentPaths {
  std::vector<Matrix> paths;
  RowVector noise;
};

LatentPaths by_canonical_variates(const std::vector<Matrix>& rows, const std::vector<Matrix>& paths,
                                  const RowVector& noise) {
  const CanonicalVariates variates = canonical_variates(rows, noise);
  LatentPaths latent;
  for (const Matrix& path : paths) latent.paths.push_back(variates.of(path));
  latent.noise = noise.replicate(1, variates.window) * variates.weights.cwiseAbs2();
  return latent;
}

/// Whether an observable can be learned from them: nothing missing, and one is long enough.
bool have_windows(const std::vector<Matrix>& rows, Index window) {
  const auto whole = [](const Matrix& run) { return run.allFinite(); };
  const auto long_enough = [&](const Matrix& run) { return run.rows() >= 2 * window + 1; };
  return std::ranges::all_of(rows, whole) && std::ranges::any_of(rows, long_enough);
}

/// The paper's scalar observable, its windows as long as the order of the states.
LatentPaths by_observable(const std::vector<Matrix>& rows, const std::vector<Matrix>& paths,
                          const RowVector& noise, Index order) {
  std::vector<Index> lengths;
  lengths.reserve(rows.size());
  for (const Matrix& run : rows) lengths.push_back(run.rows());
  const Matrix Y = stacked(rows);
  const SpectralOptions options;
  const Kernel kernel = resolved(Rbf{}, Y);
  const Matrix landmarks = evenly_spaced_rows(Y, options.landmarks), K = gram(kernel, Y, landmarks);
  const Vector w = learn_latent_states(K, delay_windows(lengths, order), options).weights;
  const Vector z = K * w;
  const double mean = z.mean(), deviation = std::sqrt((z.array() - mean).square().mean());
  LatentPaths latent;
  for (const Matrix& path : paths)
    latent.paths.emplace_back(((gram(kernel, path, landmarks) * w).array() - mean).matrix() /
                              deviation);
  // Of a nonlinear function of the rows only the order of magnitude is known.
  latent.noise = RowVector::Constant(1, noise.mean());
  return latent;
}

/// Rows as a linear function of latent states: C by least squares, R by what is left over.
Loading loading_of(const std::vector<Matrix>& rows, const LatentPaths& latent,
                   const DifferenceStates& states) {
  const Index n = states.states.cols(), D = rows.front().cols();
  Matrix XX = 1e-9 * Matrix::Identity(n, n), YX = Matrix::Zero(D, n);
  RowVector YY = RowVector::Zero(D);
  double count = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (latent.paths[i].rows() <= states.order) continue;
    const Matrix all = with_differences(latent.paths[i], states.order).leftCols(n);
    for (Index t = 0; t < all.rows(); ++t) {
      const RowVector x = all.row(t).cwiseQuotient(states.spread);
      if (!x.allFinite() || !rows[i].row(t).allFinite()) continue;
      XX += x.transpose() * x;
      YX += rows[i].row(t).transpose() * x;
      YY += rows[i].row(t).cwiseAbs2();
      count += 1.0;
    }
  }
  Loading loading{solve_normal_equations(YX, XX), latent.noise, {}};
  const RowVector left = YY - loading.observation.cwiseProduct(YX).rowwise().sum().transpose();
  loading.rest = (left / count).cwiseMax(1e-12);
  return loading;
}

}  // namespace

StateLearner::StateLearner(const std::vector<Series>& sequences) {
  std::vector<Matrix> rows;
  rows.reserve(sequences.size());
  for (const Series& series : sequences) rows.push_back(without_outliers(series.values));
  examples_.scaling = standardisation_of(rows);
  for (Matrix& run : rows) run = examples_.scaling.apply(run);
  examples_.trend = fit_local_trend(rows);
  // Where a trend says nothing, all noise is taken for movement. A search that began so would
  // stay there.
  constexpr double kLargestRatio = 20.0;
  const double excess = std::max(1.0, examples_.trend.ratio / kLargestRatio);
  examples_.trend.ratio /= excess;
  examples_.trend.noise *= excess;
}

Matrix StateLearner::standardised(const Series& series) const {
  return examples_.scaling.apply(without_outliers(series.values));
}

std::vector<Matrix> StateLearner::paths_by_trend(const std::vector<Series>& sequences) const {
  std::vector<Matrix> paths;
  for (const Series& series : sequences) {
    paths.push_back(smooth(examples_.trend, standardised(series)).position);
    forget_gaps(series.values, paths.back());
  }
  return paths;
}

std::vector<Matrix> StateLearner::paths_by(const StateModel& model,
                                           const std::vector<Series>& sequences) const {
  std::vector<Matrix> paths;
  for (const Series& series : sequences) {
    paths.push_back(examples_.scaling.apply(smooth(model, series).mean));
    forget_gaps(series.values, paths.back());
  }
  return paths;
}

std::optional<StateExamples> StateLearner::examples(const std::vector<Series>& sequences,
                                                    const std::vector<Matrix>& paths,
                                                    const StateModelKind& kind) const {
  StateExamples result = examples_;
  if (kind.channels == StateChannels::rows) {
    result.states = difference_states(paths, kind.order);
    if (result.states.dimension() * (kind.order + 1) > kMostTogether) result.together = 1;
  } else {
    std::vector<Matrix> rows;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      rows.push_back(standardised(sequences[i]));
      rows.back() = rows.back().array().isNaN().select(paths[i], rows.back());
    }
    const RowVector& noise = result.trend.noise;
    if (kind.channels == StateChannels::observable &&
        !(noise.size() >= 2 && have_windows(rows, kind.order)))
      return std::nullopt;
    const LatentPaths latent = kind.channels == StateChannels::observable
                                   ? by_observable(rows, paths, noise, kind.order)
                                   : by_canonical_variates(rows, paths, noise);
    if (latent.noise.size() == 0 || 2 * latent.noise.size() > noise.size()) return std::nullopt;
    result.states = difference_states(latent.paths, kind.order);
    result.loading = loading_of(rows, latent, result.states);
  }
  const Index n = result.states.states.cols(), K = result.states.dimension();
  switch (kind.inputs) {
    case MapInputs::none:
      break;
    case MapInputs::selected:
      if (n > kMostToChoose) return std::nullopt;
      result.groups = group_outputs(result.states.states,
                                    select_inputs(result.states.states, result.states.moves));
      if (result.groups.empty()) return std::nullopt;
      break;
    case MapInputs::all:
      if (n > kMostInputs) return std::nullopt;
      result.groups = group_outputs(result.states.states, on_all_inputs(n, K));
      break;
  }
  return result;
}

}  // namespace elto
