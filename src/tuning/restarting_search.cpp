// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/restarting_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <locale>
#include <sstream>
#include <utility>

#include "elto/core/error.hpp"

#include <nlohmann/json.hpp>

namespace elto {
namespace {

using SearchJson = nlohmann::json;

constexpr std::string_view kCheckpointFormat = "elto search checkpoint";
constexpr Index kCheckpointVersion = 1;

[[noreturn]] void refuse(std::string_view problem) {
  throw Error(concat("checkpoint: ", problem));
}

// JSON has no infinity, so what is not finite is written as a word. Finite numbers are written in
// the shortest form that reads back to the same bits.
SearchJson encode(double value) {
  return std::isfinite(value) ? SearchJson(value) : SearchJson(text(value));
}

void decode(const SearchJson& json, double& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (json == "inf")
    value = infinity;
  else if (json == "-inf")
    value = -infinity;
  else if (json.is_number())
    value = json.get<double>();
  else
    refuse(concat("a number expected instead of ", json.dump()));
}

SearchJson encode(Index value) {
  return value;
}

void decode(const SearchJson& json, Index& value) {
  if (!json.is_number_integer()) refuse(concat("an integer expected instead of ", json.dump()));
  value = json.get<Index>();
  if (value < 0) refuse(concat("a count expected instead of ", value));
}

SearchJson encode(std::uint32_t value) {
  return value;
}

void decode(const SearchJson& json, std::uint32_t& value) {
  Index wide = 0;
  decode(json, wide);
  value = static_cast<std::uint32_t>(wide);
}

SearchJson encode(const std::vector<double>& values) {
  SearchJson json = SearchJson::array();
  for (const double value : values) json.push_back(encode(value));
  return json;
}

void decode(const SearchJson& json, std::vector<double>& values) {
  if (!json.is_array()) refuse("a list of numbers expected");
  values.resize(json.size());
  for (std::size_t i = 0; i < values.size(); ++i) decode(json[i], values[i]);
}

SearchJson encode(const Vector& vector) {
  return encode(std::vector<double>(vector.begin(), vector.end()));
}

void decode(const SearchJson& json, Vector& vector) {
  std::vector<double> values;
  decode(json, values);
  vector = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

SearchJson encode(const Matrix& matrix) {
  SearchJson json = SearchJson::array();
  for (Index j = 0; j < matrix.cols(); ++j) json.push_back(encode(Vector(matrix.col(j))));
  return json;
}

void decode(const SearchJson& json, Matrix& matrix) {
  if (!json.is_array()) refuse("a list of columns expected");
  Vector column;
  matrix.resize(0, 0);
  for (std::size_t j = 0; j < json.size(); ++j) {
    decode(json[j], column);
    if (j == 0) matrix.resize(column.size(), static_cast<Index>(json.size()));
    if (column.size() != matrix.rows()) refuse("columns of one matrix differ in length");
    matrix.col(static_cast<Index>(j)) = column;
  }
}

SearchJson encode(StopReason reason) {
  return describe(reason);
}

void decode(const SearchJson& json, StopReason& reason) {
  using enum StopReason;
  for (const StopReason candidate :
       {none, value_converged, step_converged, ill_conditioned, diverged, stagnated})
    if (json == describe(candidate)) {
      reason = candidate;
      return;
    }
  refuse(concat("unknown stop reason ", json.dump()));
}

// The classic locale, lest a program's own put separators between the digits.
SearchJson encode(const Rng& rng) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream << rng;
  return stream.str();
}

void decode(const SearchJson& json, Rng& rng) {
  std::istringstream stream(json.get<std::string>());
  stream.imbue(std::locale::classic());
  if (!(stream >> rng)) refuse("the state of the random numbers is damaged");
}

// Each list of fields is written once and serves both directions.
template <class Budget, class Visit>
void visit_budget(Budget& budget, Visit visit) {
  visit("evaluations", budget.evaluations);
  visit("restarts", budget.restarts);
}

template <class Options, class Visit>
void visit_options(Options& options, Visit visit) {
  visit("step_size", options.step_size);
  visit("population", options.population);
  visit("seed", options.seed);
  visit("tolerance_value", options.tolerance_value);
  visit("tolerance_step", options.tolerance_step);
  visit("largest_condition", options.largest_condition);
  visit("largest_growth", options.largest_growth);
}

template <class State, class Visit>
void visit_state(State& state, Visit visit) {
  visit("mean", state.mean);
  visit("step_size", state.step_size);
  visit("covariance", state.covariance);
  visit("step_path", state.step_path);
  visit("covariance_path", state.covariance_path);
  visit("basis", state.basis);
  visit("scales", state.scales);
  visit("decomposed_at", state.decomposed_at);
  visit("steps", state.steps);
  visit("best_point", state.best_point);
  visit("best_value", state.best_value);
  visit("iterations", state.iterations);
  visit("best_values", state.best_values);
  visit("median_values", state.median_values);
  visit("stop_reason", state.stop_reason);
  visit("rng", state.rng);
}

auto writer(SearchJson& json) {
  return [&json](const char* name, const auto& field) { json[name] = encode(field); };
}

auto reader(const SearchJson& json) {
  return [&json](const char* name, auto& field) { decode(json.at(name), field); };
}

// 64-bit FNV-1a; a changed digit would otherwise be another search, not an error.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

SearchJson unpack(std::string_view checkpoint) {
  SearchJson json = SearchJson::parse(checkpoint);
  if (!json.is_object() || json.value("format", "") != kCheckpointFormat)
    refuse(concat("not of the format '", kCheckpointFormat, "'"));
  if (json.at("version") != kCheckpointVersion)
    refuse(concat("version ", json.at("version").dump(), ", but ", kCheckpointVersion, " is read"));
  if (json.at("checksum") != checksum(json.at("search").dump()))
    refuse("altered or damaged, the checksum does not match");
  return json.at("search");
}

}  // namespace

void validate(const SearchBudget& budget) {
  require(budget.evaluations >= 1, "evaluations", "at least 1", budget.evaluations);
  require(budget.restarts >= 0, "restarts", "at least 0", budget.restarts);
}

RestartingSearch::RestartingSearch(VectorView start, const CmaEsOptions& options,
                                   const SearchBudget& budget)
    : budget_(budget),
      options_(options),
      start_(start),
      run_(start, options),
      best_point_(start),
      best_value_(std::numeric_limits<double>::infinity()) {
  validate(budget);
  options_.population = run_.population();
}

bool RestartingSearch::finished() const {
  if (evaluations_ >= budget_.evaluations) return true;
  return run_.stop_reason() != StopReason::none && restarts_ >= budget_.restarts;
}

Index RestartingSearch::open_candidates() const {
  return std::min(run_.population() - static_cast<Index>(told_.size()),
                  budget_.evaluations - evaluations_);
}

// Restarting here and not in tell() lets a finished search go on with a larger budget.
Matrix RestartingSearch::ask() {
  if (finished()) return Matrix(0, start_.size());
  if (run_.stop_reason() != StopReason::none) restart();
  return run_.ask().middleRows(static_cast<Index>(told_.size()), open_candidates());
}

void RestartingSearch::restart() {
  ++restarts_;
  options_.population *= 2;
  Rng rng = run_.state().rng;  // one stream for all runs
  const Vector point = start_ + options_.step_size * rng.normal(start_.size(), 1);
  run_ = CmaEs(point, options_, rng);
}

void RestartingSearch::tell(VectorView values) {
  require(run_.state().steps.cols() > 0, "tell", "called after ask", "no candidates asked for");
  require(values.size() == open_candidates(), "values",
          concat("one for each of ", open_candidates()), values.size());
  const Matrix candidates = ask();
  for (Index k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) {
      ++failures_;
    } else if (values[k] < best_value_) {
      best_value_ = values[k];
      best_point_ = candidates.row(k).transpose();
    }
    told_.push_back(std::isfinite(values[k]) ? values[k] : std::numeric_limits<double>::infinity());
  }
  evaluations_ += values.size();
  if (static_cast<Index>(told_.size()) < run_.population()) return;
  run_.tell(Eigen::Map<const Vector>(told_.data(), run_.population()));
  told_.clear();
  history_.push_back(best_value_);
}

template <class Search, class Visit>
void RestartingSearch::visit_records(Search& search, Visit visit) {
  visit("start", search.start_);
  visit("told", search.told_);
  visit("best_point", search.best_point_);
  visit("best_value", search.best_value_);
  visit("evaluations", search.evaluations_);
  visit("failures", search.failures_);
  visit("restarts", search.restarts_);
  visit("history", search.history_);
}

std::string RestartingSearch::checkpoint() const {
  SearchJson search;
  visit_records(*this, writer(search));
  visit_budget(budget_, writer(search["budget"]));
  visit_options(options_, writer(search["options"]));
  visit_state(run_.state(), writer(search["run"]));
  const std::uint64_t sum = checksum(search.dump());
  return SearchJson{{"format", kCheckpointFormat},
                    {"version", kCheckpointVersion},
                    {"checksum", sum},
                    {"search", search}}
      .dump();
}

RestartingSearch RestartingSearch::resume(std::string_view checkpoint) try {
  const SearchJson json = unpack(checkpoint);
  SearchBudget budget;
  CmaEsOptions options;
  CmaEsState state;
  Vector start;
  visit_budget(budget, reader(json.at("budget")));
  visit_options(options, reader(json.at("options")));
  visit_state(state, reader(json.at("run")));
  decode(json.at("start"), start);
  if (state.mean.size() != start.size()) refuse("start and mean differ in size");

  RestartingSearch search(start, options, budget);
  search.run_ = CmaEs(options, std::move(state));
  visit_records(search, reader(json));
  if (search.best_point_.size() != start.size()) refuse("start and best point differ in size");
  if (static_cast<Index>(search.told_.size()) >= search.run_.population())
    refuse("more values than candidates");
  return search;
} catch (const nlohmann::json::exception& error) {
  refuse(error.what());
} catch (const InvalidArgument& error) {
  refuse(error.what());
}

RestartingSearch RestartingSearch::resume(std::string_view checkpoint, const SearchBudget& budget) {
  validate(budget);
  RestartingSearch search = resume(checkpoint);
  search.budget_ = budget;
  return search;
}

}  // namespace elto
