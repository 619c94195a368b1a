// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/state_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

#include "elto/core/error.hpp"

#include "features/median_distance.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {

/// Rows are x (x) x / n, each product once: their kernel is (x . y / n)^2.
Matrix products(const Matrix& X) {
  const Index n = X.cols();
  Matrix P(X.rows(), n * (n + 1) / 2);
  Index column = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = i; j < n; ++j) {
      const double weight = (i == j ? 1.0 : std::numbers::sqrt2) / static_cast<double>(n);
      P.col(column++) = weight * X.col(i).cwiseProduct(X.col(j));
    }
  return P;
}

/// The same weights as matrices [H_1 ... H_o], a row of W per output.
Matrix quadratic_forms(const Matrix& W, Index n) {
  Matrix H(n, n * W.rows());
  for (Index o = 0; o < W.rows(); ++o) {
    Index column = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = i; j < n; ++j) {
        const double w = W(o, column++) / static_cast<double>(n);
        H(i, o * n + j) = H(j, o * n + i) = i == j ? w : w / std::numbers::sqrt2;
      }
  }
  return H;
}

/// A part and what it leaves over.
struct LearnedPart {
  StateMapPart part;
  Matrix residuals;
};

/// How many features are linear (with the constant), quadratic and radial.
using WeightSizes = std::array<Index, 3>;

void set_weights(StateMapPart& part, const Matrix& W, const WeightSizes& sizes,
                 const FeatureMap& psi) {
  const Index n = sizes[0] - 1;
  part.offset = W.col(0);
  part.linear = W.middleCols(1, n);
  part.quadratic = quadratic_forms(W.middleCols(1 + n, sizes[1]), n);
  part.radial = W.rightCols(sizes[2]) * psi.projection.transpose();
}

/// W M = Y^T phi, M = phi^T phi + N diag(ridge): dW / d ridge_k = -N W I_k M^-1.
std::vector<LearnedPart> derivatives_by_ridge(const LearnedPart& learned, const Matrix& W,
                                              const Matrix& M, const Matrix& phi,
                                              const WeightSizes& sizes, const FeatureMap& psi) {
  const Index o = W.rows();
  Matrix weights = Matrix::Zero(3 * o, W.cols());
  for (Index k = 0, from = 0; k < 3; from += sizes[static_cast<std::size_t>(k++)]) {
    const Index size = sizes[static_cast<std::size_t>(k)];
    weights.block(k * o, from, o, size) =
        -static_cast<double>(phi.rows()) * W.middleCols(from, size);
  }
  weights = solve_normal_equations(weights, M);
  std::vector<LearnedPart> derivatives(3, {learned.part, {}});
  for (Index k = 0; k < 3; ++k) {
    auto& [part, residuals] = derivatives[static_cast<std::size_t>(k)];
    const Matrix dW = weights.middleRows(k * o, o);
    set_weights(part, dW, sizes, psi);
    part.gamma = 0.0;
    residuals = -phi * dW.transpose();
  }
  return derivatives;
}

LearnedPart learn_part(const Matrix& X, const Matrix& Y, double squared_distance,
                       const StateMapOptions& options, std::vector<LearnedPart>* by_ridge) {
  const Index N = X.rows(), n = X.cols();
  LearnedPart learned;
  StateMapPart& part = learned.part;
  part.gamma = options.scale / squared_distance;
  const Features psi = learn_features(Rbf{part.gamma}, X, options.rank);
  const Matrix squares = products(X);
  const WeightSizes sizes{1 + n, squares.cols(), psi.values.cols()};
  Matrix phi(N, sizes[0] + sizes[1] + sizes[2]);
  phi << Vector::Ones(N), X, squares, psi.values;

  Vector ridge(phi.cols());
  ridge << Vector::Constant(sizes[0], options.linear_ridge),
      Vector::Constant(sizes[1], options.quadratic_ridge),
      Vector::Constant(sizes[2], options.radial_ridge);
  Matrix normal = phi.transpose() * phi;
  normal.diagonal() += static_cast<double>(N) * ridge;
  const Matrix W = solve_normal_equations(Y.transpose() * phi, normal);

  learned.residuals = Y - phi * W.transpose();
  set_weights(part, W, sizes, psi.map);
  part.landmarks = psi.map.landmarks;
  const Vector least = X.colwise().minCoeff().transpose(),
               most = X.colwise().maxCoeff().transpose();
  const Vector margin = 0.25 * (most - least);
  part.lowest = least - margin;
  part.highest = most + margin;
  if (by_ridge != nullptr)
    *by_ridge = derivatives_by_ridge(learned, W, normal, phi, sizes, psi.map);
  return learned;
}

/// Adds a part that makes these outputs of these inputs.
void add(LearnedStateMap& whole, LearnedPart learned, const std::vector<Index>& in,
         const std::vector<Index>& out) {
  learned.part.inputs = in;
  learned.part.outputs = out;
  for (Index i = 0; i < learned.residuals.cols(); ++i)
    whole.residuals.col(out[static_cast<std::size_t>(i)]) = learned.residuals.col(i);
  whole.map.parts.push_back(std::move(learned.part));
}

Matrix columns(const MatrixView& X, const std::vector<Index>& which) {
  Matrix chosen(X.rows(), std::ssize(which));
  for (Index j = 0; j < chosen.cols(); ++j)
    chosen.col(j) = X.col(which[static_cast<std::size_t>(j)]);
  return chosen;
}

}  // namespace

void validate(const StateMapOptions& options) {
  require(options.scale > 0.0, "scale", "positive", options.scale);
  require(options.linear_ridge > 0.0, "linear_ridge", "positive", options.linear_ridge);
  require(options.quadratic_ridge > 0.0, "quadratic_ridge", "positive", options.quadratic_ridge);
  require(options.radial_ridge > 0.0, "radial_ridge", "positive", options.radial_ridge);
  validate(options.rank);
}

Vector StateMap::operator()(const VectorView& x) const {
  Vector value(outputs);
  Matrix jacobian(outputs, inputs);
  StateMapRoom room;
  linearise(x, value, jacobian, room);
  return value;
}

void StateMap::linearise(const VectorView& x, Eigen::Ref<Vector> value, Eigen::Ref<Matrix> jacobian,
                         StateMapRoom& room) const {
  value.setZero();
  jacobian.setZero();
  for (const StateMapPart& part : parts) {
    const Index n = std::ssize(part.inputs), o = std::ssize(part.outputs);
    room.x.resize(n);
    for (Index j = 0; j < n; ++j)
      room.x[j] =
          std::clamp(x[part.inputs[static_cast<std::size_t>(j)]], part.lowest[j], part.highest[j]);

    room.value = part.offset;
    room.value.noalias() += part.linear * room.x;
    room.jacobian = part.linear;
    room.products.resize(n * o);
    room.products.noalias() = part.quadratic.transpose() * room.x;
    for (Index i = 0; i < o; ++i) {
      const auto Hx = room.products.segment(i * n, n);
      room.value[i] += Hx.dot(room.x);
      room.jacobian.row(i) += 2.0 * Hx.transpose();
    }

    room.kernel.resize(part.landmarks.rows());
    for (Index z = 0; z < room.kernel.size(); ++z)
      room.kernel[z] =
          std::exp(-part.gamma * (part.landmarks.row(z) - room.x.transpose()).squaredNorm());
    room.weighted = part.radial;
    room.weighted.array().rowwise() *= room.kernel.transpose().array();
    room.value += room.weighted.rowwise().sum();
    room.jacobian.noalias() += (2.0 * part.gamma) * room.weighted * part.landmarks;
    room.jacobian.noalias() -=
        (2.0 * part.gamma) * room.weighted.rowwise().sum() * room.x.transpose();

    for (Index i = 0; i < o; ++i) {
      const Index row = part.outputs[static_cast<std::size_t>(i)];
      value[row] = room.value[i];
      for (Index j = 0; j < n; ++j) {
        const Index column = part.inputs[static_cast<std::size_t>(j)];
        const bool at_the_edge = room.x[j] != x[column];
        jacobian(row, column) = at_the_edge ? 0.0 : room.jacobian(i, j);
      }
    }
  }
}

void move_inputs(StateMap& map, const std::vector<Index>& places, Index n) {
  for (StateMapPart& part : map.parts)
    for (Index& input : part.inputs) input = places[static_cast<std::size_t>(input)];
  map.inputs = n;
}

std::vector<std::vector<Index>> on_all_inputs(Index inputs, Index outputs) {
  std::vector<Index> all(static_cast<std::size_t>(inputs));
  std::iota(all.begin(), all.end(), Index{0});
  return std::vector(static_cast<std::size_t>(outputs), all);
}

std::vector<StateMapGroup> group_outputs(const MatrixView& inputs,
                                         const std::vector<std::vector<Index>>& dependence) {
  std::map<std::vector<Index>, std::vector<Index>> outputs_of;
  for (Index i = 0; i < std::ssize(dependence); ++i)
    if (const auto& of = dependence[static_cast<std::size_t>(i)]; !of.empty())
      outputs_of[of].push_back(i);
  std::vector<StateMapGroup> groups;
  groups.reserve(outputs_of.size());
  for (auto& [in, out] : outputs_of)
    groups.push_back({in, std::move(out), median_squared_distance(columns(inputs, in))});
  return groups;
}

LearnedStateMap learn_state_map(const MatrixView& inputs, const MatrixView& outputs,
                                const std::vector<StateMapGroup>& groups,
                                const StateMapOptions& options,
                                std::vector<LearnedStateMap>* by_ridge) {
  validate(options);
  require(inputs.rows() >= 1, "examples", "at least 1", inputs.rows());
  require(outputs.rows() == inputs.rows(), "outputs", concat("of ", inputs.rows(), " rows"),
          outputs.rows());
  for (const StateMapGroup& group : groups)
    require(std::ranges::max(group.outputs) < outputs.cols(), "groups",
            concat("of ", outputs.cols(), " outputs"), std::ranges::max(group.outputs) + 1);

  const StateMap nothing{inputs.cols(), outputs.cols(), {}};
  LearnedStateMap learned{nothing, outputs};
  std::vector<LearnedPart> derivatives;
  if (by_ridge != nullptr)
    by_ridge->assign(3, {nothing, Matrix::Zero(outputs.rows(), outputs.cols())});
  for (const auto& [in, out, squared_distance] : groups) {
    add(learned,
        learn_part(columns(inputs, in), columns(outputs, out), squared_distance, options,
                   by_ridge != nullptr ? &derivatives : nullptr),
        in, out);
    for (std::size_t k = 0; k < derivatives.size(); ++k)
      add((*by_ridge)[k], std::move(derivatives[k]), in, out);
  }
  return learned;
}

}  // namespace elto
