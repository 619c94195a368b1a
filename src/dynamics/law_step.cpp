// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law_step.hpp"

#include <cmath>
#include <limits>

#include "linalg/known_size.hpp"
#include "linalg/square_products.hpp"

namespace elto {
namespace {

constexpr double kReach[] = {0.0, 0.5, 0.5, 1.0};  // of the stages, in steps
constexpr double kWeight[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

}  // namespace

LawStep::LawStep(const Law& law, const std::vector<Index>& others)
    : law_(&law), flow_(law, others) {
  const Index n = law.states();
  densities_ = Vector::Zero(n);
  for (Index d = 0; d < law.channels; ++d) {
    densities_[law.driven(d)] = law.level_noise[d];
    densities_[law.drift(d)] = law.drift_noise[d];
  }
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

void LawStep::go(const double* x, double h, bool pushes, const InputLine& inputs) {
  const Eigen::Map<const Vector> begin(x, law_->states());
  h_ = h;
  end_ = begin;
  F_.setIdentity();
  for (int stage = 0; stage < 4; ++stage) {
    // K: how the velocity of the stage moves with x.
    stage_ = begin;
    if (stage == 0) {
      next_.setIdentity();
    } else {
      stage_ += kReach[stage] * h * flow_.velocity();
      next_ = kReach[stage] * h * K_;
      next_.diagonal().array() += 1.0;
    }
    flow_.evaluate(stage_.data(), inputs.at(kReach[stage]));
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
  flow_.evaluate(end_.data(), inputs.end);
  error_ =
      kWeight[3] * h * (stage_ - flow_.velocity()).head(law_->coordinates()).cwiseAbs().maxCoeff();
  if (!std::isfinite(error_)) error_ = std::numeric_limits<double>::infinity();
}

/// F (P + h/6 W) F^T + 4 h/6 H W H^T + h/6 W.
void LawStep::move_covariance(Matrix& P) {
  const double sixth = h_ / 6.0;
  P.diagonal() += sixth * densities_;
  with_known_size(P.rows(), [&](auto n) {
    multiply(n, F_.data(), P.data(), moved_.data());
    multiply_transposed(n, moved_.data(), F_.data(), P.data());
    for (Index l = 0; l < n; ++l) {
      const double* column = H_.data() + l * n;
      const double density = 4.0 * sixth * densities_[l];
      if (density == 0.0) continue;
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) P.data()[j * n + i] += density * column[j] * column[i];
    }
  });
  P.diagonal() += sixth * densities_;
  P.triangularView<Eigen::StrictlyUpper>() = P.transpose();
}

}  // namespace elto
