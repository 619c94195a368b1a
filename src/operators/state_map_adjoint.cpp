// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/state_map_adjoint.hpp"

#include <algorithm>

namespace elto {
namespace {

/// The inputs of a part, and v and A of its outputs; A is zero where an input is at the edge.
void gather(const StateMapPart& part, const VectorView& x, const VectorView& v, const MatrixView& A,
            StateMapAdjointRoom& room) {
  const Index n = std::ssize(part.inputs), o = std::ssize(part.outputs);
  room.x.resize(n);
  room.v.resize(o);
  room.A.resize(o, n);
  for (Index i = 0; i < o; ++i) room.v[i] = v[part.outputs[static_cast<std::size_t>(i)]];
  for (Index j = 0; j < n; ++j) {
    const Index input = part.inputs[static_cast<std::size_t>(j)];
    room.x[j] = std::clamp(x[input], part.lowest[j], part.highest[j]);
    for (Index i = 0; i < o; ++i)
      room.A(i, j) =
          room.x[j] == x[input] ? A(part.outputs[static_cast<std::size_t>(i)], input) : 0.0;
  }
}

void pull_polynomial_back(const StateMapPart& part, StateMapPart& by, StateMapAdjointRoom& room) {
  const Index n = room.x.size(), o = room.v.size();
  room.bent.resize(n * o);
  for (Index i = 0; i < o; ++i) {
    auto bent = room.bent.segment(i * n, n);
    bent = room.v[i] * room.x + room.A.row(i).transpose();
    auto H = by.quadratic.middleCols(i * n, n);
    H.noalias() += bent * room.x.transpose();
    H.noalias() += room.x * room.A.row(i);
    by.linear.row(i) += bent.transpose();
  }
  by.offset += room.v;
  room.by_x.noalias() = part.linear.transpose() * room.v;
  room.by_x.noalias() += 2.0 * part.quadratic * room.bent;
}

void pull_radial_back(const StateMapPart& part, StateMapPart& by, StateMapAdjointRoom& room) {
  const double gamma = part.gamma;
  room.squares.resize(part.landmarks.rows());
  for (Index z = 0; z < room.squares.size(); ++z)
    room.squares[z] = (part.landmarks.row(z) - room.x.transpose()).squaredNorm();
  room.kernel = (-gamma * room.squares.array()).exp();
  room.weighted = part.radial;
  room.weighted.array().rowwise() *= room.kernel.transpose().array();
  // U_iz = A_i . (z - x)
  room.U.resize(part.radial.rows(), part.radial.cols());
  room.U.noalias() = room.A * part.landmarks.transpose();
  room.sums.noalias() = room.A * room.x;
  room.U.colwise() -= room.sums;
  room.sums = room.weighted.cwiseProduct(room.U).colwise().sum().transpose();
  by.gamma += 2.0 * (1.0 - gamma * room.squares.array()).matrix().dot(room.sums);
  room.t.noalias() = room.weighted.transpose() * room.v;
  by.gamma -= room.squares.dot(room.t);

  room.t = 2.0 * gamma * (room.t + 2.0 * gamma * room.sums);
  room.by_x.noalias() += part.landmarks.transpose() * room.t;
  room.by_x -= room.t.sum() * room.x;
  room.sums = room.weighted.rowwise().sum();
  room.by_x.noalias() -= 2.0 * gamma * room.A.transpose() * room.sums;

  room.U *= 2.0 * gamma;
  room.U.colwise() += room.v;
  by.radial.array() += room.U.array().rowwise() * room.kernel.transpose().array();
}

}  // namespace

StateMap zero_like(const StateMap& map) {
  StateMap zero = map;
  for (StateMapPart& part : zero.parts) {
    part.offset.setZero();
    part.linear.setZero();
    part.quadratic.setZero();
    part.radial.setZero();
    part.gamma = 0.0;
  }
  return zero;
}

void pull_back(const StateMap& map, const VectorView& x, const VectorView& v, const MatrixView& A,
               Eigen::Ref<Vector> by_x, StateMap& by_map, StateMapAdjointRoom& room) {
  for (std::size_t k = 0; k < map.parts.size(); ++k) {
    const StateMapPart& part = map.parts[k];
    gather(part, x, v, A, room);
    pull_polynomial_back(part, by_map.parts[k], room);
    pull_radial_back(part, by_map.parts[k], room);
    for (Index j = 0; j < room.x.size(); ++j) {
      const Index input = part.inputs[static_cast<std::size_t>(j)];
      if (room.x[j] == x[input]) by_x[input] += room.by_x[j];
    }
  }
}

}  // namespace elto
