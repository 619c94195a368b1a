// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law_step.hpp"

#include <cmath>
#include <limits>

namespace elto {
namespace {

constexpr double kReach[] = {0.0, 0.5, 0.5, 1.0};  // of the stages, in steps
constexpr double kWeight[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

}  // namespace

LawStep::LawStep(const Law& law) : law_(&law), flow_(law) {
  const Index n = law.states();
  end_ = stage_ = Vector::Zero(n);
  values_.fill(Vector::Zero(law.terms.count()));
  push_.fill(Matrix::Zero(n, law.channels));
  raised_ = push_;
  narrow_ = push_[0];
  F_ = H_ = K_ = next_ = moved_ = Matrix::Identity(n, n);
}

/// The velocity of a stage is pushed by its own terms, and by those of the stages before, each of
/// which sets out along the velocity of the one before it.
void LawStep::gather_pushes(int stage) {
  for (int earlier = 0; earlier < stage; ++earlier) {
    Matrix& raised = raised_[at(earlier)];
    flow_.apply_jacobian(raised, narrow_);
    raised = kReach[stage] * h_ * narrow_;
    push_[at(earlier)] += kWeight[stage] * h_ * raised;
  }
  raised_[at(stage)].setZero();
  for (Index d = 0; d < law_->channels; ++d) raised_[at(stage)](law_->driven(d), d) = 1.0;
  push_[at(stage)] = kWeight[stage] * h_ * raised_[at(stage)];
}

/// Over the second half, with the Jacobian in the middle: I + A h/2 + (A h/2)^2 / 2.
void LawStep::cross_second_half() {
  next_.setIdentity();
  flow_.apply_jacobian(next_, moved_);
  flow_.apply_jacobian(moved_, H_);
  H_ = next_ + 0.5 * h_ * moved_ + 0.125 * h_ * h_ * H_;
}

void LawStep::go(const double* x, double h, bool pushes) {
  const Eigen::Map<const Vector> begin(x, law_->states());
  h_ = h;
  end_ = begin;
  F_.setIdentity();
  K_.setZero();
  for (int stage = 0; stage < 4; ++stage) {
    // K: how the velocity of the stage moves with x.
    stage_ = begin;
    if (stage > 0) stage_ += kReach[stage] * h * flow_.velocity();
    next_ = kReach[stage] * h * K_;
    next_.diagonal().array() += 1.0;
    flow_.evaluate(stage_.data());
    flow_.apply_jacobian(next_, K_);
    end_ += kWeight[stage] * h * flow_.velocity();
    F_ += kWeight[stage] * h * K_;
    if (pushes) {
      values_[at(stage)] = flow_.values();
      gather_pushes(stage);
    }
    if (stage == 2) cross_second_half();
  }
  // Its last stage once more, at the end.
  stage_ = flow_.velocity();
  flow_.evaluate(end_.data());
  error_ =
      kWeight[3] * h * (stage_ - flow_.velocity()).head(law_->coordinates()).cwiseAbs().maxCoeff();
  if (!std::isfinite(error_)) error_ = std::numeric_limits<double>::infinity();
}

void LawStep::add_noise(Matrix& P) const {
  const double sixth = h_ / 6.0;
  const auto add = [&](Index state, double density) {
    if (density == 0.0) return;
    const auto f = F_.col(state), half = H_.col(state);
    P(state, state) += sixth * density;
    P += (4.0 * sixth * density * half).lazyProduct(half.transpose());
    P += (sixth * density * f).lazyProduct(f.transpose());
  };
  for (Index d = 0; d < law_->channels; ++d) {
    add(law_->driven(d), law_->level_noise[d]);
    add(law_->drift(d), law_->drift_noise[d]);
  }
}

void LawStep::move_covariance(Matrix& P) {
  moved_ = F_.lazyProduct(P);
  P = moved_.lazyProduct(F_.transpose());
  add_noise(P);
  P.triangularView<Eigen::StrictlyUpper>() = P.transpose();
}

}  // namespace elto
