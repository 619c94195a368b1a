// SPDX-License-Identifier: Apache-2.0
#include "elto/features/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "elto/core/error.hpp"

#include "features/median_distance.hpp"

namespace elto {
namespace {

// Rows are taken in blocks that fit the stack and the cache, so that nothing is allocated.
constexpr Index kBlock = 128;
// A power is as many products; beyond this, features are all zero or infinite anyway.
constexpr int kHighestDegree = 100;
using Block = Eigen::Array<double, Eigen::Dynamic, 1, 0, kBlock, 1>;

template <class K>
concept Radial = std::same_as<K, Rbf> || std::same_as<K, Laplacian> || std::same_as<K, Matern32> ||
    std::same_as<K, Matern52>;
template <class K>
concept Scaled = Radial<K> || std::same_as<K, Polynomial>;

double value_of(const Scale& gamma, Index dimension) {
  switch (gamma.rule) {
    case Scale::Rule::inverse_dimension:
      return 1.0 / static_cast<double>(dimension);
    case Scale::Rule::given:
      return gamma.value;
    case Scale::Rule::median:
      break;
  }
  throw InvalidArgument("kernel scale", "resolved on data before use", "median");
}

Block squared_distances(const MatrixView& X, const RowView& y, Index begin, Index size) {
  Block d2 = Block::Zero(size);
  for (Index j = 0; j < X.cols(); ++j)
    d2 += (X.col(j).segment(begin, size).array() - y[j]).square();
  return d2;
}

Block inner_products(const MatrixView& X, const RowView& y, Index begin, Index size) {
  Block dot = Block::Zero(size);
  for (Index j = 0; j < X.cols(); ++j) dot += X.col(j).segment(begin, size).array() * y[j];
  return dot;
}

Block profile(const Rbf&, double gamma, const Block& d2) {
  return (-gamma * d2).exp();
}
Block profile(const Laplacian&, double gamma, const Block& d2) {
  return (-gamma * d2.sqrt()).exp();
}
Block profile(const Matern32&, double gamma, const Block& d2) {
  const Block a = (3.0 * gamma * d2).sqrt();
  return (1.0 + a) * (-a).exp();
}
Block profile(const Matern52&, double gamma, const Block& d2) {
  const Block a = (5.0 * gamma * d2).sqrt();
  return (1.0 + a + a.square() / 3.0) * (-a).exp();
}

struct BlockEvaluation {
  const MatrixView& X;
  const RowView& y;
  Index begin, size;

  Block operator()(const Radial auto& k) const {
    return profile(k, value_of(k.gamma, X.cols()), squared_distances(X, y, begin, size));
  }
  Block operator()(const Linear&) const { return inner_products(X, y, begin, size); }
  Block operator()(const Polynomial& k) const {
    const Block base = value_of(k.gamma, X.cols()) * inner_products(X, y, begin, size) + k.offset;
    Block power = base;
    for (int i = 1; i < k.degree; ++i) power *= base;
    return power;
  }
  Block operator()(const CustomKernel& k) const {
    Block values(size);
    for (Index i = 0; i < size; ++i) values[i] = k.function(X.row(begin + i), y);
    return values;
  }
};

void validate_scale(const Scale& gamma, std::string_view argument) {
  if (gamma.rule == Scale::Rule::given)
    require(std::isfinite(gamma.value) && gamma.value > 0.0, concat(argument, " scale"),
            "finite and positive", gamma.value);
}

}  // namespace

Kernel operator+(Kernel a, const Kernel& b) {
  a.terms.insert(a.terms.end(), b.terms.begin(), b.terms.end());
  return a;
}

Kernel operator*(double weight, Kernel kernel) {
  for (auto& term : kernel.terms) term.weight *= weight;
  return kernel;
}

void validate(const Kernel& kernel, std::string_view argument) {
  require(!kernel.terms.empty(), argument, "a sum of at least one kernel", "none");
  for (const auto& [weight, basic] : kernel.terms) {
    require(std::isfinite(weight) && weight > 0.0, concat(argument, " weight"),
            "finite and positive", weight);
    std::visit(
        [&]<class K>(const K& k) {
          if constexpr (Scaled<K>) validate_scale(k.gamma, argument);
          if constexpr (std::same_as<K, Polynomial>) {
            require(k.degree >= 1 && k.degree <= kHighestDegree, concat(argument, " degree"),
                    concat("between 1 and ", kHighestDegree), k.degree);
            require(std::isfinite(k.offset) && k.offset >= 0.0, concat(argument, " offset"),
                    "finite and at least 0", k.offset);
          }
          if constexpr (std::same_as<K, CustomKernel>)
            require(static_cast<bool>(k.function), concat(argument, " function"), "callable",
                    "none");
        },
        basic);
  }
}

Kernel resolved(const Kernel& kernel, const MatrixView& X) {
  Kernel result = kernel;
  for (auto& term : result.terms)
    std::visit(
        [&]<class K>(K& k) {
          if constexpr (Scaled<K>) {
            if (k.gamma.rule != Scale::Rule::median)
              k.gamma = value_of(k.gamma, X.cols());
            else if constexpr (std::same_as<K, Polynomial>)
              k.gamma = 1.0 / median_squared_norm(X);  // NOLINT(bugprone-branch-clone)
            else if constexpr (std::same_as<K, Laplacian>)
              k.gamma = 1.0 / std::sqrt(median_squared_distance(X));
            else
              k.gamma = 1.0 / median_squared_distance(X);
          }
        },
        term.kernel);
  return result;
}

Kernel rescaled(Kernel kernel, double factor) {
  for (auto& term : kernel.terms)
    std::visit(
        [&]<class K>(K& k) {
          if constexpr (Scaled<K>)
            if (k.gamma.rule == Scale::Rule::given) k.gamma.value *= factor;
        },
        term.kernel);
  return kernel;
}

void evaluate(const Kernel& kernel, const MatrixView& X, const RowView& y, Eigen::Ref<Vector> out) {
  for (Index begin = 0; begin < X.rows(); begin += kBlock) {
    const Index size = std::min(kBlock, X.rows() - begin);
    const BlockEvaluation block{X, y, begin, size};
    auto target = out.segment(begin, size).array();
    target.setZero();
    for (const auto& [weight, basic] : kernel.terms) target += weight * std::visit(block, basic);
  }
}

}  // namespace elto
