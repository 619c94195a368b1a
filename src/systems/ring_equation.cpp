// SPDX-License-Identifier: Apache-2.0
#include "systems/ring_equation.hpp"

#include <numbers>

#include <unsupported/Eigen/FFT>

namespace elto {
namespace {

using Complex = std::complex<double>;
using Modes = Eigen::ArrayXcd;  // 0 .. n/2; those of negative wavenumber are their conjugates

/// The factors of one step, for each mode.
struct StepFactors {
  Modes whole, half;          // e^{Lh}, e^{Lh/2}
  Modes q, first, mid, last;  // of the nonlinear part within the step and at its end
};

// Near L = 0 the formulas cancel; their mean over a circle around Lh does not.
StepFactors step_factors(const Modes& L, double h) {
  constexpr int kPoints = 64;
  const Index n = L.size();
  StepFactors f{(h * L).exp(),  (h / 2.0 * L).exp(), Modes::Zero(n),
                Modes::Zero(n), Modes::Zero(n),      Modes::Zero(n)};
  for (int i = 0; i < kPoints; ++i) {
    const Modes z = h * L + std::polar(1.0, 2.0 * std::numbers::pi * (i + 0.5) / kPoints);
    const Modes e = z.exp(), z3 = z * z * z;
    f.q += ((z / 2.0).exp() - 1.0) / z;
    f.first += (-4.0 - z + e * (4.0 - 3.0 * z + z * z)) / z3;
    f.mid += (2.0 + z + e * (z - 2.0)) / z3;
    f.last += (-4.0 - 3.0 * z - z * z + e * (4.0 - z)) / z3;
  }
  for (Modes* mean : {&f.q, &f.first, &f.mid, &f.last}) *mean *= h / kPoints;
  return f;
}

class Solver {
 public:
  Solver(const RingEquation& equation, const Vector& start, double h)
      : equation_(equation), h_(h), u_(start), v_(start.size() / 2 + 1), ik_(v_.size()) {
    fft_.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    fft_.fwd(v_.data(), u_.data(), u_.size());
    Modes L(v_.size());
    for (Index j = 0; j < v_.size(); ++j) {
      // The shortest wave that the grid can hold has no derivative on it.
      const double k = j + 1 == v_.size()
                           ? 0.0
                           : 2.0 * std::numbers::pi * static_cast<double>(j) / equation.length;
      L[j] = equation.linear(k);
      ik_[j] = Complex(0.0, k);
    }
    factors_ = step_factors(L, h);
  }

  void advance(double t) {
    const StepFactors& f = factors_;
    const Modes Nv = nonlinear(v_, t);
    const Modes a = f.half * v_ + f.q * Nv;
    const Modes Na = nonlinear(a, t + h_ / 2.0);
    const Modes b = f.half * v_ + f.q * Na;
    const Modes Nb = nonlinear(b, t + h_ / 2.0);
    const Modes c = f.half * a + f.q * (2.0 * Nb - Nv);
    const Modes Nc = nonlinear(c, t + h_);
    v_ = f.whole * v_ + f.first * Nv + 2.0 * f.mid * (Na + Nb) + f.last * Nc;
  }

  const Vector& values() {
    fft_.inv(u_.data(), v_.data(), u_.size());
    return u_;
  }

 private:
  Modes nonlinear(const Modes& v, double t) {
    fft_.inv(u_.data(), v.data(), u_.size());
    u_ = u_.cwiseAbs2().eval();
    Modes squared(v.size());
    fft_.fwd(squared.data(), u_.data(), u_.size());
    return -equation_.nonlinear(t) * ik_ * squared;
  }

  const RingEquation& equation_;
  double h_;
  Vector u_;
  Modes v_, ik_;
  StepFactors factors_;
  Eigen::FFT<double> fft_;
};

}  // namespace

Matrix solve(const RingEquation& equation, const Vector& start, const TimeSteps& steps) {
  const double h = steps.step / static_cast<double>(steps.substeps);
  Solver solver(equation, start, h);
  Matrix values(steps.rows, start.size());
  values.row(0) = start.transpose();
  for (Index t = 1, step = 0; t < steps.rows; ++t) {
    for (Index i = 0; i < steps.substeps; ++i) solver.advance(static_cast<double>(step++) * h);
    values.row(t) = solver.values().transpose();
  }
  return values;
}

}  // namespace elto
