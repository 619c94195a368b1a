// SPDX-License-Identifier: Apache-2.0
#include "filter/linear_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace elto {
namespace {

constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);
constexpr Index kSegmentNumbers = Index{1} << 18;  // of one n x n matrix per row

std::size_t count(Index size) {
  return static_cast<std::size_t>(size);
}

double dot(const double* a, const double* b, Index n) {
  double sum = 0.0;
  for (Index i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// b <- A a, for A n x n and symmetric.
void multiply(const double* A, const double* a, double* b, Index n) {
  std::fill_n(b, n, 0.0);
  for (Index k = 0; k < n; ++k)
    for (Index i = 0; i < n; ++i) b[i] += A[k * n + i] * a[k];
}

}  // namespace

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

std::pair<std::size_t, std::size_t> LinearPass::jumps_before(Index row) const {
  const auto begin = std::lower_bound(jumps_.begin(), jumps_.end(), row,
                                      [](const Jump& jump, Index at) { return jump.row < at; });
  const auto end =
      std::find_if(begin, jumps_.end(), [&](const Jump& jump) { return jump.row > row; });
  return {count(begin - jumps_.begin()), count(end - jumps_.begin())};
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
  log_likelihood_ -= 0.5 * (std::min(square, cut) + std::log(2.0 * std::numbers::pi * variance));
  innovations_[count((row - kept_) * channels_ + channel)] = innovation;
  return true;
}

bool LinearPass::take(Index row, const Slot& here, double cut) {
  double *x = mean_.data(), *P = covariance_.data(), *h = column_.data();
  for (Index j = 0; j < channels_; ++j) {
    double& s = here.variance[j];
    s = 0.0;
    const double y = rows_.values(row, j);
    if (std::isnan(y)) continue;
    std::fill_n(h, n_, 0.0);
    double innovation = y;
    for (const Index k : seen_states_[count(j)]) {
      const double c = model_->observation(j, k);
      innovation -= c * x[k];
      for (Index i = 0; i < n_; ++i) h[i] += c * P[k * n_ + i];
    }
    s = model_->noise[j];
    for (const Index k : seen_states_[count(j)]) s += model_->observation(j, k) * h[k];
    if (!score(row, j, innovation, s, cut)) return false;
    double* g = here.gain + j * n_;
    for (Index i = 0; i < n_; ++i) g[i] = h[i] / s;
    for (Index i = 0; i < n_; ++i) x[i] += g[i] * innovation;
    // Rounding takes up to as much from a variance as it is given here, which keeps P semidefinite
    // through 10^6 rows of any noise; Joseph's form does not.
    const double root = 1.0 / std::sqrt(s);
    for (Index i = 0; i < n_; ++i) {
      P[i * n_ + i] *= 1.0 + kRounding;
      h[i] *= root;
    }
    for (Index k = 0; k < n_; ++k)
      for (Index i = 0; i < n_; ++i) P[k * n_ + i] -= h[i] * h[k];
  }
  return true;
}

bool LinearPass::take_steady(Index row, const Slot& here, double cut) {
  double* x = mean_.data();
  for (Index j = 0; j < channels_; ++j) {
    if (here.variance[j] == 0.0) continue;
    double innovation = rows_.values(row, j);
    for (const Index k : seen_states_[count(j)]) innovation -= model_->observation(j, k) * x[k];
    if (!score(row, j, innovation, here.variance[j], cut)) return false;
    const double* g = here.gain + j * n_;
    for (Index i = 0; i < n_; ++i) x[i] += g[i] * innovation;
  }
  return true;
}

bool LinearPass::run(const Segment& segment, double cut, const Visitor& visitor) {
  const Index length = segment.end - segment.begin;
  kept_ = segment.begin;
  slots_ = 0;
  steps_.clear();
  step_by_length_.clear();
  means_.resize(count(length * n_));
  innovations_.resize(count(length * channels_));
  slot_of_.resize(count(length));
  step_of_.resize(count(length));
  bool steady = false;
  for (Index row = segment.begin; row < segment.end; ++row) {
    const std::size_t at = count(row - segment.begin);
    step_of_[at] = row > 0 ? step_of(row) : kNoSlot;
    const auto [first_jump, last_jump] = jumps_before(row);
    const bool same =
        at > 0 && first_jump == last_jump && step_of_[at] == step_of_[at - 1] && same_entries(row);
    if (row > 0) blocks_.multiply(steps_[step_of_[at]].transition.F.data(), mean_.data());
    std::copy(mean_.begin(), mean_.end(), means_.begin() + static_cast<Index>(at) * n_);
    if (steady && same) {
      slot_of_[at] = slot_of_[at - 1];
      if (!take_steady(row, slot(slot_of_[at]), cut)) return false;
    } else {
      if (row > 0) move_covariance(steps_[step_of_[at]].transition);
      for (std::size_t k = first_jump; k < last_jump; ++k)
        covariance_[count(jumps_[k].state * (n_ + 1))] += jumps_[k].variance;
      slot_of_[at] = new_slot();
      const Slot here = slot(slot_of_[at]);
      std::copy(covariance_.begin(), covariance_.end(), here.predicted);
      steady = same && settled(here.predicted, slot(slot_of_[at - 1]).predicted, n_);
      if (!take(row, here, cut)) return false;
      std::copy(covariance_.begin(), covariance_.end(), here.updated);
    }
    if (visitor) {
      const Slot here = slot(slot_of_[at]);
      visitor({.row = row,
               .predicted_mean = means_.data() + static_cast<Index>(at) * n_,
               .predicted_covariance = here.predicted,
               .mean = mean_.data(),
               .covariance = here.updated});
    }
  }
  return true;
}

bool LinearPass::forward(const LinearModel& model, double cut, const Visitor& visitor) {
  bind(model);
  std::fill(mean_.begin(), mean_.end(), 0.0);
  const Matrix initial = model_->dynamics.initial();
  std::copy_n(initial.data(), n_ * n_, covariance_.data());
  log_likelihood_ = 0.0;
  failed_row_ = -1;
  segments_.clear();
  const Index length = std::clamp<Index>(kSegmentNumbers / (n_ * n_), 64, 4096);
  for (Index begin = 0; begin < rows_.count(); begin += length) {
    segments_.push_back({.begin = begin,
                         .end = std::min(begin + length, rows_.count()),
                         .mean = mean_,
                         .covariance = covariance_});
    if (!run(segments_.back(), cut, visitor)) return false;
  }
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

void LinearPass::flush(Vector& by_dynamics) {
  for (Step& step : steps_)
    if (step.touched) {
      by_dynamics += model_->dynamics.gradient(step.length, step.by_entry);
      step.touched = false;
    }
}

/// What the entries of a row say: r <- c^T v / s + L^T r, N <- c^T c / s + L^T N L, the last first.
/// `steady`: N stays, and so does what follows from it.
void LinearPass::take_back(Index row, const Slot& here, bool steady, SmoothedRows* smoothed) {
  double *r = r_.data(), *N = N_.data(), *Ng = Ng_.data();
  for (Index j = channels_ - 1; j >= 0; --j) {
    const double s = here.variance[j];
    const double* g = here.gain + j * n_;
    if (s == 0.0) {
      if (smoothed)
        smoothed->left_out.mean(row, j) = smoothed->left_out.variance(row, j) = std::nan("");
      continue;
    }
    const auto c = [&](Index k) { return model_->observation(j, k); };
    const std::vector<Index>& seen = seen_states_[count(j)];
    double& D = precision_[count(j)];
    const double u = innovations_[count((row - kept_) * channels_ + j)] / s - dot(g, r, n_);
    if (!steady) {
      multiply(N, g, Ng, n_);
      D = 1.0 / s + std::max(dot(g, Ng, n_), 0.0);
      for (const Index k : seen)
        for (Index i = 0; i < n_; ++i) {
          N[k * n_ + i] -= c(k) * Ng[i];
          N[i * n_ + k] -= c(k) * Ng[i];
        }
      for (const Index k : seen)
        for (const Index i : seen) N[k * n_ + i] += c(k) * c(i) * D;
    }
    for (const Index k : seen) r[k] += c(k) * u;
    by_noise_[count(j)] += 0.5 * (u * u - D);
    if (smoothed) {
      smoothed->left_out.mean(row, j) = rows_.values(row, j) - u / D;
      smoothed->left_out.variance(row, j) = 1.0 / D;
    }
  }
}

/// Of the signals c x: c (x + P r) and c (P - P N P) c^T, x and P being predicted.
void LinearPass::write(Index row, const Slot& here, bool steady, SmoothedRows& smoothed) {
  const double *x = means_.data() + (row - kept_) * n_, *r = r_.data(), *N = N_.data();
  for (Index j = 0; j < channels_; ++j) {
    const auto c = [&](Index k) { return model_->observation(j, k); };
    const std::vector<Index>& seen = seen_states_[count(j)];
    double* Pc = seen_covariance_.data() + j * n_;
    if (!steady) {
      std::fill_n(Pc, n_, 0.0);
      double before = 0.0, updated = 0.0;
      for (const Index k : seen)
        for (Index i = 0; i < n_; ++i) Pc[i] += c(k) * here.predicted[k * n_ + i];
      for (const Index k : seen) before += c(k) * Pc[k];
      multiply(N, Pc, Ng_.data(), n_);
      // Later rows take nothing away from what is known up to this one. Where P is 10^14 times R,
      // as before the first row of a series without noise, the difference has no digits left.
      for (const Index k : seen)
        for (const Index i : seen) updated += c(k) * c(i) * here.updated[k * n_ + i];
      signal_variance_[count(j)] =
          std::clamp(before - dot(Pc, Ng_.data(), n_), 0.0, std::max(updated, 0.0));
    }
    double mean = dot(Pc, r, n_);
    for (const Index k : seen) mean += c(k) * x[k];
    smoothed.signal.mean(row, j) = mean;
    smoothed.signal.variance(row, j) = signal_variance_[count(j)];
  }
  smoothed.jump[row] = N[0] > 0.0 ? r[0] * r[0] / N[0] : 0.0;
  smoothed.jump_precision[row] = N[0];
}

void LinearPass::go_back(const Segment& segment, SmoothedRows* smoothed, bool gradient) {
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
    take_back(row, here, steady, smoothed);
    if (smoothed) write(row, here, steady, *smoothed);
    if (gradient && row > 0) add_gradient(row, segment);
    steady = steady || (same && settled(N_.data(), last_N_.data(), n_));
  }
  // What the rows from here on say of the updated state of the row before.
  if (segment.begin > 0) pull(steps_[step_of_[0]].transition, true);
}

void LinearPass::backward(SmoothedRows* smoothed, Vector* gradient) {
  const double last = log_likelihood_;
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
  if (gradient) learns_F_ = model_->dynamics.learns_transition();
  if (smoothed) {
    const Matrix none(rows_.count(), channels_);
    const Vector empty(rows_.count());
    *smoothed = {
        .signal = {none, none}, .left_out = {none, none}, .jump = empty, .jump_precision = empty};
  }
  Vector by_dynamics = Vector::Zero(model_->dynamics.logs().size());
  for (auto segment = segments_.rbegin(); segment != segments_.rend(); ++segment) {
    if (segment->begin != kept_) {
      mean_ = segment->mean;
      covariance_ = segment->covariance;
      run(*segment, std::numeric_limits<double>::infinity(), {});
    }
    go_back(*segment, smoothed, gradient != nullptr);
    if (gradient) flush(by_dynamics);
  }
  log_likelihood_ = last;
  if (gradient) {
    const Matrix N = Eigen::Map<const Matrix>(N_.data(), n_, n_);
    const auto r = Eigen::Map<const Vector>(r_.data(), n_);
    by_dynamics += model_->dynamics.initial_gradient(0.5 * (r * r.transpose() - N));
    gradient->resize(channels_ + by_dynamics.size());
    for (Index j = 0; j < channels_; ++j) (*gradient)[j] = by_noise_[count(j)] * model_->noise[j];
    gradient->tail(by_dynamics.size()) = by_dynamics;
  }
}

}  // namespace elto
