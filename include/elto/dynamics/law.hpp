// SPDX-License-Identifier: Apache-2.0
// A law of motion with what it does not explain,
//   order 1   s' = f(s) + z + noise,              z' = -z / memory + noise
//   order 2   s' = v,   v' = f(s, v) + z + noise
// f a sum of terms. With f = 0 it is the local trend; as f explains more, z shrinks. Terms may hold
// known inputs u too: f(s, u) or f(s, v, u).
// States: s, then v, then z, one of each for every channel.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/law_terms.hpp"

namespace elto {

struct Law {
  Index channels = 1;
  Index order = 1;           ///< 1 or 2
  LawTerms terms = {};       ///< of s, or of s and v
  Matrix coefficients = {};  ///< terms x channels; 0: not there
  Vector level_noise = {};   ///< densities of the noise of what f drives, by channel
  Vector drift_noise = {};   ///< and of z
  double memory = 1e6;       ///< of z, positive
  Index inputs = 0;          ///< known ones, behind s, or s and v, in the terms

  Index coordinates() const { return order * channels; }
  Index variables() const { return coordinates() + inputs; }
  Index states() const { return (order + 1) * channels; }
  /// The state that f of a channel drives.
  Index driven(Index channel) const { return (order - 1) * channels + channel; }
  Index drift(Index channel) const { return order * channels + channel; }
};

/// Throws InvalidArgument naming the field.
void validate(const Law& law);

/// Of a term in the equation of a channel.
struct LawCoefficient {
  Index term = 0, channel = 0;

  bool operator==(const LawCoefficient&) const = default;
};

/// Known inputs over a step: they go in a straight line.
struct InputLine {
  Vector begin = {}, end = {};

  Vector at(double share) const { return begin + share * (end - begin); }
  InputLine part(double from, double to) const { return {at(from), at(to)}; }
};

/// Where a state moves: dx/dt, and what of it is not plain: the Jacobian of f, channels x
/// coordinates. The room is kept from call to call.
class LawFlow {
 public:
  /// Only terms are computed that have a coefficient, and `others`. The law must stay as it is.
  explicit LawFlow(const Law& law, const std::vector<Index>& others = {});

  /// Of a law with inputs: with those of the moment.
  void evaluate(const double* x, const Vector& inputs = {});

  const Vector& velocity() const { return velocity_; }  ///< of all states
  const Vector& values() const { return values_; }      ///< of the terms; 0: not computed
  const Matrix& slope() const { return slope_; }        ///< df/d(s, v)
  /// to <- A from, A the Jacobian of the velocity; states x states.
  void apply_jacobian(const Matrix& from, Matrix& to) const;

 private:
  const Law* law_;
  std::vector<Index> computed_ = {};  // terms
  struct Part {
    Index term;
    double coefficient;
  };
  std::vector<std::vector<Part>> sums_ = {};  // by channel
  Vector velocity_, values_, by_coordinate_, variables_;
  Matrix gradients_, slope_;
};

}  // namespace elto
