// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "filter/signal_of_state.hpp"
#include "filter/state_filter_limits.hpp"
#include "linalg/lapack.hpp"
#include "linalg/packed.hpp"
#include "linalg/symmetrise.hpp"

namespace elto {
namespace {

constexpr std::string_view kStateFilterKind = "state filter";
// Of entries passed over. A trend alone leads away from a series that turns.
constexpr Index kLongestRun = 3, kLongestRunOfTrend = 2;
constexpr double kRoughest = 2.0;  // variance of noise, times what the rows say
constexpr double kWidest = 1e8;    // times P
constexpr double kApart = 2.0;     // variance between two states drawn at random, times that of one
constexpr double kFarthestState = 3.0;  // standard deviations of the states known
constexpr double kFollows = 0.25;       // power of R that Q follows

/// In one of many blocks a channel can rest while a model is learned, wake up later, and be lost
/// alone. Among few channels noise that has grown would be taken for this too often.
bool can_be_lost(const StateModel& model) {
  return !model.latent && model.blocks.size() > 1;
}

/// Enough of a model to tell it from others: they differ in some of these.
Matrix fingerprint(const StateModel& model) {
  Matrix print(3, model.mean.size());
  print.row(0) = model.mean.transpose();
  for (const StateBlock& block : model.blocks) {
    print.row(1).segment(block.state, block.states()) = block.process.diagonal().transpose();
    print.row(2).segment(block.state, block.states()) = block.covariance.diagonal().transpose();
  }
  return print;
}

Matrix numbers_of(const std::vector<ChannelWatch>& watches) {
  Matrix numbers(4, std::ssize(watches));
  Index j = 0;
  for (const auto& [run, before, raised, widening] : watches)
    numbers.col(j++) << run, before, raised, widening;
  return numbers;
}

std::vector<ChannelWatch> watches_in(const ArrayFile& snapshot, Index channels) {
  const Matrix& numbers = snapshot.array("watch", 4, channels);
  if (!numbers.allFinite() || !(numbers.bottomRows(2).array() >= 1.0).all())
    throw IoError(snapshot.name, "array watch is out of range");
  std::vector<ChannelWatch> watches;
  for (const auto& watch : numbers.colwise())
    watches.push_back({watch[0], watch[1], watch[2], watch[3]});
  return watches;
}

}  // namespace

StateFilter::StateFilter(const StateModel& model, LostChannels lost)
    : model_(&model),
      x_(model.mean),
      move_(Vector::Zero(model.map.outputs)),
      G_(model.map.outputs, model.map.inputs),
      drift_(model.map.outputs),
      drift_variance_(model.map.outputs),
      residual_(RowVector::Constant(model.dimension(), kUnknown)),
      noise_(model.noise),
      roughness_(model.dimension()),
      run_(static_cast<std::size_t>(model.dimension())),
      passed_over_(run_.size()),
      seen_(run_.size()),
      unseen_(run_.size()),
      catches_up_(lost == LostChannels::catch_up),
      sides_(run_.size()),
      widening_(model.blocks.size(), 1.0),
      watches_(catches_up_ && can_be_lost(model) ? run_.size() : 0) {
  for (const StateBlock& block : model.blocks) {
    const Index n = block.states();
    P_.push_back(block.covariance);
    J_.push_back(block.law);
    rooms_.push_back({Vector(n), Vector(n), Vector(n), Matrix(n, n)});
  }
}

void StateFilter::predict() {
  if (++row_ == 0) return;
  const bool learned = !model_->map.parts.empty();
  if (learned) model_->map.linearise(x_, move_, G_, map_room_);
  for (std::size_t i = 0; i < P_.size(); ++i) {
    const StateBlock& block = model_->blocks[i];
    Matrix &P = P_[i], &J = J_[i];
    auto& [moved, gain, factor, product] = rooms_[i];
    auto x = x_.segment(block.state, block.states());
    moved.noalias() = block.law * x;
    moved.noalias() += block.entry * move_.segment(block.move, block.moves());
    x = moved;
    J = block.law;
    if (learned)
      J.noalias() += block.entry * G_.block(block.move, block.state, block.moves(), block.states());
    product.noalias() = J * P;
    P.noalias() = product * J.transpose();
    if (learned && catches_up_) forget(i);
    P *= std::exchange(widening_[i], 1.0);
    add_process(i);
    symmetrise(P);
    catch_up(i);
  }
  for (Index& rows : unseen_) ++rows;
}

bool StateFilter::outgrown(std::size_t i, Index entry) const {
  const StateBlock& block = model_->blocks[i];
  if (P_[i](entry, entry) <= kApart * block.covariance(entry, entry)) return false;
  for (Index k = entry; k < block.states(); k += block.moves()) {
    const double away = x_[block.state + k] - model_->mean[block.state + k];
    if (away * away > kFarthestState * kFarthestState * block.covariance(k, k)) return false;
  }
  return !G_.row(block.move + entry).isZero(0.0);
}

std::span<const Index> StateFilter::telling(const StateBlock& block, Index entry,
                                            const std::vector<Index>& channels) const {
  const Index first = block.channel + (model_->latent ? 0 : entry);
  const Index count = model_->latent ? block.channels() : 1;
  return std::span(channels).subspan(static_cast<std::size_t>(first),
                                     static_cast<std::size_t>(count));
}

Index StateFilter::unseen(const StateBlock& block, Index entry) const {
  const bool ever = std::ranges::max(telling(block, entry, seen_)) > 0;
  return ever ? std::ranges::min(telling(block, entry, unseen_)) : 0;
}

void StateFilter::forget(std::size_t i) {
  const StateBlock& block = model_->blocks[i];
  const Index entries = block.moves(), n = block.states();
  auto forgotten = rooms_[i].factor.head(entries);
  for (Index j = 0; j < entries; ++j)
    forgotten[j] = unseen(block, j) > 0 && outgrown(i, j) ? 1.0 : 0.0;
  if (forgotten.isZero(0.0)) return;
  Matrix &P = P_[i], &J = J_[i];
  for (Index l = 0; l < n; ++l)
    for (Index k = 0; k < n; ++k) {
      const double row = forgotten[k % entries], column = forgotten[l % entries];
      if (row + column > 0.0) P(k, l) = row * column * kApart * block.covariance(k, l);
      J(k, l) *= 1.0 - row;
    }
}

double StateFilter::process_of(const StateBlock& block, Index state) const {
  // The numbers of a block go from channel to channel: positions, differences, drifts.
  const Index j = block.channel + state % block.channels();
  const double raised = watches_.empty() ? 1.0 : watches_[static_cast<std::size_t>(j)].raised;
  if (!model_->map.parts.empty() || noise_[j] == model_->noise[j]) return raised;
  return raised * std::pow(noise_[j] / model_->noise[j], kFollows);
}

void StateFilter::add_process(std::size_t i) {
  const StateBlock& block = model_->blocks[i];
  // Of latent channels the noise of the rows tells nothing, and they are not watched.
  if (!catches_up_ || model_->latent) {
    P_[i] += process_ * block.process;
    return;
  }
  auto& [moved, gain, factor, product] = rooms_[i];
  for (Index k = 0; k < factor.size(); ++k) factor[k] = std::sqrt(process_of(block, k));
  product = factor.asDiagonal() * block.process * factor.asDiagonal();
  P_[i] += process_ * product;
}

void StateFilter::catch_up(std::size_t i) {
  if (watches_.empty()) return;
  const StateBlock& block = model_->blocks[i];
  const auto watches = std::span(watches_).subspan(static_cast<std::size_t>(block.channel),
                                                   static_cast<std::size_t>(block.channels()));
  if (std::ranges::all_of(watches, &ChannelWatch::calm)) return;
  Vector& factor = rooms_[i].factor;
  for (Index k = 0; k < factor.size(); ++k)
    factor[k] = watches[static_cast<std::size_t>(k % block.channels())].widening;
  P_[i] = factor.asDiagonal() * P_[i] * factor.asDiagonal();
  for (ChannelWatch& watch : watches) watch.widening = 1.0;
}

Status StateFilter::update(const RowView& row) {
  return update(row, nullptr);
}

Status StateFilter::update(const RowView& row, Trace& trace) {
  Index longest = 0;
  for (const StateBlock& block : model_->blocks) longest = std::max(longest, block.states());
  const Index D = model_->dimension();
  trace.gain.resize(longest, D);
  trace.innovation.setConstant(D, kUnknown);
  trace.variance.setConstant(D, kUnknown);
  trace.taken.assign(static_cast<std::size_t>(D), false);
  return update(row, &trace);
}

Status StateFilter::update(const RowView& row, Trace* trace) {
  const Index D = model_->dimension();
  require(row.size() == D, "row", concat("of ", D, " entries"), row.size());
  require(!row.array().isInf().any(), "row", "without infinities", "one");
  const bool adapts = model_->memory != NoiseMemory{};
  if (adapts) remember_drift();
  passed_over_.assign(passed_over_.size(), false);
  for (std::size_t i = 0; i < P_.size(); ++i) {
    const StateBlock& block = model_->blocks[i];
    const bool first = catches_up_ && is_new(block);
    if (first) begin(i, row);
    for (Index j = 0; j < block.channels(); ++j)
      if (!std::isnan(row[block.channel + j]))
        update_entry(i, j, row[block.channel + j], first, trace);
  }
  if (adapts) adapt(row);
  const auto finite = [](const Matrix& P) { return P.allFinite(); };
  if (status_.ok() &&
      !(x_.allFinite() && std::isfinite(log_likelihood_) && std::ranges::all_of(P_, finite)))
    status_ = {StatusCode::not_finite, row_};
  return status_;
}

bool StateFilter::is_new(const StateBlock& block) const {
  const auto seen = std::span(seen_).subspan(static_cast<std::size_t>(block.channel),
                                             static_cast<std::size_t>(block.channels()));
  return std::ranges::all_of(seen, [](Index count) { return count == 0; });
}

void StateFilter::update_entry(std::size_t i, Index entry, double value, bool first, Trace* trace) {
  const StateBlock& block = model_->blocks[i];
  const Index j = block.channel + entry;
  const auto c = block.observation.row(entry);
  auto x = x_.segment(block.state, block.states());
  Matrix& P = P_[i];
  Vector& gain = rooms_[i].gain;
  gain.noalias() = P * c.transpose();
  const double y = model_->scaling.apply(value, j);
  const double signal = c.dot(gain), variance = signal + noise_[j], d = y - c.dot(x);
  const double distance = std::min(d * d / variance, kGate * kGate);
  if (!watches_.empty()) watches_[static_cast<std::size_t>(j)].take_in(d / std::sqrt(variance));
  log_likelihood_ -= 0.5 * (distance + std::log(2.0 * std::numbers::pi * variance));
  const bool beyond = d * d > kGate * kGate * variance && !first;
  const bool passed_over = beyond && !gives_in(j);
  passed_over_[static_cast<std::size_t>(j)] = passed_over;
  if (trace != nullptr) {
    trace->gain.col(j).head(gain.size()) = gain;
    trace->innovation[j] = d;
    trace->variance[j] = variance;
    trace->taken[static_cast<std::size_t>(j)] = !passed_over;
  }
  if (!beyond) run_[static_cast<std::size_t>(j)] = 0;
  if (catches_up_ && is_lost(j, d, signal)) widen(i, d * d / signal);
  ++seen_[static_cast<std::size_t>(j)];
  if (passed_over) return;
  unseen_[static_cast<std::size_t>(j)] = 0;
  x += (d / variance) * gain;
  P.noalias() -= (gain / variance) * gain.transpose();
}

/// Drifts are the last numbers of a block, one for each of its moves.
void StateFilter::remember_drift() {
  for (std::size_t i = 0; i < P_.size(); ++i) {
    const StateBlock& block = model_->blocks[i];
    const Index o = block.moves(), end = block.state + block.states();
    drift_.segment(block.move, o) = x_.segment(end - o, o);
    drift_variance_.segment(block.move, o) = P_[i].diagonal().tail(o);
  }
}

void StateFilter::set_noise(const RowVector& noise) {
  require(noise.size() == noise_.size(), "noise", concat("of ", noise_.size(), " variances"),
          noise.size());
  require((noise.array() > 0.0).all(), "noise", "positive", noise.minCoeff());
  noise_ = noise;
}

bool StateFilter::gives_in(Index channel) {
  Index& run = run_[static_cast<std::size_t>(channel)];
  // One that wakes up is far off with every row; Q of it grows until it is not.
  const bool wakes_up =
      !watches_.empty() && watches_[static_cast<std::size_t>(channel)].is_behind();
  const bool trend = catches_up_ && model_->map.parts.empty();
  if (wakes_up || run >= (trend ? kLongestRunOfTrend : kLongestRun)) {
    if (run > 0) ++reopened_;
    run = 0;
    return true;
  }
  ++run;
  ++rejected_;
  return false;
}

void StateFilter::begin(std::size_t i, const RowView& row) {
  const StateBlock& block = model_->blocks[i];
  const auto x = x_.segment(block.state, block.states());
  double factor = 1.0;
  for (Index entry = 0; entry < block.channels(); ++entry) {
    const Index j = block.channel + entry;
    const auto c = block.observation.row(entry);
    rooms_[i].gain.noalias() = P_[i] * c.transpose();
    const double d = model_->scaling.apply(row[j], j) - c.dot(x), signal = c.dot(rooms_[i].gain);
    const double needed = (d * d - noise_[j]) / signal;
    if (d * d > kGate * kGate * (signal + noise_[j]) && needed < kWidest)
      factor = std::max(factor, needed);
  }
  P_[i] *= factor;
}

bool StateFilter::may_be_outlier(Index channel) const {
  const auto j = static_cast<std::size_t>(channel);
  return passed_over_[j] && run_[j] == 1;
}

bool StateFilter::is_lost(Index channel, double innovation, double signal) {
  if (seen_[static_cast<std::size_t>(channel)] == 1 &&
      passed_over_[static_cast<std::size_t>(channel)])
    return true;  // it moves as none did before
  if (!watches_.empty() || may_be_outlier(channel)) return false;
  // R may have grown by the errors of a filter that is lost, or not yet with the noise: the rows
  // tell better.
  const double rough = kRoughest * roughness_.variance(channel);
  const double noise = std::isfinite(rough) ? rough : noise_[channel];
  OneSidedRun& run = sides_[static_cast<std::size_t>(channel)];
  if (!run.take_in(innovation / std::sqrt(signal + noise))) return false;
  if (model_->memory.measurement < 1.0)
    noise_[channel] =
        std::max(std::min(noise_[channel], noise), kLeastNoise * model_->noise[channel]);
  return true;
}

void StateFilter::widen(std::size_t i, double factor) {
  widening_[i] = std::max(widening_[i], std::min(factor, kWidest));
}

void StateFilter::adapt(const RowView& row) {
  const auto [alpha, beta] = model_->memory;
  double expected = 0.0, seen_drift = 0.0;
  for (std::size_t i = 0; i < P_.size(); ++i) {
    const StateBlock& block = model_->blocks[i];
    const auto x = x_.segment(block.state, block.states());
    const Matrix& P = P_[i];
    for (Index entry = 0; entry < block.channels(); ++entry) {
      const Index j = block.channel + entry;
      const double y = model_->scaling.apply(row[j], j);
      if (catches_up_ && watches_.empty())
        roughness_.add(j, may_be_outlier(j) ? kUnknown : y, alpha);
      if (std::isnan(y) || passed_over_[static_cast<std::size_t>(j)]) continue;
      const auto c = block.observation.row(entry);
      rooms_[i].gain.noalias() = P * c.transpose();
      const double residual = y - c.dot(x);
      const double change = residual - std::exchange(residual_[j], residual);
      if (std::isnan(change)) continue;
      const double farthest = kGate * kGate * noise_[j];  // nor is a jump
      const double seen = std::min(0.5 * change * change, farthest) + c.dot(rooms_[i].gain);
      noise_[j] = std::clamp(alpha * noise_[j] + (1.0 - alpha) * seen,
                             kLeastNoise * model_->noise[j], kMostNoise * model_->noise[j]);
    }
    const Index o = block.moves();
    expected += (drift_variance_.segment(block.move, o) - P.diagonal().tail(o)).sum();
    seen_drift += (x.tail(o) - drift_.segment(block.move, o)).squaredNorm();
  }
  if (expected > 0.0)
    process_ = std::clamp(process_ * (beta + (1.0 - beta) * seen_drift / expected), kLeastNoise,
                          kMostNoise);
}

RowVector StateFilter::band_factors() const {
  RowVector factors(model_->dimension());
  for (const StateBlock& block : model_->blocks) {
    Index rows = unseen(block, 0);
    for (Index entry = 0; entry < block.channels(); ++entry) {
      if (!model_->latent) rows = unseen(block, entry);
      factors[block.channel + entry] = model_->bands.unseen_for(rows, block.channel + entry);
    }
  }
  return factors;
}

RowVector StateFilter::mean() const {
  return in_units(*model_, x_);
}

RowVector StateFilter::variance() const {
  return variance_in_units(*model_, P_, band_factors());
}

Matrix StateFilter::covariance() const {
  return covariance_in_units(*model_, P_, band_factors());
}

ArrayFile StateFilter::snapshot() const {
  ArrayFile file;
  file.kind = kStateFilterKind;
  const RowVector progress{{static_cast<double>(row_), static_cast<double>(status_.code),
                            static_cast<double>(status_.step), static_cast<double>(rejected_),
                            static_cast<double>(reopened_), process_, log_likelihood_}};
  Matrix run(4, model_->dimension());
  RowVector unseen(model_->dimension());
  for (Index j = 0; j < run.cols(); ++j) {
    const auto& [count, sum] = sides_[static_cast<std::size_t>(j)];
    run.col(j) << static_cast<double>(run_[static_cast<std::size_t>(j)]),
        static_cast<double>(seen_[static_cast<std::size_t>(j)]), count, sum;
    unseen[j] = static_cast<double>(unseen_[static_cast<std::size_t>(j)]);
  }
  file.arrays = {{"model", fingerprint(*model_)},
                 {"progress", progress},
                 {"state", x_},
                 {"covariance", packed(P_)},
                 {"noise", noise_},
                 {"residual", residual_},
                 {"run", run},
                 {"unseen", unseen},
                 {"widening", Eigen::Map<const Vector>(widening_.data(), std::ssize(widening_))}};
  roughness_.store(file);
  if (!watches_.empty()) file.arrays.emplace_back("watch", numbers_of(watches_));
  return file;
}

void StateFilter::restore(const ArrayFile& snapshot) {
  if (snapshot.kind != kStateFilterKind)
    throw IoError(snapshot.name, concat("holds a '", snapshot.kind, "', not a ", kStateFilterKind));
  const Matrix &made_with = snapshot.array("model"), ours = fingerprint(*model_);
  // Eigen compares only matrices of the same shape.
  if (made_with.rows() != ours.rows() || made_with.cols() != ours.cols() || made_with != ours)
    throw IoError(snapshot.name, "was made with another model");
  const Index D = model_->dimension();
  const Matrix &progress = snapshot.array("progress", 1, 7), &run = snapshot.array("run", 4, D),
               &unseen = snapshot.array("unseen", 1, D);
  constexpr double kMostRows = 1LL << 53;  // what a double counts
  const auto counts = progress.leftCols(5).array();
  const bool in_range = (counts >= -1.0).all() && (counts < kMostRows).all() &&
                        progress(1) >= 0.0 &&
                        progress(1) <= static_cast<double>(StatusCode::not_definite);
  if (!in_range) throw IoError(snapshot.name, "array progress is out of range");
  if (!(run.allFinite() && (run.topRows(3).array() >= 0.0).all() &&
        (run.row(0).array() <= kLongestRun).all() && (run.row(1).array() < kMostRows).all()))
    throw IoError(snapshot.name, "array run is out of range");
  if (!(unseen.allFinite() && (unseen.array() >= 0.0).all() && (unseen.array() < kMostRows).all()))
    throw IoError(snapshot.name, "array unseen is out of range");
  x_ = snapshot.array("state", x_.size(), 1);
  unpack(snapshot.array("covariance", packed_size(P_), 1).col(0), P_);
  noise_ = snapshot.array("noise", 1, D);
  if (!(noise_.array() > 0.0).all()) throw IoError(snapshot.name, "array noise is not positive");
  residual_ = snapshot.array("residual", 1, D);
  row_ = static_cast<Index>(progress(0));
  status_ = {static_cast<StatusCode>(progress(1)), static_cast<Index>(progress(2))};
  rejected_ = static_cast<Index>(progress(3));
  reopened_ = static_cast<Index>(progress(4));
  process_ = progress(5);
  log_likelihood_ = progress(6);
  for (Index j = 0; j < D; ++j) {
    run_[static_cast<std::size_t>(j)] = static_cast<Index>(run(0, j));
    seen_[static_cast<std::size_t>(j)] = static_cast<Index>(run(1, j));
    sides_[static_cast<std::size_t>(j)] = {run(2, j), run(3, j)};
    unseen_[static_cast<std::size_t>(j)] = static_cast<Index>(unseen(j));
  }
  const Matrix& widening = snapshot.array("widening", std::ssize(widening_), 1);
  std::ranges::copy(widening.reshaped(), widening_.begin());
  roughness_.restore(snapshot);
  if (!watches_.empty()) watches_ = watches_in(snapshot, D);
}

}  // namespace elto
