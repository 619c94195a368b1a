// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_pass.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <Eigen/Cholesky>

namespace elto {
namespace {

constexpr Index kNumbersKept = Index{1} << 20;  // kept of a segment
constexpr Index kPanel = 64;                    // entries whose information is added at once

std::size_t at(Index place) {
  return static_cast<std::size_t>(place);
}

/// sqrt(x) of a covariance that may be singular: L with L L^T = A.
Matrix root_of(const Matrix& A) {
  const Eigen::LDLT<Matrix> factors(A);
  Matrix L = factors.matrixL();
  L = factors.transpositionsP().transpose() * L;
  return L * factors.vectorD().cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

}  // namespace

LawPass::LawPass(Rows rows, std::vector<Jump> jumps)
    : rows_(std::move(rows)), jumps_(std::move(jumps)) {
  std::stable_sort(jumps_.begin(), jumps_.end(),
                   [](const Jump& a, const Jump& b) { return a.row < b.row; });
}

void LawPass::bind(const LawModel& model, const std::vector<LawCoefficient>* learned) {
  model_ = &model;
  learned_ = learned && !learned->empty() ? learned : nullptr;
  filter_.emplace(model);
  step_.emplace(model.law);
  log_likelihood_ = 0.0;
  failed_row_ = -1;
}

bool LawPass::forward(const LawModel& model, const Visitor& visitor) {
  bind(model, nullptr);
  visitor_ = visitor ? &visitor : nullptr;
  const bool finite = run_all();
  visitor_ = nullptr;
  return finite;
}

bool LawPass::forward(const LawModel& model, const std::vector<LawCoefficient>& learned,
                      CoefficientScore& score) {
  bind(model, &learned);
  const Index K = std::ssize(learned);
  score = {.gradient = Vector::Zero(K), .information = Matrix::Zero(K, K)};
  if (K == 0) return run_all();
  score_ = &score;
  panel_.resize(K, kPanel);
  panel_used_ = 0;
  const bool finite = run_all();
  flush_panel();
  score.information.triangularView<Eigen::StrictlyUpper>() = score.information.transpose();
  score_ = nullptr;
  return finite;
}

bool LawPass::run_all() {
  const Index n = model_->states(), K = learned_ ? std::ssize(*learned_) : 0;
  const Index numbers = n * (n + model_->channels() + (keeps_sensitivity_ ? K : 0));
  const Index length = std::max<Index>(kNumbersKept / numbers, 16);
  segments_.clear();
  sensitivity_ = Matrix::Zero(n, K);
  for (Index begin = 0; begin < rows_.count(); begin += length) {
    segments_.push_back({.begin = begin,
                         .end = std::min(begin + length, rows_.count()),
                         .before = filter_->belief,
                         .sensitivity = sensitivity_});
    if (!run(segments_.back())) return false;
  }
  return true;
}

/// From what is known before a segment.
bool LawPass::run(const Segment& segment) {
  kept_ = segment.begin;
  taken_.resize(std::max(taken_.size(), at(segment.end - segment.begin)));
  auto jump = std::lower_bound(jumps_.begin(), jumps_.end(), segment.begin,
                               [](const Jump& one, Index row) { return one.row < row; });
  for (Index row = segment.begin; row < segment.end; ++row) {
    Taken& taken = taken_[at(row - kept_)];
    taken.parts.clear();
    if (row > 0 && !move(rows_.times[row] - rows_.times[row - 1], taken)) {
      failed_row_ = row;
      return false;
    }
    LawBelief& belief = filter_->belief;
    for (; jump != jumps_.end() && jump->row == row; ++jump)
      belief.covariance(jump->state, jump->state) += jump->variance;
    taken.mean = belief.mean;
    taken.covariance = belief.covariance;
    if (keeps_sensitivity_) taken.sensitivity = sensitivity_;
    if (!take(row, taken)) {
      failed_row_ = row;
      return false;
    }
    if (visitor_) (*visitor_)({row, taken.mean, belief.mean, taken.covariance, belief.covariance});
  }
  return true;
}

bool LawPass::move(double length, Taken& taken) {
  const auto keep = [&](const LawStep& part, const Vector& begin) {
    taken.parts.push_back({.length = part.length(), .begin = begin});
    if (learned_) carry_sensitivity(part);
  };
  return filter_->predict(length, keep, learned_ != nullptr);
}

/// S <- F S + B.
void LawPass::carry_sensitivity(const LawStep& step) {
  moved_ = step.F().lazyProduct(sensitivity_);
  sensitivity_.swap(moved_);
  for (Index k = 0; k < std::ssize(*learned_); ++k) {
    const auto [term, channel] = (*learned_)[at(k)];
    for (int stage = 0; stage < 4; ++stage)
      sensitivity_.col(k) += step.values(stage)[term] * step.push(stage).col(channel);
  }
}

bool LawPass::take(Index row, Taken& taken) {
  const Index D = model_->channels();
  taken.gain.resize(model_->states(), D);
  taken.innovation.setZero(D);
  taken.variance.setZero(D);
  if (keeps_sensitivity_) taken.seen.setZero(std::ssize(*learned_), D);
  for (Index j = 0; j < D; ++j) {
    const double y = rows_.values(row, j);
    if (std::isnan(y)) continue;
    if (!filter_->take(j, y, entry_)) return false;
    const double v = entry_.innovation, s = entry_.variance;
    log_likelihood_ -= 0.5 * (v * v / s + std::log(2.0 * std::numbers::pi * s));
    taken.innovation[j] = v;
    taken.variance[j] = s;
    taken.gain.col(j) = entry_.gain;
    if (!learned_) continue;
    const Vector d = sensitivity_.row(j).transpose();
    if (keeps_sensitivity_) taken.seen.col(j) = d;
    if (score_) {
      score_->gradient += d * (v / s);
      panel_.col(panel_used_++) = d / std::sqrt(s);
      if (panel_used_ == kPanel) flush_panel();
    }
    sensitivity_ -= entry_.gain.lazyProduct(d.transpose());
  }
  return true;
}

void LawPass::flush_panel() {
  if (panel_used_ > 0 && panel_.rows() > 0)
    score_->information.selfadjointView<Eigen::Lower>().rankUpdate(panel_.leftCols(panel_used_));
  panel_used_ = 0;
}

void LawPass::backward(SmoothedLaw* smoothed, NoiseScore* noise) {
  go_back(smoothed, noise, nullptr, nullptr);
}

Matrix LawPass::coefficient_variance(const std::vector<LawCoefficient>& learned,
                                     const Matrix& covariance) {
  Matrix added = Matrix::Zero(rows_.count(), model_->channels());
  if (learned.empty()) return added;
  bind(*model_, &learned);
  keeps_sensitivity_ = true;
  if (run_all()) {
    const Matrix root = root_of(covariance);
    go_back(nullptr, nullptr, &added, &root);
  }
  keeps_sensitivity_ = false;
  return added;
}

void LawPass::go_back(SmoothedLaw* smoothed, NoiseScore* noise, Matrix* added, const Matrix* root) {
  const Index T = rows_.count(), D = model_->channels(), n = model_->states();
  const Law& law = model_->law;
  const double likelihood = log_likelihood_;
  r_ = Vector::Zero(n);
  N_ = Matrix::Zero(n, n);
  if (added) by_learned_ = Matrix::Zero(n, std::ssize(*learned_));
  if (smoothed) {
    const Matrix none(T, D);
    *smoothed = {.signal = {none, none},
                 .left_out = {none, none},
                 .jump = Matrix(T, D),
                 .states = Matrix(T, n)};
  }
  const Vector zero = Vector::Zero(D);
  if (noise) *noise = {zero, zero, zero, zero, zero, zero};
  for (auto segment = segments_.rbegin(); segment != segments_.rend(); ++segment) {
    if (segment->begin != kept_) {
      filter_->belief = segment->before;
      sensitivity_ = segment->sensitivity;
      run(*segment);
    }
    for (Index row = segment->end - 1; row >= segment->begin; --row) {
      take_back(row, smoothed, noise);
      const Taken& taken = taken_[at(row - kept_)];
      if (smoothed) write(row, *smoothed);
      if (added)
        for (Index j = 0; j < D; ++j)
          (*added)(row, j) =
              ((taken.sensitivity.row(j) + taken.covariance.row(j).lazyProduct(by_learned_)) *
               *root)
                  .squaredNorm();
      Vector level = zero, drift = zero;
      for (auto part = taken.parts.rbegin(); part != taken.parts.rend(); ++part)
        pull(*part, noise, level, drift);
      if (noise) {
        noise->level_information += 0.5 * level.cwiseAbs2();
        noise->drift_information += 0.5 * drift.cwiseAbs2();
      }
    }
  }
  if (noise)
    for (Index d = 0; d < D; ++d) {
      const Index z = law.drift(d);
      const double moved = model_->initial_drift_by_log(d);
      noise->drift[d] += 0.5 * moved * (r_[z] * r_[z] - N_(z, z));
      noise->drift_information[d] += 0.5 * std::pow(moved * N_(z, z), 2);
    }
  log_likelihood_ = likelihood;
}

/// What the entries of a row say, the last first.
void LawPass::take_back(Index row, SmoothedLaw* smoothed, NoiseScore* noise) {
  const Taken& taken = taken_[at(row - kept_)];
  for (Index j = model_->channels() - 1; j >= 0; --j) {
    const double s = taken.variance[j];
    if (s == 0.0) {
      if (smoothed)
        smoothed->left_out.mean(row, j) = smoothed->left_out.variance(row, j) = std::nan("");
      continue;
    }
    const auto g = taken.gain.col(j);
    const Vector Ng = N_.lazyProduct(g);
    const double u = taken.innovation[j] / s - g.dot(r_), D = 1.0 / s + std::max(g.dot(Ng), 0.0);
    r_[j] += u;
    if (keeps_sensitivity_)  // dv = -d
      by_learned_.row(j) -= taken.seen.col(j).transpose() / s + g.transpose() * by_learned_;
    N_.row(j) -= Ng.transpose();
    N_.col(j) -= Ng;
    N_(j, j) += D;
    if (noise) {
      const double R = model_->noise[j];
      noise->measurement[j] += 0.5 * R * (u * u - D);
      noise->measurement_information[j] += 0.5 * R * R * D * D;
    }
    if (smoothed) {
      smoothed->left_out.mean(row, j) = rows_.values(row, j) - u / D;
      smoothed->left_out.variance(row, j) = 1.0 / D;
    }
  }
}

/// Of the signals: x + P r and P - P N P, x and P being predicted.
void LawPass::write(Index row, SmoothedLaw& smoothed) const {
  const Taken& taken = taken_[at(row - kept_)];
  smoothed.states.row(row) = (taken.mean + taken.covariance * r_).transpose();
  for (Index j = 0; j < model_->channels(); ++j) {
    const auto Pc = taken.covariance.col(j);
    smoothed.signal.mean(row, j) = smoothed.states(row, j);
    smoothed.signal.variance(row, j) = std::max(Pc[j] - Pc.dot(N_.lazyProduct(Pc)), 0.0);
    smoothed.jump(row, j) = N_(j, j) > 0.0 ? r_[j] * r_[j] / N_(j, j) : 0.0;
  }
}

/// r <- F^T r, N <- F^T N F; and dL/dQ = (r r^T - N) / 2, by the logarithms of the densities that
/// Q is made of.
void LawPass::pull(const Part& part, NoiseScore* noise, Vector& level, Vector& drift) {
  LawStep& step = *step_;
  const Law& law = model_->law;
  step.go(part.begin.data(), part.length);
  if (noise) {
    const auto add = [&](Index state, double density, double& gradient, double& information) {
      const double sixth = density * part.length / 6.0;
      const auto half = step.H().col(state), whole = step.F().col(state);
      const double expected = sixth * (N_(state, state) + 4.0 * half.dot(N_.lazyProduct(half)) +
                                       whole.dot(N_.lazyProduct(whole)));
      const double found = sixth * (r_[state] * r_[state] + 4.0 * std::pow(half.dot(r_), 2) +
                                    std::pow(whole.dot(r_), 2));
      gradient += 0.5 * (found - expected);
      information += expected;
    };
    for (Index d = 0; d < law.channels; ++d) {
      add(law.driven(d), law.level_noise[d], noise->level[d], level[d]);
      add(law.drift(d), law.drift_noise[d], noise->drift[d], drift[d]);
    }
  }
  const Matrix& F = step.F();
  r_ = F.transpose().lazyProduct(r_).eval();
  moved_ = N_.lazyProduct(F);
  N_ = F.transpose().lazyProduct(moved_);
  if (keeps_sensitivity_) by_learned_ = F.transpose().lazyProduct(by_learned_).eval();
}

}  // namespace elto
