// SPDX-License-Identifier: Apache-2.0
// Kernels on vectors. A Kernel is a weighted sum of the basic kernels below, or of a user's own:
//   Kernel k = Rbf{.gamma = 0.5} + 0.1 * Kernel(Linear{});
// and it has a text form, used in files and on command lines: "rbf(0.5) + 0.1 * linear".
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// What a user's own kernel must offer: a symmetric, positive semidefinite function of two rows of
/// the same length, safe to call from several threads.
template <class K>
concept KernelFunction = requires(const K& k, const RowView& x, const RowView& y) {
  { k(x, y) } -> std::convertible_to<double>;
};

/// Where the scale gamma of a kernel comes from.
struct Scale {
  enum class Rule {
    inverse_dimension,  ///< 1 / dimension of the argument, the paper's choice
    median,             ///< from the median distance of the data the kernel is resolved on
    given,
  };
  Rule rule = Rule::inverse_dimension;
  double value = 0.0;  ///< used by Rule::given only; positive

  constexpr Scale() = default;
  constexpr Scale(double given) : rule(Rule::given), value(given) {}  // NOLINT: a number is a scale
  static constexpr Scale median() {
    Scale scale;
    scale.rule = Rule::median;
    return scale;
  }
  bool operator==(const Scale&) const = default;
};

struct Rbf {
  Scale gamma = {};  ///< exp(-gamma |x-y|^2)
};
struct Laplacian {
  Scale gamma = {};  ///< exp(-gamma |x-y|), Euclidean norm
};
struct Matern32 {
  Scale gamma = {};  ///< (1 + a) exp(-a), a = sqrt(3 gamma) |x-y|
};
struct Matern52 {
  Scale gamma = {};  ///< (1 + a + a^2/3) exp(-a), a = sqrt(5 gamma) |x-y|
};
struct Linear {};  ///< x . y
struct Polynomial {
  Scale gamma = {};
  int degree = 2;       ///< (gamma x . y + offset)^degree, 1 <= degree <= 100
  double offset = 1.0;  ///< >= 0
};
/// A user's own kernel, any KernelFunction. It has no scale and cannot be saved.
struct CustomKernel {
  std::function<double(const RowView&, const RowView&)> function;
};

using BasicKernel =
    std::variant<Rbf, Laplacian, Matern32, Matern52, Linear, Polynomial, CustomKernel>;

struct Kernel {
  struct Term {
    double weight = 1.0;  ///< positive
    BasicKernel kernel = Rbf{};
  };
  std::vector<Term> terms = {Term{}};

  Kernel() = default;
  template <class Basic>
  requires std::constructible_from<BasicKernel, Basic> Kernel(Basic basic)
      : terms{Term{1.0, std::move(basic)}} {}  // NOLINT: a basic kernel is a kernel
};

Kernel operator+(Kernel a, const Kernel& b);
Kernel operator*(double weight, Kernel kernel);

/// Throws InvalidArgument for weights, scales, degrees or offsets out of range.
void validate(const Kernel& kernel, std::string_view argument = "kernel");

/// The same kernel with every scale replaced by a given one, taken from the rows of X.
Kernel resolved(const Kernel& kernel, const MatrixView& X);

/// The same kernel with every given scale multiplied by the factor.
Kernel rescaled(Kernel kernel, double factor);

/// out[i] = k(X.row(i), y); allocates nothing. Scales must be resolved, or inverse_dimension.
void evaluate(const Kernel& kernel, const MatrixView& X, const RowView& y, Eigen::Ref<Vector> out);

/// Text form and back. Throws InvalidArgument for an unknown name, listing the known ones, and for
/// a CustomKernel, which has no text form.
std::string to_text(const Kernel& kernel);
Kernel kernel_from_text(std::string_view text);

}  // namespace elto
