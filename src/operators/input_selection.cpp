// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/input_selection.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

constexpr Index kFolds = 4;
constexpr double kRidge = 1e-3;  // times the number of examples; enough for nearly equal inputs
// Of more inputs than this all pairs would take too long; the best of them alone are paired.
constexpr Index kPaired = 64;

using Subset = std::vector<Index>;

/// Rows are [1, x, x (x) x].
Matrix quadratic_features(const MatrixView& X, const Subset& inputs) {
  const auto n = std::ssize(inputs);
  const auto column = [&](Index i) { return X.col(inputs[static_cast<std::size_t>(i)]); };
  Matrix P(X.rows(), 1 + n + n * (n + 1) / 2);
  P.col(0).setOnes();
  for (Index i = 0; i < n; ++i) P.col(1 + i) = column(i);
  Index next = 1 + n;
  for (Index i = 0; i < n; ++i)
    for (Index j = i; j < n; ++j) P.col(next++) = column(i).cwiseProduct(column(j));
  return P;
}

/// Squared error of each output over the rows that a fit has not seen.
RowVector held_out_error(const Matrix& P, const MatrixView& Y) {
  const Index N = P.rows();
  const Matrix G = P.transpose() * P, C = Y.transpose() * P;
  RowVector error = RowVector::Zero(Y.cols());
  for (Index fold = 0; fold < kFolds; ++fold) {
    const Index begin = fold * N / kFolds, rows = (fold + 1) * N / kFolds - begin;
    const auto p = P.middleRows(begin, rows);
    const auto y = Y.middleRows(begin, rows);
    Matrix normal = G - p.transpose() * p;
    normal.diagonal().array() += kRidge * static_cast<double>(N);
    const Matrix W = solve_normal_equations(C - y.transpose() * p, std::move(normal));
    error += (y - p * W.transpose()).colwise().squaredNorm();
  }
  return error;
}

struct Choice {
  Subset inputs;
  double error = std::numeric_limits<double>::infinity();
};

/// The best of all pairs, or of all single inputs if a second one is of no use, for every output at
/// once.
std::vector<Choice> best_beginnings(const MatrixView& X, const MatrixView& Y, double kept) {
  std::vector<Choice> singles(static_cast<std::size_t>(Y.cols())), pairs = singles;
  const auto offer = [&](const Subset& inputs, std::vector<Choice>& best) {
    RowVector error = held_out_error(quadratic_features(X, inputs), Y);
    for (Index o = 0; o < Y.cols(); ++o) {
      Choice& choice = best[static_cast<std::size_t>(o)];
      if (error[o] < choice.error) choice = {inputs, error[o]};
    }
    return error;
  };
  std::vector<Index> order(static_cast<std::size_t>(X.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  Vector usefulness(X.cols());  // the largest share of an output's squares that an input explains
  const RowVector squares = Y.colwise().squaredNorm();
  for (const Index i : order)
    usefulness[i] = (1.0 - offer({i}, singles).array() / squares.array().max(1e-300)).maxCoeff();
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](Index i) { return usefulness[i]; });
  order.resize(static_cast<std::size_t>(std::min(X.cols(), kPaired)));
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) offer({order[i], order[j]}, pairs);
  for (std::size_t o = 0; o < singles.size(); ++o)
    if (pairs[o].error > kept * singles[o].error) pairs[o] = singles[o];
  return pairs;
}

}  // namespace

void validate(const InputSelectionOptions& options) {
  require(options.most >= 2, "most", "at least 2", options.most);
  require(options.gain > 0.0 && options.gain < 1.0, "gain", "in (0, 1)", options.gain);
}

std::vector<std::vector<Index>> select_inputs(const MatrixView& inputs, const MatrixView& outputs,
                                              const InputSelectionOptions& options) {
  validate(options);
  require(outputs.rows() == inputs.rows(), "outputs", concat("of ", inputs.rows(), " rows"),
          outputs.rows());
  const double kept = 1.0 - options.gain;
  std::vector<Choice> chosen = best_beginnings(inputs, outputs, kept);
  std::vector<Subset> result;
  for (Index o = 0; o < outputs.cols(); ++o) {
    Choice& best = chosen[static_cast<std::size_t>(o)];
    if (best.error > kept * outputs.col(o).squaredNorm()) best.inputs.clear();
    while (!best.inputs.empty() && std::ssize(best.inputs) < options.most) {
      Choice next;
      for (Index i = 0; i < inputs.cols(); ++i) {
        if (std::ranges::find(best.inputs, i) != best.inputs.end()) continue;
        Subset more = best.inputs;
        more.push_back(i);
        const double error = held_out_error(quadratic_features(inputs, more), outputs.col(o))[0];
        if (error < next.error) next = {std::move(more), error};
      }
      if (next.error > kept * best.error) break;
      best = std::move(next);
    }
    std::ranges::sort(best.inputs);
    result.push_back(best.inputs);
  }
  return result;
}

}  // namespace elto
