// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit_state_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/series/outliers.hpp"
#include "elto/tuning/split.hpp"
#include "elto/tuning/tune_state_model.hpp"

#include "filter/state_filter_limits.hpp"
#include "tuning/band_calibration.hpp"
#include "tuning/predicted_rows.hpp"
#include "tuning/state_learner.hpp"

namespace elto {
namespace {

constexpr Index kFewestRows = 12;  // to learn from two thirds of them
// Of R without a map. Shorter ones come out where few rows are tuned on, and follow chance.
constexpr double kShortestMemory = 0.93;

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

/// Counts them, and knows whether there shall be more.
class Searches {
 public:
  explicit Searches(const StateFitOptions& options) : options_(options) {}

  const StateFitOptions& options() const { return options_; }
  StateTuningOptions tuning() const {
    return {
        .evaluations = options_.evaluations, .seed = options_.seed, .threads = options_.threads};
  }
  bool go_on() const { return going_on_; }
  void count() { going_on_ = !options_.progress || options_.progress(++done_); }

 private:
  const StateFitOptions& options_;
  Index done_ = 0;
  bool going_on_ = true;
};

/// What comes of learning every kind from earlier rows and tuning it on later ones.
struct Contest {
  StateLearner learner;                // of the earlier rows
  std::optional<Candidate> plain;      // the best without a map
  std::optional<Candidate> best = {};  // of all
  Index rounds = 1;                    // of learning
  std::vector<ScoredKind> kinds = {};

  /// Maps need paths as clean as can be had without one. Of noisy ones they would learn to take the
  /// noise of a row back in the next, and the model would do without noise.
  std::vector<Matrix> paths_for(const StateModelKind& kind, const std::vector<Series>& rows) const {
    return learns(kind) && plain ? learner.paths_by(plain->model, rows)
                                 : learner.paths_by_trend(rows);
  }
};

Contest hold_contest(const std::vector<Series>& sequences, const std::vector<StateModelKind>& kinds,
                     Searches& searches) {
  const Split parts = split(sequences, searches.options().held_out);
  const std::vector<Series>&training = parts.training, &held_out = parts.held_out;
  Contest contest{.learner = StateLearner(training), .plain = {}};
  std::vector<Candidate> field;
  const auto try_kinds = [&](bool with_map) {
    std::optional<std::vector<Matrix>> paths;
    for (const StateModelKind& kind : kinds) {
      if (learns(kind) != with_map || !searches.go_on() || !promising(kind, field)) continue;
      if (!paths) paths = contest.paths_for(kind, training);
      const std::optional<StateExamples> examples =
          contest.learner.examples(training, *paths, kind);
      if (!examples) continue;
      field.emplace_back(kind, *examples, StateModelOptions{}, held_out, searches.tuning());
      contest.kinds.push_back({kind, field.back().score});
      searches.count();
    }
  };
  try_kinds(false);
  contest.plain = best_without_map(field);
  try_kinds(true);
  if (field.empty()) return contest;

  // One more round with the same kind; false if it was of no use.
  const auto improve = [&](Candidate& candidate) {
    const auto examples = contest.learner.examples(
        training, contest.learner.paths_by(candidate.model, training), candidate.kind);
    if (!examples || !searches.go_on()) return false;
    Candidate next(candidate.kind, *examples, candidate.options, held_out, searches.tuning());
    searches.count();
    const bool better = next.score < candidate.score;
    if (better) candidate = std::move(next);
    return better;
  };
  // A kind may need cleaner paths than the first to show what it can: the second best has another
  // chance.
  const Index most_rounds = searches.options().rounds;
  keep_best_two(field);
  if (field.size() == 2 && most_rounds > 1)
    for (Candidate& candidate : field) improve(candidate);
  Candidate& best = *std::ranges::min_element(field, {}, &Candidate::score);
  contest.rounds = field.size() == 2 ? std::min<Index>(most_rounds, 2) : 1;
  for (; best.learns() && contest.rounds < most_rounds; ++contest.rounds)
    if (!improve(best)) break;
  contest.best = std::move(best);
  return contest;
}

/// Learned once more, from all rows that took part.
StateFit concluded(const Contest& contest, const Candidate& chosen,
                   const std::vector<Series>& sequences, Searches& searches) {
  StateFit fit;
  fit.kind = chosen.kind;
  fit.options = chosen.options;
  fit.score = chosen.score;
  fit.rounds = contest.rounds;
  fit.kinds = contest.kinds;
  if (!chosen.learns() && searches.go_on()) {
    // Nothing was learned that could have been learned by heart: noise is tuned on all rows.
    const auto examples = contest.learner.examples(
        sequences, contest.learner.paths_by(chosen.model, sequences), chosen.kind);
    if (examples)
      fit.options =
          tune_state_model(*examples, sequences, chosen.options, searches.tuning()).options;
    searches.count();
  }
  double& memory = fit.options.memory.measurement;
  if (!chosen.learns() && memory < 1.0) memory = std::max(memory, kShortestMemory);
  fit.model =
      relearned(fit, contest.learner, chosen.model, sequences, sequences).value_or(chosen.model);
  begin_with_usual_noise(fit.model, sequences);
  return fit;
}

/// By how much a map predicts a series better than another model: half the squares of innovations,
/// by the variance that the other expects, summed from a row on. Its own variance is not asked for,
/// because noise that adapts in one and not in the other would decide.
double gain_of_map(const StateModel& with_map, const StateModel& without, const Series& series,
                   Index from) {
  const PredictedRows ours = predicted_rows(with_map, series),
                      others = predicted_rows(without, series);
  constexpr double kMost = kGate * kGate;
  double gain = 0.0;
  for (Index j = 0; j < series.dimension(); ++j)
    for (Index t = from; t < series.rows(); ++t) {
      const double y = series.values(t, j);
      if (std::isnan(y)) continue;
      if (std::isnan(others.variance(t, j))) return std::numeric_limits<double>::infinity();
      const auto square = [&](double mean) {
        return std::fmin((y - mean) * (y - mean) / others.variance(t, j), kMost);
      };
      gain += 0.5 * (square(others.mean(t, j)) - square(ours.mean(t, j)));
    }
  return gain;
}

/// The same, for the best of a contest among earlier rows, on the later ones.
double gain_on_unseen_rows(const Contest& contest, const std::vector<Series>& sequences,
                           Searches& searches) {
  constexpr double kUnseen = 0.25;
  const auto [seen, unseen] = split(sequences, kUnseen);
  const Contest again = hold_contest(seen, {contest.plain->kind, contest.best->kind}, searches);
  if (!again.best || !again.plain || !again.best->learns()) return 0.0;
  const StateModel with_map = concluded(again, *again.best, seen, searches).model,
                   without = concluded(again, *again.plain, seen, searches).model;
  if (sequences.size() == 1)
    return gain_of_map(with_map, without, sequences.front(), seen.front().rows());
  double gain = 0.0;
  for (const Series& series : unseen) gain += gain_of_map(with_map, without, series, 0);
  return gain;
}

/// Whether the map of the best will do in rows to come. On the rows it was tuned on it must be
/// clearly better than none. A path that bends for a while in the same way allows for that without
/// a law behind it: unless the gain is beyond doubt, a map of this kind must be found again without
/// the last rows, and predict these better too.
bool proves_itself(const Contest& contest, const std::vector<Series>& sequences,
                   Searches& searches) {
  constexpr double kBeyondDoubt = 100.0, kChance = 10.0;  // nats
  const Vector &losses = contest.best->losses, &others = contest.plain->losses;
  if (!clearly_smaller(losses, others)) return false;
  if (!((others - losses).sum() < kBeyondDoubt)) return true;
  try {
    return gain_on_unseen_rows(contest, sequences, searches) > kChance;
  } catch (const InvalidArgument&) {
    return false;  // there is nothing to learn from in the earlier rows alone
  }
}

/// A few latent channels cannot be all that moves the rows. A trend in what they leave over may be
/// noise, but may as well be true: the bands must allow for it.
void add_what_is_left_over(const Standardisation& scaling, const std::vector<Series>& sequences,
                           std::vector<Estimate>& clean) {
  const RowVector &scale = scaling.scale, squares = scale.cwiseAbs2();
  std::vector<Matrix> rest;  // standardised
  for (std::size_t i = 0; i < clean.size(); ++i)
    rest.push_back(without_outliers((sequences[i].values - clean[i].mean) *
                                    scale.cwiseInverse().asDiagonal()));
  const LocalTrend trend = fit_local_trend(rest);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const TrendPath path = smooth(trend, rest[i]);
    clean[i].mean += path.position * scale.asDiagonal();
    clean[i].variance += path.position_variance * squares.asDiagonal();
  }
}

/// The same from scratch, where the truth is known: the clean paths with fresh noise. A model knows
/// the rows that it has learned a map from too well, so its errors are measured on others.
void calibrate(StateFit& fit, const Contest& contest, const std::vector<Series>& sequences,
               const StateFitOptions& options) {
  Rng rng(options.seed);
  std::vector<Estimate> clean;
  clean.reserve(sequences.size());
  for (const Series& series : sequences) clean.push_back(smooth(fit.model, series));
  const auto ok = [](const Estimate& estimate) { return estimate.status.ok(); };
  if (fit.model.latent && std::ranges::all_of(clean, ok))
    add_what_is_left_over(fit.model.scaling, sequences, clean);
  std::vector<Series> again, truth;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const Matrix& path = clean[i].mean;
    truth.emplace_back(path);
    again.emplace_back(path + disturbed(sequences[i].values - path, clean[i].variance, rng));
  }
  std::vector<Series> known = again;
  if (learns(fit.kind)) {
    Split parts = split(again, options.held_out);
    known = std::move(parts.training);
    again = std::move(parts.held_out);
    truth = split(truth, options.held_out).held_out;
  }
  const auto first = contest.learner.examples(known, contest.paths_for(fit.kind, known), fit.kind);
  if (!first) return;
  StateModel model = learn_state_model(*first, fit.options);
  for (Index round = 1; round <= fit.rounds; ++round) {
    std::optional<StateModel> next = relearned(fit, contest.learner, model, known, again);
    if (!next) break;
    model = *std::move(next);
  }
  begin_with_usual_noise(model, known);
  fit.model.bands = calibrated_bands(model, again, truth);
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

Index most_searches(const StateFitOptions& options) {
  const Index contest = std::ssize(options.kinds) + options.rounds, conclusion = 1;
  const Index of_two_kinds = 2 + options.rounds;
  return contest + of_two_kinds + 2 * conclusion;
}

StateFit fit_state_model(const std::vector<Series>& sequences, const StateFitOptions& options) {
  validate(options);
  require_alike(sequences);
  if (sequences.size() == 1)
    require(sequences.front().rows() >= kFewestRows, "series length",
            concat("at least ", kFewestRows), sequences.front().rows());
  Searches searches(options);
  Contest contest = hold_contest(sequences, options.kinds, searches);
  require(contest.best.has_value(), "kinds", "possible for such a series",
          describe(options.kinds.front()));
  if (contest.best->learns() && contest.plain && !proves_itself(contest, sequences, searches)) {
    contest.best = contest.plain;
    contest.rounds = 1;
  }
  StateFit fit = concluded(contest, *contest.best, sequences, searches);
  calibrate(fit, contest, sequences, options);
  fit.model.channels = sequences.front().channels;
  return fit;
}

}  // namespace elto
