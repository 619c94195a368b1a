// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_pass.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include "linalg/known_size.hpp"
#include "linalg/square_products.hpp"

#include <Eigen/Cholesky>

namespace elto {
namespace {

constexpr Index kNumbersKept = Index{1} << 20;  // kept of a segment
constexpr Index kShareOfOneSegment = 8;         // of that, for a series that has several
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

void LawPass::bind(const LawModel& model, const std::vector<LawCoefficient>& learned) {
  require(rows_.inputs.cols() == model.law.inputs || model.law.inputs == 0, "inputs",
          concat("those of the law, ", model.law.inputs), rows_.inputs.cols());
  model_ = &model;
  learned_ = learned;
  keeps_sensitivity_ = false;
  filter_.emplace(model, learned);
  log_likelihood_ = 0.0;
  failed_row_ = -1;
}

bool LawPass::forward(const LawModel& model, const Visitor& visitor) {
  bind(model, {});
  visitor_ = visitor ? &visitor : nullptr;
  const bool finite = run_all();
  visitor_ = nullptr;
  return finite;
}

bool LawPass::forward(const LawModel& model, const std::vector<LawCoefficient>& learned,
                      CoefficientScore& score) {
  bind(model, learned);
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

bool LawPass::forward(const LawModel& model, const std::vector<LawCoefficient>& learned) {
  bind(model, learned);
  keeps_sensitivity_ = true;
  return run_all();
}

bool LawPass::run_all() {
  const Index n = model_->states(), K = std::ssize(learned_);
  const Index numbers = n * (3 * n + model_->channels() + (keeps_sensitivity_ ? K : 0));
  Index length = std::max<Index>(kNumbersKept / numbers, 16);
  if (rows_.count() > length) length = std::max<Index>(length / kShareOfOneSegment, 16);
  segments_.clear();
  sensitivity_ = Matrix::Zero(n, K);
  seen_.resize(K);
  column_.resize(n);
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
  parts_used_ = 0;
  taken_.resize(std::max(taken_.size(), at(segment.end - segment.begin)));
  auto jump = std::lower_bound(jumps_.begin(), jumps_.end(), segment.begin,
                               [](const Jump& one, Index row) { return one.row < row; });
  for (Index row = segment.begin; row < segment.end; ++row) {
    Taken& taken = taken_[at(row - kept_)];
    taken.first_part = parts_used_;
    if (row > 0 && !move(row)) {
      failed_row_ = row;
      return false;
    }
    taken.end_of_parts = parts_used_;
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

bool LawPass::move(Index row) {
  const auto keep = [this](const LawStep& step, const Vector&) {
    if (parts_used_ == parts_.size()) parts_.emplace_back();
    Part& part = parts_[parts_used_++];
    part.length = step.length();
    part.F = step.F();
    part.H = step.H();
    if (!learned_.empty()) carry_sensitivity(step);
  };
  InputLine inputs;
  if (model_->law.inputs > 0)
    inputs = {rows_.inputs.row(row - 1).transpose(), rows_.inputs.row(row).transpose()};
  return filter_->predict(rows_.times[row] - rows_.times[row - 1], keep, !learned_.empty(), inputs);
}

/// S <- F S + B.
void LawPass::carry_sensitivity(const LawStep& step) {
  with_known_size(model_->states(), [&](auto n) {
    const double* F = step.F().data();
    for (std::size_t k = 0; k < learned_.size(); ++k) {
      double *s = sensitivity_.data() + static_cast<Index>(k) * n, *moved = column_.data();
      const auto [term, channel] = learned_[k];
      for (Index i = 0; i < n; ++i) moved[i] = 0.0;
      for (int stage = 0; stage < 4; ++stage) {
        const double value = step.values(stage)[term];
        const double* push = step.push(stage).data() + channel * n;
        for (Index i = 0; i < n; ++i) moved[i] += value * push[i];
      }
      for (Index l = 0; l < n; ++l)
        for (Index i = 0; i < n; ++i) moved[i] += F[l * n + i] * s[l];
      for (Index i = 0; i < n; ++i) s[i] = moved[i];
    }
  });
}

bool LawPass::take(Index row, Taken& taken) {
  const Index D = model_->channels(), K = std::ssize(learned_);
  taken.gain.resize(model_->states(), D);
  taken.innovation.setZero(D);
  taken.variance.setZero(D);
  if (keeps_sensitivity_) taken.seen.setZero(K, D);
  for (Index j = 0; j < D; ++j) {
    const double y = rows_.values(row, j);
    if (std::isnan(y)) continue;
    if (!filter_->take(j, y, entry_)) return false;
    const double v = entry_.innovation, s = entry_.variance;
    log_likelihood_ -= 0.5 * (v * v / s + std::log(2.0 * std::numbers::pi * s));
    taken.innovation[j] = v;
    taken.variance[j] = s;
    taken.gain.col(j) = entry_.gain;
    if (K == 0) continue;
    seen_ = sensitivity_.row(j).transpose();
    if (keeps_sensitivity_) taken.seen.col(j) = seen_;
    if (score_) {
      score_->gradient += seen_ * (v / s);
      panel_.col(panel_used_++) = seen_ / std::sqrt(s);
      if (panel_used_ == kPanel) flush_panel();
    }
    with_known_size(model_->states(), [&](auto n) {
      const double* g = entry_.gain.data();
      for (Index k = 0; k < K; ++k) {
        double* column = sensitivity_.data() + k * n;
        const double d = seen_[k];
        for (Index i = 0; i < n; ++i) column[i] -= g[i] * d;
      }
    });
  }
  return true;
}

void LawPass::flush_panel() {
  if (panel_used_ > 0 && panel_.rows() > 0)
    score_->information.selfadjointView<Eigen::Lower>().rankUpdate(panel_.leftCols(panel_used_));
  panel_used_ = 0;
}

void LawPass::backward(SmoothedLaw* smoothed, NoiseScore* noise, const Matrix* covariance) {
  const Index T = rows_.count(), D = model_->channels(), n = model_->states();
  const Law& law = model_->law;
  const double likelihood = log_likelihood_;
  r_ = Vector::Zero(n);
  N_ = moved_ = transposed_ = Matrix::Zero(n, n);
  by_learned_ = Matrix::Zero(n, std::ssize(learned_));
  Matrix root;
  if (covariance && covariance->size() > 0) root = root_of(*covariance);
  if (smoothed) {
    const Matrix none(T, D);
    *smoothed = {.signal = {none, none},
                 .left_out = {none, none},
                 .jump = Matrix(T, D),
                 .states = Matrix(T, n),
                 .added = Matrix::Zero(covariance ? T : 0, covariance ? D : 0)};
  }
  const Vector zero = Vector::Zero(D);
  if (noise) *noise = {zero, zero, zero, zero, zero, zero};
  Vector level = zero, drift = zero;
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
      if (smoothed && covariance) add_unknown(row, root, smoothed->added);
      level.setZero();
      drift.setZero();
      for (std::size_t p = taken.end_of_parts; p-- > taken.first_part;) {
        if (noise) add_noise_score(parts_[p], *noise, level, drift);
        pull(parts_[p]);
      }
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
  const Index n = model_->states();
  for (Index j = model_->channels() - 1; j >= 0; --j) {
    const double s = taken.variance[j];
    if (s == 0.0) {
      if (smoothed)
        smoothed->left_out.mean(row, j) = smoothed->left_out.variance(row, j) = std::nan("");
      continue;
    }
    const auto g = taken.gain.col(j);
    column_.noalias() = N_.lazyProduct(g);
    const double u = taken.innovation[j] / s - g.dot(r_);
    const double D = 1.0 / s + std::max(g.dot(column_), 0.0);
    r_[j] += u;
    if (keeps_sensitivity_)  // dv = -d
      for (Index k = 0; k < by_learned_.cols(); ++k)
        by_learned_(j, k) -= taken.seen(k, j) / s + g.dot(by_learned_.col(k));
    for (Index i = 0; i < n; ++i) {
      N_(j, i) -= column_[i];
      N_(i, j) -= column_[i];
    }
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
  smoothed.states.row(row) = (taken.mean + taken.covariance.lazyProduct(r_)).transpose();
  for (Index j = 0; j < model_->channels(); ++j) {
    const auto Pc = taken.covariance.col(j);
    smoothed.signal.mean(row, j) = smoothed.states(row, j);
    smoothed.signal.variance(row, j) = std::max(Pc[j] - Pc.dot(N_.lazyProduct(Pc)), 0.0);
    smoothed.jump(row, j) = N_(j, j) > 0.0 ? r_[j] * r_[j] / N_(j, j) : 0.0;
  }
}

/// How the smoothed signals move with the coefficients, S + P dr, on either side of what their
/// covariance leaves open.
void LawPass::add_unknown(Index row, const Matrix& root, Matrix& added) {
  const Taken& taken = taken_[at(row - kept_)];
  for (Index j = 0; j < model_->channels(); ++j) {
    const auto Pc = taken.covariance.col(j);
    for (Index k = 0; k < seen_.size(); ++k)
      seen_[k] = taken.sensitivity(j, k) + Pc.dot(by_learned_.col(k));
    for (Index k = 0; k < seen_.size(); ++k) added(row, j) += std::pow(root.col(k).dot(seen_), 2);
  }
}

/// dL/dQ = (r r^T - N) / 2, by the logarithms of the densities that Q is made of.
void LawPass::add_noise_score(const Part& part, NoiseScore& noise, Vector& level,
                              Vector& drift) const {
  const Law& law = model_->law;
  const auto add = [&](Index state, double density, double& gradient, double& information) {
    const double sixth = density * part.length / 6.0;
    const auto half = part.H.col(state), whole = part.F.col(state);
    const double expected = sixth * (N_(state, state) + 4.0 * half.dot(N_.lazyProduct(half)) +
                                     whole.dot(N_.lazyProduct(whole)));
    const double found = sixth * (r_[state] * r_[state] + 4.0 * std::pow(half.dot(r_), 2) +
                                  std::pow(whole.dot(r_), 2));
    gradient += 0.5 * (found - expected);
    information += expected;
  };
  for (Index d = 0; d < law.channels; ++d) {
    add(law.driven(d), law.level_noise[d], noise.level[d], level[d]);
    add(law.drift(d), law.drift_noise[d], noise.drift[d], drift[d]);
  }
}

/// r <- F^T r, N <- F^T N F, which must stay symmetric: what is not grows as the motion does.
void LawPass::pull(const Part& part) {
  transposed_ = part.F.transpose();
  with_known_size(model_->states(), [&](auto n) {
    multiply(n, N_.data(), part.F.data(), moved_.data());
    multiply(n, transposed_.data(), moved_.data(), N_.data());
    const auto carry = [&](double* r) {
      double* moved = column_.data();
      for (Index i = 0; i < n; ++i) moved[i] = transposed_.data()[i] * r[0];
      for (Index l = 1; l < n; ++l)
        for (Index i = 0; i < n; ++i) moved[i] += transposed_.data()[l * n + i] * r[l];
      for (Index i = 0; i < n; ++i) r[i] = moved[i];
    };
    carry(r_.data());
    if (keeps_sensitivity_)
      for (Index k = 0; k < by_learned_.cols(); ++k) carry(by_learned_.data() + k * n);
  });
  N_.triangularView<Eigen::StrictlyUpper>() = N_.transpose();
}

}  // namespace elto
