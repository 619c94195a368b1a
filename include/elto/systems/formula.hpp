// SPDX-License-Identifier: Apache-2.0
// A formula as it is written on paper, "a x (1 - x / K) - b x y", ready to be computed.
//   factors side by side, + - / ^ and parentheses; / divides all that stands before it in its
//   product abs cos cosh exp log max min sign sin sinh sqrt step tanh; step(x) is 0 below 0, 1 from
//   there on pi; t, the time; x_tau, a state x a time tau ago; xi, white noise
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// What a formula is computed from.
struct Moment {
  std::span<const double> state = {};
  double time = 0.0;
  std::span<const double> delayed = {};  ///< the state a time tau ago
  double noise = 0.0;                    ///< in place of xi
};

/// Names that may stand in a formula.
struct Vocabulary;

class Formula {
 public:
  /// Throws InvalidArgument for what is not written as above, or has a name that is not known.
  Formula(std::string_view text, const Vocabulary& names);

  double operator()(const Moment& moment) const;
  /// Of the polynomial in the states that it is; none if it is no polynomial.
  std::optional<int> degree() const { return degree_; }
  bool has_time() const { return has(Leaf::time); }
  bool has_delay() const { return has(Leaf::delayed); }
  bool has_noise() const { return has(Leaf::noise); }

 private:
  friend class FormulaReader;
  using Unary = double (*)(double);
  using Binary = double (*)(double, double);
  enum class Leaf { number, state, delayed, time, noise, none };
  /// A leaf is put on a stack; a function replaces what is on top of it.
  struct Step {
    Leaf leaf = Leaf::none;
    double number = 0.0;
    Index place = 0;  ///< of a state
    Unary unary = nullptr;
    Binary binary = nullptr;
  };

  explicit Formula(double number);
  Formula(Leaf leaf, Index place, std::optional<int> degree);
  Formula(Unary function, const Formula& argument);
  Formula(Binary function, const Formula& left, const Formula& right, std::optional<int> degree);
  bool is_number() const { return steps_.size() == 1 && steps_.front().leaf == Leaf::number; }
  bool has(Leaf leaf) const;

  std::vector<Step> steps_;
  std::size_t depth_ = 1;  ///< of the stack
  std::optional<int> degree_;
};

struct Vocabulary {
  std::vector<std::string> states = {};
  std::map<std::string, Formula, std::less<>> definitions = {};
};

}  // namespace elto
