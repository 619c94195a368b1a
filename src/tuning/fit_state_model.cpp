// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit_state_model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/tuning/split.hpp"
#include "elto/tuning/tune_state_model.hpp"

#include "tuning/state_learner.hpp"

namespace elto {
namespace {

constexpr Index kFewestRows = 12;  // to learn from two thirds of them

void require_alike(const std::vector<Series>& sequences) {
  for (const Series& series : sequences) {
    require(series.dimension() == sequences.front().dimension(), "series columns",
            concat(sequences.front().dimension(), " as in the first sequence"), series.dimension());
    require(!series.values.array().isInf().any(), "series", "without infinities", "one");
  }
}

/// In the mean over rows, by more than three standard errors. Losses of rows close to each other
/// are alike, so that blocks of them are compared.
bool clearly_smaller(const Vector& losses, const Vector& than) {
  if (!losses.allFinite()) return false;
  if (!than.allFinite()) return true;
  const Index rows = losses.size(), blocks = std::min<Index>(rows, 20);
  Vector gain(blocks);
  for (Index i = 0; i < blocks; ++i) {
    const Index begin = i * rows / blocks, count = (i + 1) * rows / blocks - begin;
    gain[i] = (than - losses).segment(begin, count).mean();
  }
  const double mean = gain.mean(), n = static_cast<double>(blocks);
  const double deviation = std::sqrt((gain.array() - mean).square().sum() / (n - 1.0));
  return mean > 3.0 * deviation / std::sqrt(n);
}

bool learns(const StateModelKind& kind) {
  return kind.inputs != MapInputs::none;
}

struct Candidate : TunedStateModel {
  StateModelKind kind;
  Vector losses;

  Candidate(const StateModelKind& kind_, const StateExamples& examples_,
            const StateModelOptions& start, const std::vector<Series>& held_out,
            const StateTuningOptions& tuning)
      : TunedStateModel(tune_state_model(examples_, held_out, start, tuning)), kind(kind_) {
    let_noise_adapt(*this, examples_, held_out, tuning);
    if (learns()) allow_for_noise(*this, held_out);
    losses = state_model_losses(model, held_out);
  }

  bool learns() const { return elto::learns(kind); }
};

/// A map of combinations of channels is worth a search unless the combinations alone explain held-
/// out rows less well than the rows do.
bool promising(const StateModelKind& kind, const std::vector<Candidate>& field) {
  const auto without_map = [&](StateChannels channels) {
    double best = std::numeric_limits<double>::quiet_NaN();
    for (const Candidate& candidate : field)
      if (!candidate.learns() && candidate.kind.channels == channels)
        best = std::fmin(best, candidate.score);
    return best;
  };
  return !learns(kind) || kind.channels == StateChannels::rows ||
         !(without_map(kind.channels) > without_map(StateChannels::rows));
}

std::optional<Candidate> best_without_map(const std::vector<Candidate>& field) {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : field)
    if (!candidate.learns() && (best == nullptr || candidate.score < best->score))
      best = &candidate;
  return best == nullptr ? std::nullopt : std::optional(*best);
}

/// If the best has a map, the next best that has one is kept too.
void keep_best_two(std::vector<Candidate>& field) {
  std::ranges::sort(field, {}, &Candidate::score);
  const auto rest = field.begin() + 1;
  const auto second = field.front().learns()
                          ? std::ranges::find_if(rest, field.end(), &Candidate::learns)
                          : field.end();
  if (second != field.end()) std::iter_swap(rest, second);
  field.erase(second == field.end() ? rest : rest + 1, field.end());
}

/// Residuals with random signs, so that noise that comes and goes does so again; NaN stays. What
/// the estimates took from the noise, their variance, is given back.
Matrix disturbed(const Matrix& residuals, const Matrix& variance, Rng& rng) {
  Matrix noise = residuals;
  for (Index j = 0; j < noise.cols(); ++j) {
    double left = 0.0, taken = 0.0;
    for (Index t = 0; t < noise.rows(); ++t) {
      if (std::isnan(noise(t, j))) continue;
      left += noise(t, j) * noise(t, j);
      taken += variance(t, j);
      if (rng.uniform() < 0.5) noise(t, j) = -noise(t, j);
    }
    if (left > 0.0) noise.col(j) *= std::sqrt((left + taken) / left);
  }
  return noise;
}

/// How far a channel is off, where the truth is known.
struct BandErrors {
  std::vector<double> normalised;      // in standard deviations
  double variance = 0.0, noise = 0.0;  // sums over the rows

  /// With which bands of 90 % would have covered 90 % of the truth. They are not made wider than
  /// the noise, as a row is an estimate too; narrower by the square root, and not beyond
  /// `narrowest`: the clean paths are those of a smoother, easier to find again than what it was
  /// made from.
  double factor(double narrowest) {
    if (normalised.empty()) return 1.0;
    constexpr double kShare = 0.9, kQuantile = 1.6448536269514722;
    const auto nth = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(normalised.size()));
    std::ranges::nth_element(normalised, normalised.begin() + nth);
    const double wanted = normalised[static_cast<std::size_t>(nth)] / kQuantile;
    const double widest = std::max(1.0, std::sqrt(noise / variance));
    return std::clamp(wanted < 1.0 ? std::sqrt(wanted) : wanted, narrowest, widest);
  }
};

/// By channel.
void add_errors(const Estimate& estimate, const Matrix& truth, const Matrix& rows,
                std::vector<BandErrors>& channels) {
  for (Index j = 0; j < truth.cols(); ++j) {
    BandErrors& channel = channels[static_cast<std::size_t>(j)];
    for (Index t = 0; t < truth.rows(); ++t) {
      const double variance = estimate.variance(t, j), noise = rows(t, j) - truth(t, j);
      const double error = std::abs(estimate.mean(t, j) - truth(t, j)) / std::sqrt(variance);
      if (!std::isfinite(error) || std::isnan(noise)) continue;
      channel.normalised.push_back(error);
      channel.variance += variance;
      channel.noise += noise * noise;
    }
  }
}

/// Learned from paths that another model has cleaned, without tuning. Where that one was lost, it
/// cleaned badly: no map is taken that explains the rows to judge by clearly less well.
std::optional<StateModel> relearned(const StateFit& fit, const StateLearner& learner,
                                    const StateModel& cleaner, const std::vector<Series>& rows,
                                    const std::vector<Series>& judges) {
  const auto examples = learner.examples(rows, learner.paths_by(cleaner, rows), fit.kind);
  if (!examples) return std::nullopt;
  StateModel model = learn_state_model(*examples, fit.options);
  if (learns(fit.kind) &&
      clearly_smaller(state_model_losses(cleaner, judges), state_model_losses(model, judges)))
    return std::nullopt;
  return model;
}

/// Noise that adapts begins, in a new series, at its mean over the rows known: tuned with the rest
/// is only where these began.
void begin_with_usual_noise(StateModel& model, const std::vector<Series>& sequences) {
  if (model.memory.measurement == 1.0) return;
  RowVector sum = RowVector::Zero(model.dimension());
  Index rows = 0;
  for (const Series& series : sequences) {
    StateFilter belief(model);
    for (Index t = 0; t < series.rows(); ++t, ++rows) {
      belief.predict();
      if (!belief.update(series.values.row(t)).ok()) return;
      sum += belief.noise();
    }
  }
  model.noise = sum / static_cast<double>(rows);
}

using FirstPaths = std::function<std::vector<Matrix>(const std::vector<Series>&)>;

/// The same from scratch, where the truth is known: the clean paths with fresh noise. A model knows
/// the rows that it has learned a map from too well, so its errors are measured on others.
void calibrate(StateFit& fit, const StateLearner& learner, const FirstPaths& first_paths,
               const std::vector<Series>& sequences, double held_out, std::uint32_t seed) {
  Rng rng(seed);
  std::vector<Series> again, truth;
  for (const Series& series : sequences) {
    const Estimate clean = smooth(fit.model, series);
    truth.emplace_back(clean.mean);
    again.emplace_back(clean.mean + disturbed(series.values - clean.mean, clean.variance, rng));
  }
  std::vector<Series> known = again;
  if (learns(fit.kind)) {
    Split parts = split(again, held_out);
    known = std::move(parts.training);
    again = std::move(parts.held_out);
    truth = split(truth, held_out).held_out;
  }
  const auto first = learner.examples(known, first_paths(known), fit.kind);
  if (!first) return;
  StateModel model = learn_state_model(*first, fit.options);
  for (Index round = 1; round <= fit.rounds; ++round) {
    std::optional<StateModel> next = relearned(fit, learner, model, known, again);
    if (!next) break;
    model = *std::move(next);
  }
  begin_with_usual_noise(model, known);

  constexpr double kNarrowestFilter = 0.7, kNarrowestSmoother = 1.0;
  const auto D = static_cast<std::size_t>(fit.model.dimension());
  std::vector<BandErrors> filtered(D), smoothed(D);
  for (std::size_t i = 0; i < again.size(); ++i) {
    const Matrix& rows = again[i].values;
    add_errors(filter(model, again[i]), truth[i].values, rows, filtered);
    add_errors(smooth(model, again[i]), truth[i].values, rows, smoothed);
  }
  for (std::size_t j = 0; j < D; ++j) {
    const auto channel = static_cast<Index>(j);
    fit.model.filter_factor[channel] = filtered[j].factor(kNarrowestFilter);
    fit.model.smoother_factor[channel] = smoothed[j].factor(kNarrowestSmoother);
  }
}

}  // namespace

std::string describe(const StateModelKind& kind) {
  const char* inputs = kind.inputs == MapInputs::none       ? "no map"
                       : kind.inputs == MapInputs::selected ? "selected inputs"
                                                            : "all inputs";
  const char* channels = kind.channels == StateChannels::rows ? ""
                         : kind.channels == StateChannels::canonical_variates
                             ? "canonical variates, "
                             : "learned observable, ";
  return concat(channels, "order ", kind.order, ", ", inputs);
}

std::vector<StateModelKind> all_state_model_kinds() {
  std::vector<StateModelKind> kinds;
  for (const auto channels : {StateChannels::rows, StateChannels::canonical_variates})
    for (const auto inputs : {MapInputs::none, MapInputs::all, MapInputs::selected})
      for (const Index order : {1, 2}) kinds.push_back({order, inputs, channels});
  kinds.push_back({4, MapInputs::all, StateChannels::observable});
  return kinds;
}

void validate(const StateFitOptions& options) {
  require(!options.kinds.empty(), "kinds", "at least 1", options.kinds.size());
  for (const StateModelKind& kind : options.kinds)
    require(kind.order >= 1, "kinds.order", "at least 1", kind.order);
  require(options.held_out > 0.0 && options.held_out < 1.0, "held_out", "between 0 and 1",
          options.held_out);
  require(options.evaluations >= 1, "evaluations", "at least 1", options.evaluations);
  require(options.rounds >= 1, "rounds", "at least 1", options.rounds);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
}

StateFit fit_state_model(const std::vector<Series>& sequences, const StateFitOptions& options) {
  validate(options);
  require_alike(sequences);
  if (sequences.size() == 1)
    require(sequences.front().rows() >= kFewestRows, "series length",
            concat("at least ", kFewestRows), sequences.front().rows());
  const Split parts = split(sequences, options.held_out);
  const std::vector<Series>&training = parts.training, &held_out = parts.held_out;
  const StateLearner learner(training);
  const StateTuningOptions search{
      .evaluations = options.evaluations, .seed = options.seed, .threads = options.threads};
  Index searches = 0;
  const auto go_on = [&] { return !options.progress || options.progress(++searches); };
  bool running = true;

  StateFit fit;
  std::vector<Candidate> field;
  const auto try_kinds = [&](bool with_map, const std::vector<Matrix>& paths) {
    for (const StateModelKind& kind : options.kinds) {
      if (learns(kind) != with_map) continue;
      if (!running || !promising(kind, field)) continue;
      const std::optional<StateExamples> examples = learner.examples(training, paths, kind);
      if (!examples) continue;
      field.emplace_back(kind, *examples, StateModelOptions{}, held_out, search);
      fit.kinds.push_back({kind, field.back().score});
      running = go_on();
    }
  };
  try_kinds(false, learner.paths_by_trend(training));
  const std::optional<Candidate> plain = best_without_map(field);
  // Maps need paths as clean as can be had without one. Of noisy ones they would learn to take the
  // noise of a row back in the next, and the model would do without noise.
  const auto paths_for_maps = [&](const std::vector<Series>& rows) {
    return plain ? learner.paths_by(plain->model, rows) : learner.paths_by_trend(rows);
  };
  try_kinds(true, paths_for_maps(training));
  require(!field.empty(), "kinds", "possible for such a series", describe(options.kinds.front()));

  // One more round with the same kind; false if it was of no use.
  const auto improve = [&](Candidate& candidate) {
    const auto examples =
        learner.examples(training, learner.paths_by(candidate.model, training), candidate.kind);
    if (!examples || !running) return false;
    Candidate next(candidate.kind, *examples, candidate.options, held_out, search);
    running = go_on();
    const bool better = next.score < candidate.score;
    if (better) candidate = std::move(next);
    return better;
  };
  // A kind may need cleaner paths than the first to show what it can: the second best has another
  // chance.
  keep_best_two(field);
  if (field.size() == 2 && options.rounds > 1)
    for (Candidate& candidate : field) improve(candidate);
  Candidate& best = *std::ranges::min_element(field, {}, &Candidate::score);
  fit.rounds = field.size() == 2 ? std::min<Index>(options.rounds, 2) : 1;
  for (; best.learns() && fit.rounds < options.rounds; ++fit.rounds)
    if (!improve(best)) break;
  // A map must be worth it, now that it has shown what it can; of several one may have been lucky.
  if (best.learns() && plain && !clearly_smaller(best.losses, plain->losses)) {
    best = *plain;
    fit.rounds = 1;
  }
  fit.kind = best.kind;
  fit.options = best.options;
  fit.score = best.score;
  if (!best.learns() && running) {
    // Nothing was learned that could have been learned by heart: noise is tuned on all rows.
    const auto examples =
        learner.examples(sequences, learner.paths_by(best.model, sequences), best.kind);
    if (examples)
      fit.options = tune_state_model(*examples, sequences, best.options, search).options;
    go_on();
  }
  fit.model = relearned(fit, learner, best.model, sequences, sequences).value_or(best.model);
  begin_with_usual_noise(fit.model, sequences);
  const FirstPaths by_trend = [&](const auto& rows) { return learner.paths_by_trend(rows); };
  calibrate(fit, learner, learns(fit.kind) ? FirstPaths(paths_for_maps) : by_trend, sequences,
            options.held_out, options.seed);
  fit.model.channels = sequences.front().channels;
  return fit;
}

}  // namespace elto
