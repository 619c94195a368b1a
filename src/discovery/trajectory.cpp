// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/trajectory.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

namespace elto {
namespace {

/// Z = (x, S), D x (1 + K + D), and how it changes.
class Variation {
 public:
  explicit Variation(const Ode& ode) : jacobian_(ode.dimension(), ode.dimension()) {
    for (Index i = 0; i < ode.dimension(); ++i) {
      const Equation& equation = ode.equations[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < equation.terms.size(); ++k)
        summands_.push_back({i, ode.terms[static_cast<std::size_t>(equation.terms[k])],
                             equation.coefficients[static_cast<Index>(k)]});
    }
  }

  void operator()(const Matrix& Z, Matrix& change) {
    const auto x = Z.col(0);
    jacobian_.setZero();
    for (const Summand& summand : summands_)
      for (std::size_t k = 0; k < summand.factors.size(); ++k)
        jacobian_(summand.equation, summand.factors[k]) +=
            summand.coefficient * product_without(k, summand.factors, x);
    change.col(0).setZero();
    // Without BLAS, which takes scratch memory for each product of such small matrices.
    change.rightCols(Z.cols() - 1) = jacobian_.lazyProduct(Z.rightCols(Z.cols() - 1));
    for (std::size_t k = 0; k < summands_.size(); ++k) {
      const auto& [equation, factors, coefficient] = summands_[k];
      const double value = product_without(factors.size(), factors, x);
      change(equation, 0) += coefficient * value;
      change(equation, 1 + static_cast<Index>(k)) += value;
    }
  }

 private:
  struct Summand {
    Index equation;
    Monomial factors;
    double coefficient;
  };

  template <class X>
  static double product_without(std::size_t place, const Monomial& factors, const X& x) {
    double product = 1.0;
    for (std::size_t k = 0; k < factors.size(); ++k)
      if (k != place) product *= x[factors[k]];
    return product;
  }

  std::vector<Summand> summands_;
  Matrix jacobian_;  // df/dx
};

class RungeKutta {
 public:
  RungeKutta(const Ode& ode, Matrix Z) : change_(ode), Z_(std::move(Z)) {
    for (Matrix* const each : {&k1_, &k2_, &k3_, &k4_, &at_}) each->resizeLike(Z_);
  }

  void step(double h) {
    change_(Z_, k1_);
    change_(at_ = Z_ + h / 2.0 * k1_, k2_);
    change_(at_ = Z_ + h / 2.0 * k2_, k3_);
    change_(at_ = Z_ + h * k3_, k4_);
    Z_ += h / 6.0 * (k1_ + 2.0 * k2_ + 2.0 * k3_ + k4_);
  }
  const Matrix& state() const { return Z_; }

 private:
  Variation change_;
  Matrix Z_, k1_, k2_, k3_, k4_, at_;
};

Matrix initial(const Ode& ode, const VectorView& start) {
  const Index D = ode.dimension();
  Matrix Z = Matrix::Zero(D, 1 + ode.coefficient_count() + D);
  Z.col(0) = start;
  Z.rightCols(D).setIdentity();
  return Z;
}

}  // namespace

void validate(const TrajectoryOptions& options) {
  require(options.rows >= 1, "rows", "at least 1", options.rows);
  require(options.time_step > 0.0 && std::isfinite(options.time_step), "time_step",
          "positive, finite", options.time_step);
  require(options.substeps >= 1, "substeps", "at least 1", options.substeps);
}

Trajectory trajectory(const Ode& ode, const VectorView& start, const TrajectoryOptions& options) {
  validate(ode);
  validate(options);
  const Index D = ode.dimension();
  require(start.size() == D, "start", concat("a value for each equation, ", D), start.size());
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  RungeKutta integrator(ode, initial(ode, start));
  const Matrix& Z = integrator.state();
  Trajectory made{.values = Matrix::Constant(options.rows, D, kNaN),
                  .sensitivities = Matrix::Constant(options.rows * D, Z.cols() - 1, kNaN)};
  for (Index t = 0; t < options.rows; ++t) {
    for (Index s = 0; s < options.substeps && t > 0; ++s)
      integrator.step(options.time_step / static_cast<double>(options.substeps));
    if (!Z.allFinite()) {
      made.status = {StatusCode::not_finite, t};
      return made;
    }
    made.values.row(t) = Z.col(0).transpose();
    made.sensitivities.middleRows(t * D, D) = Z.rightCols(Z.cols() - 1);
  }
  made.status.code = StatusCode::ok;
  return made;
}

}  // namespace elto
