// SPDX-License-Identifier: Apache-2.0
// Spectral learning, n = 500 observations, h = 5, 200 epochs, against the tensor form of the same
// algorithm, in which every epoch forms the h x h tables of n x n matrices K[:,p_i] K[p_j,:] and
// contracts them with w. The tensor form is timed for one epoch; its loss and gradient are compared
// first.
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"
#include "elto/states/canonical_correlations.hpp"
#include "elto/states/latent_states.hpp"

#include "support/lorenz96.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <benchmark/benchmark.h>

namespace elto {
namespace {

constexpr Index kRows = 500, kWindow = 5, kEpochs = 200;

const Matrix& kernel_values() {
  static const Matrix K = [] {
    const Matrix y = testing::lorenz96(kRows, 5, 0.1, 1).noisy;
    return gram(resolved(Rbf{}, y), y);
  }();
  return K;
}

const DelayWindows& windows() {
  static const DelayWindows all = delay_windows({kRows}, kWindow);
  return all;
}

/// Table (i, j): (1/N) sum over windows of centred K[p_i] and K[q_j], as one n x n matrix each.
struct TensorForm {
  std::vector<Matrix> past, future;  // entry i: N x n, rows of K at position i of each window

  TensorForm() {
    for (Index i = 0; i < kWindow; ++i) {
      Matrix p(windows().count(), kRows), f(windows().count(), kRows);
      for (Index w = 0; w < windows().count(); ++w) {
        const Index start = windows().start[static_cast<std::size_t>(w)];
        p.row(w) = kernel_values().row(start + kWindow - 1 - i);
        f.row(w) = kernel_values().row(start + kWindow + i);
      }
      past.push_back(p.rowwise() - p.colwise().mean());
      future.push_back(f.rowwise() - f.colwise().mean());
    }
  }

  struct Table {
    Matrix covariance;            // h x h: w^T D_ij w
    std::vector<Matrix> entries;  // D_ij, n x n
  };

  static Table table(const std::vector<Matrix>& a, const std::vector<Matrix>& b, const Vector& w) {
    Table t{Matrix(kWindow, kWindow), {}};
    for (Index i = 0; i < kWindow; ++i)
      for (Index j = 0; j < kWindow; ++j) {
        t.entries.emplace_back(a[static_cast<std::size_t>(i)].transpose() *
                               b[static_cast<std::size_t>(j)] /
                               static_cast<double>(windows().count()));
        t.covariance(i, j) = w.dot(t.entries.back() * w);
      }
    return t;
  }

  /// Loss and its gradient in w for one epoch.
  std::pair<double, Vector> epoch(const Vector& w, double ridge) const {
    const Table pp = table(past, past, w), ff = table(future, future, w),
                fp = table(future, past, w);
    const auto ridged = [&](const Matrix& C) {
      return Matrix(C + ridge * C.trace() / kWindow * Matrix::Identity(kWindow, kWindow));
    };
    const Eigen::LLT<Matrix> L(ridged(ff.covariance)), M(ridged(pp.covariance));
    const Matrix K = M.matrixL().solve(L.matrixL().solve(fp.covariance).transpose()).transpose();
    const Eigen::JacobiSVD<Matrix> svd(K, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Matrix a = L.matrixU().solve(svd.matrixU()), b = M.matrixU().solve(svd.matrixV());
    const Matrix S = svd.singularValues().asDiagonal();
    const Matrix G_fp = a * b.transpose(), G_ff = ridged(-0.5 * a * S * a.transpose()),
                 G_pp = ridged(-0.5 * b * S * b.transpose());
    Vector gradient = Vector::Zero(kRows);
    for (Index i = 0; i < kWindow; ++i)
      for (Index j = 0; j < kWindow; ++j) {
        const auto entry = static_cast<std::size_t>(i * kWindow + j);
        gradient += G_fp(i, j) * (fp.entries[entry] * w + fp.entries[entry].transpose() * w);
        gradient += G_ff(i, j) * (ff.entries[entry] * w + ff.entries[entry].transpose() * w);
        gradient += G_pp(i, j) * (pp.entries[entry] * w + pp.entries[entry].transpose() * w);
      }
    return {svd.singularValues().sum(), gradient};
  }
};

void check_answers() {
  const Vector w = Rng(1).normal(kRows, 1);
  const auto [loss, gradient] = TensorForm().epoch(w, 1e-6);
  const auto cca = canonical_correlations(windows(), kernel_values() * w, kWindow, 1e-6);
  const Vector fast = kernel_values().transpose() * cca.gradient;
  const double difference = (fast - gradient).norm() / gradient.norm();
  if (std::abs(cca.correlations.sum() - loss) < 1e-8 && difference < 1e-5) return;
  std::cerr << "wrong answer: loss " << cca.correlations.sum() << " against " << loss
            << ", gradients differ by " << difference << '\n';
  std::exit(EXIT_FAILURE);
}

void scalar_series_200_epochs(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(
        learn_latent_states(kernel_values(), windows(), {.epochs = kEpochs}).states.data());
}

void tensor_form_1_epoch(benchmark::State& state) {
  const Vector w = Rng(1).normal(kRows, 1);
  const TensorForm tensor;
  for (auto _ : state) benchmark::DoNotOptimize(tensor.epoch(w, 1e-6).first);
}

BENCHMARK(scalar_series_200_epochs)->Unit(benchmark::kMillisecond);
BENCHMARK(tensor_form_1_epoch)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace elto

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  elto::check_answers();
  benchmark::RunSpecifiedBenchmarks();
}
