// SPDX-License-Identifier: Apache-2.0
#include "filter/linear_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "linalg/known_size.hpp"

namespace elto {
namespace {

constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);
constexpr Index kSegmentNumbers = Index{1} << 18;  // of one n x n matrix per row
constexpr Index kLongestSegment = 4096, kShortestSegment = 64;
constexpr Index kShareOfSeveral = 8;  // of that, for a series that has several

std::size_t count(Index size) {
  return static_cast<std::size_t>(size);
}

template <class Size>
double dot(const double* a, const double* b, Size n) {
  double sum = 0.0;
  for (Index i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// b <- A a, for A n x n and symmetric.
template <class Size>
void multiply(const double* A, const double* a, double* b, Size n) {
  std::fill_n(b, Index{n}, 0.0);
  for (Index k = 0; k < n; ++k)
    for (Index i = 0; i < n; ++i) b[i] += A[k * n + i] * a[k];
}

}  // namespace

double LinearPass::Density::log() const {
  return -0.5 * (squares + variances.log() + entries * std::log(2.0 * std::numbers::pi));
}

LinearPass::LinearPass(const Rows& rows, const std::vector<Jump>& jumps)
    : rows_(rows), jumps_(jumps) {
  std::stable_sort(jumps_.begin(), jumps_.end(),
                   [](const Jump& a, const Jump& b) { return a.row < b.row; });
}

void LinearPass::bind(const LinearModel& model) {
  model_ = &model;
  n_ = model.states();
  channels_ = model.channels();
  blocks_ = Blocks(model.dynamics.blocks());
  seen_states_.assign(count(channels_), {});
  for (Index j = 0; j < channels_; ++j)
    for (Index i = 0; i < n_; ++i)
      if (model.observation(j, i) != 0.0) seen_states_[count(j)].push_back(i);
  mean_.resize(count(n_));
  covariance_.resize(count(n_ * n_));
  column_.resize(count(n_));
}

LinearPass::Slot LinearPass::slot(std::size_t index) {
  const std::size_t n2 = count(n_ * n_), nD = count(n_ * channels_);
  double* at = pool_.data() + index * (2 * n2 + nD + count(channels_));
  return {.predicted = at, .updated = at + n2, .gain = at + 2 * n2, .variance = at + 2 * n2 + nD};
}

std::size_t LinearPass::new_slot() {
  const std::size_t stride = count(2 * n_ * n_ + n_ * channels_ + channels_);
  if (pool_.size() < (slots_ + 1) * stride) pool_.resize(2 * (slots_ + 1) * stride);
  return slots_++;
}

std::size_t LinearPass::step_of(Index row) {
  const double length = rows_.times[row] - rows_.times[row - 1];
  if (row > kept_) {  // most steps are as long as the one before
    const std::size_t last = step_of_[count(row - kept_ - 1)];
    if (last != kNoSlot && steps_[last].length == length) return last;
  }
  const auto [place, is_new] = step_by_length_.try_emplace(length, steps_.size());
  if (is_new)
    steps_.push_back({.length = length,
                      .transition = model_->dynamics.transition(length),
                      .by_entry = {},
                      .touched = false});
  return place->second;
}

bool LinearPass::same_entries(Index row) const {
  for (Index j = 0; j < channels_; ++j)
    if (std::isnan(rows_.values(row, j)) != std::isnan(rows_.values(row - 1, j))) return false;
  return true;
}

/// P <- F P F^T + Q.
void LinearPass::move_covariance(const Transition& transition) {
  blocks_.transform(transition.F.data(), covariance_.data());
  blocks_.add(transition.Q.data(), covariance_.data());
}

bool LinearPass::score(Index row, Index channel, double innovation, double variance, double cut) {
  const double square = innovation * innovation / variance;
  if (!(variance > 0.0) || !std::isfinite(square)) {
    failed_row_ = row;
    return false;
  }
  density_.squares += std::min(square, cut);
  density_.variances *= variance;
  ++density_.entries;
  innovations_[count((row - kept_) * channels_ + channel)] = innovation;
  return true;
}

template <class Size>
bool LinearPass::take(Size n, Index row, const Slot& here, double cut) {
  double *x = mean_.data(), *P = covariance_.data(), *h = column_.data();
  for (Index j = 0; j < channels_; ++j) {
    double& s = here.variance[j];
    s = 0.0;
    const double y = rows_.values(row, j);
    if (std::isnan(y)) continue;
    std::fill_n(h, Index{n}, 0.0);
    double innovation = y;
    for (const Index k : seen_states_[count(j)]) {
      const double c = model_->observation(j, k);
      innovation -= c * x[k];
      for (Index i = 0; i < n; ++i) h[i] += c * P[k * n + i];
    }
    s = model_->noise[j];
    for (const Index k : seen_states_[count(j)]) s += model_->observation(j, k) * h[k];
    if (!score(row, j, innovation, s, cut)) return false;
    double* g = here.gain + j * n;
    for (Index i = 0; i < n; ++i) g[i] = h[i] / s;
    for (Index i = 0; i < n; ++i) x[i] += g[i] * innovation;
    // Rounding takes up to as much from a variance as it is given here, which keeps P semidefinite
    // through 10^6 rows of any noise; Joseph's form does not.
    const double root = 1.0 / std::sqrt(s);
    for (Index i = 0; i < n; ++i) {
      P[i * n + i] *= 1.0 + kRounding;
      h[i] *= root;
    }
    for (Index k = 0; k < n; ++k)
      for (Index i = 0; i < n; ++i) P[k * n + i] -= h[i] * h[k];
  }
  return true;
}

template <class Size>
bool LinearPass::take_steady(Size n, Index row, const Slot& here, double cut) {
  double* x = mean_.data();
  for (Index j = 0; j < channels_; ++j) {
    if (here.variance[j] == 0.0) continue;
    double innovation = rows_.values(row, j);
    for (const Index k : seen_states_[count(j)]) innovation -= model_->observation(j, k) * x[k];
    if (!score(row, j, innovation, here.variance[j], cut)) return false;
    const double* g = here.gain + j * n;
    for (Index i = 0; i < n; ++i) x[i] += g[i] * innovation;
  }
  return true;
}

template <class Size>
bool LinearPass::run(Size n, const Segment& segment, double cut, const Visitor& visitor) {
  const Index length = segment.end - segment.begin;
  kept_ = segment.begin;
  slots_ = 0;
  steps_.clear();
  step_by_length_.clear();
  means_.resize(count(length * n));
  innovations_.resize(count(length * channels_));
  slot_of_.resize(count(length));
  step_of_.resize(count(length));
  bool steady = false;
  auto jump = std::lower_bound(jumps_.begin(), jumps_.end(), segment.begin,
                               [](const Jump& one, Index row) { return one.row < row; });
  for (Index row = segment.begin; row < segment.end; ++row) {
    const std::size_t at = count(row - segment.begin);
    step_of_[at] = row > 0 ? step_of(row) : kNoSlot;
    const bool jumps = jump != jumps_.end() && jump->row == row;
    const bool same = at > 0 && !jumps && step_of_[at] == step_of_[at - 1] && same_entries(row);
    if (row > 0) blocks_.multiply(steps_[step_of_[at]].transition.F.data(), mean_.data());
    std::copy_n(mean_.data(), Index{n}, means_.data() + static_cast<Index>(at) * n);
    if (steady && same) {
      slot_of_[at] = slot_of_[at - 1];
      if (!take_steady(n, row, slot(slot_of_[at]), cut)) return false;
    } else {
      if (row > 0) move_covariance(steps_[step_of_[at]].transition);
      for (; jump != jumps_.end() && jump->row == row; ++jump)
        covariance_[count(jump->state * (n_ + 1))] += jump->variance;
      slot_of_[at] = new_slot();
      const Slot here = slot(slot_of_[at]);
      std::copy_n(covariance_.data(), n * n, here.predicted);
      steady = same && settled(here.predicted, slot(slot_of_[at - 1]).predicted, n);
      if (!take(n, row, here, cut)) return false;
      std::copy_n(covariance_.data(), n * n, here.updated);
    }
    if (visitor) {
      const Slot here = slot(slot_of_[at]);
      visitor({.row = row,
               .predicted_mean = means_.data() + static_cast<Index>(at) * n,
               .predicted_covariance = here.predicted,
               .mean = mean_.data(),
               .covariance = here.updated});
    }
  }
  return true;
}

bool LinearPass::run_any(const Segment& segment, double cut, const Visitor& visitor) {
  return with_known_size(n_, [&](auto n) { return run(n, segment, cut, visitor); });
}

bool LinearPass::forward(const LinearModel& model, double cut, const Visitor& visitor) {
  bind(model);
  std::fill(mean_.begin(), mean_.end(), 0.0);
  const Matrix initial = model_->dynamics.initial();
  std::copy_n(initial.data(), n_ * n_, covariance_.data());
  density_ = {};
  failed_row_ = -1;
  segments_.clear();
  Index length = std::clamp(kSegmentNumbers / (n_ * n_), kShortestSegment, kLongestSegment);
  if (rows_.count() > length) length = std::max(length / kShareOfSeveral, kShortestSegment);
  for (Index begin = 0; begin < rows_.count(); begin += length) {
    segments_.push_back({.begin = begin,
                         .end = std::min(begin + length, rows_.count()),
                         .mean = mean_,
                         .covariance = covariance_});
    if (!run_any(segments_.back(), cut, visitor)) break;
  }
  log_likelihood_ = density_.log();
  if (failed_row_ >= 0) return false;
  // Rows without any entry say nothing of numbers that are none.
  if (!std::isfinite(std::accumulate(covariance_.begin(), covariance_.end(), log_likelihood_)))
    failed_row_ = rows_.count() - 1;
  return failed_row_ < 0;
}

/// r <- F^T r, N <- F^T N F.
void LinearPass::pull(const Transition& transition, bool covariance) {
  for (std::size_t b = 0; b < blocks_.count(); ++b)
    for (Index l = blocks_.begin(b); l < blocks_.end(b); ++l)
      for (Index i = blocks_.begin(b); i < blocks_.end(b); ++i)
        transposed_[count(l * n_ + i)] = transition.F(l, i);
  blocks_.multiply(transposed_.data(), r_.data());
  if (covariance) blocks_.transform(transposed_.data(), N_.data());
}

/// dL/dF = r x^T + (r r^T - N) F P and dL/dQ = (r r^T - N) / 2, x and P being updated in the row
/// before, r and N those of the predicted state of this one.
void LinearPass::add_gradient(Index row, const Segment& segment) {
  const std::size_t at = count(row - segment.begin);
  Step& step = steps_[step_of_[at]];
  if (!step.touched) {
    step.touched = true;
    step.by_entry = {.F = Matrix::Zero(n_, n_), .Q = Matrix::Zero(n_, n_)};
  }
  const double *x, *P;
  if (at == 0) {
    x = segment.mean.data();
    P = segment.covariance.data();
  } else {
    const Slot last = slot(slot_of_[at - 1]);
    std::copy_n(means_.data() + static_cast<Index>(at - 1) * n_, n_, before_.data());
    for (Index j = 0; j < channels_; ++j) {
      if (last.variance[j] == 0.0) continue;
      const double innovation = innovations_[(at - 1) * count(channels_) + count(j)];
      for (Index i = 0; i < n_; ++i) before_[count(i)] += last.gain[j * n_ + i] * innovation;
    }
    x = before_.data();
    P = last.updated;
  }
  double *FP = moved_.data(), *by_F = step.by_entry.F.data(), *by_Q = step.by_entry.Q.data();
  const double* F = step.transition.F.data();
  const std::size_t key = at == 0 ? kNoSlot : slot_of_[at - 1];
  const bool is_new = key == kNoSlot || key != moved_slot_ || step_of_[at] != moved_step_;
  moved_slot_ = key;
  moved_step_ = step_of_[at];
  for (std::size_t b = 0; b < blocks_.count(); ++b)
    for (Index l = blocks_.begin(b); l < blocks_.end(b); ++l) {
      for (Index i = blocks_.begin(b); i < blocks_.end(b); ++i)
        by_Q[l * n_ + i] += 0.5 * (r_[count(i)] * r_[count(l)] - N_[count(l * n_ + i)]);
      if (!learns_F_[b]) continue;
      double* FPl = FP + l * n_;
      if (is_new) {
        std::copy_n(P + l * n_, n_, FPl);
        blocks_.multiply(F, FPl);
      }
      const double weighted = x[l] + dot(FPl, r_.data(), n_);
      for (Index i = blocks_.begin(b); i < blocks_.end(b); ++i)
        by_F[l * n_ + i] += r_[count(i)] * weighted - dot(N_.data() + i * n_, FPl, n_);
    }
}

void LinearPass::flush() {
  for (Step& step : steps_)
    if (step.touched) {
      by_dynamics_ += model_->dynamics.gradient(step.length, step.by_entry);
      step.touched = false;
    }
}

/// What the entries of a row say: r <- c^T v / s + L^T r, N <- c^T c / s + L^T N L, the last first.
/// `steady`: N stays, and so does what follows from it.
template <class Size>
void LinearPass::take_back(Size n, Index row, const Slot& here, bool steady, bool smooths) {
  const Index at = row - kept_;
  double *r = r_.data(), *N = N_.data(), *Ng = Ng_.data();
  for (Index j = channels_ - 1; j >= 0; --j) {
    const double s = here.variance[j];
    const double* g = here.gain + j * n;
    if (s == 0.0) {
      if (smooths)
        smoothed_.left_out.mean(at, j) = smoothed_.left_out.variance(at, j) = std::nan("");
      continue;
    }
    const auto c = [&](Index k) { return model_->observation(j, k); };
    const std::vector<Index>& seen = seen_states_[count(j)];
    double& D = precision_[count(j)];
    const double u = innovations_[count(at * channels_ + j)] / s - dot(g, r, n);
    if (!steady) {
      multiply(N, g, Ng, n);
      D = 1.0 / s + std::max(dot(g, Ng, n), 0.0);
      for (const Index k : seen)
        for (Index i = 0; i < n; ++i) {
          N[k * n + i] -= c(k) * Ng[i];
          N[i * n + k] -= c(k) * Ng[i];
        }
      for (const Index k : seen)
        for (const Index i : seen) N[k * n + i] += c(k) * c(i) * D;
    }
    for (const Index k : seen) r[k] += c(k) * u;
    by_noise_[count(j)] += 0.5 * (u * u - D);
    if (smooths) {
      smoothed_.left_out.mean(at, j) = rows_.values(row, j) - u / D;
      smoothed_.left_out.variance(at, j) = 1.0 / D;
    }
  }
}

/// Of the signals c x: c (x + P r) and c (P - P N P) c^T, x and P being predicted.
template <class Size>
void LinearPass::write(Size n, Index row, const Slot& here, bool steady) {
  const Index at = row - kept_;
  const double *x = means_.data() + at * n, *r = r_.data(), *N = N_.data();
  for (Index j = 0; j < channels_; ++j) {
    const auto c = [&](Index k) { return model_->observation(j, k); };
    const std::vector<Index>& seen = seen_states_[count(j)];
    double* Pc = seen_covariance_.data() + j * n;
    if (!steady) {
      std::fill_n(Pc, Index{n}, 0.0);
      double before = 0.0, updated = 0.0;
      for (const Index k : seen)
        for (Index i = 0; i < n; ++i) Pc[i] += c(k) * here.predicted[k * n + i];
      for (const Index k : seen) before += c(k) * Pc[k];
      multiply(N, Pc, Ng_.data(), n);
      // Later rows take nothing away from what is known up to this one. Where P is 10^14 times R,
      // as before the first row of a series without noise, the difference has no digits left.
      for (const Index k : seen)
        for (const Index i : seen) updated += c(k) * c(i) * here.updated[k * n + i];
      signal_variance_[count(j)] =
          std::clamp(before - dot(Pc, Ng_.data(), n), 0.0, std::max(updated, 0.0));
    }
    double mean = dot(Pc, r, n);
    for (const Index k : seen) mean += c(k) * x[k];
    smoothed_.signal.mean(at, j) = mean;
    smoothed_.signal.variance(at, j) = signal_variance_[count(j)];
  }
  smoothed_.jump[at] = N[0] > 0.0 ? r[0] * r[0] / N[0] : 0.0;
  smoothed_.jump_precision[at] = N[0];
}

template <class Size>
void LinearPass::go_back(Size n, const Segment& segment, bool smooths, bool gradient) {
  bool steady = false;
  moved_slot_ = kNoSlot;
  for (Index row = segment.end - 1; row >= segment.begin; --row) {
    const std::size_t at = count(row - segment.begin);
    const Slot here = slot(slot_of_[at]);
    const bool same = row + 1 < segment.end && slot_of_[at] == slot_of_[at + 1] &&
                      step_of_[at] == step_of_[at + 1];
    steady = steady && same;
    if (same && !steady) last_N_ = N_;
    // At the end of a segment the one after it has done this.
    if (row + 1 < segment.end) pull(steps_[step_of_[at + 1]].transition, !steady);
    take_back(n, row, here, steady, smooths);
    if (smooths) write(n, row, here, steady);
    if (gradient && row > 0) add_gradient(row, segment);
    steady = steady || (same && settled(N_.data(), last_N_.data(), n));
  }
  // What the rows from here on say of the updated state of the row before.
  if (segment.begin > 0) pull(steps_[step_of_[0]].transition, true);
}

void LinearPass::turn_back() {
  r_.assign(count(n_), 0.0);
  N_.assign(count(n_ * n_), 0.0);
  Ng_.resize(count(n_));
  before_.resize(count(n_));
  moved_.resize(count(n_ * n_));
  by_noise_.assign(count(channels_), 0.0);
  precision_.resize(count(channels_));
  signal_variance_.resize(count(channels_));
  seen_covariance_.resize(count(n_ * channels_));
  transposed_.resize(count(n_ * n_));
  learns_F_ = model_->dynamics.learns_transition();
  by_dynamics_ = Vector::Zero(model_->dynamics.logs().size());
  next_ = segments_.size();
}

bool LinearPass::back(bool smooths, bool by_logs) {
  if (next_ == 0) return false;
  const Segment& segment = segments_[--next_];
  if (segment.begin != kept_) {
    mean_ = segment.mean;
    covariance_ = segment.covariance;
    run_any(segment, std::numeric_limits<double>::infinity(), {});
  }
  if (smooths) smoothed_.resize(segment.end - segment.begin, channels_);
  with_known_size(n_, [&](auto n) { go_back(n, segment, smooths, by_logs); });
  if (by_logs) flush();
  return true;
}

Vector LinearPass::gradient() const {
  const Matrix N = Eigen::Map<const Matrix>(N_.data(), n_, n_);
  const auto r = Eigen::Map<const Vector>(r_.data(), n_);
  Vector all(channels_ + by_dynamics_.size());
  for (Index j = 0; j < channels_; ++j) all[j] = by_noise_[count(j)] * model_->noise[j];
  all.tail(by_dynamics_.size()) =
      by_dynamics_ + model_->dynamics.initial_gradient(0.5 * (r * r.transpose() - N));
  return all;
}

}  // namespace elto
