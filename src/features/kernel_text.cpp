// SPDX-License-Identifier: Apache-2.0
// The text form of kernels: terms joined by '+', each "weight * name(arguments)", where weight and
// arguments may be left out. The first argument is the scale: a number, "1/d" or "median".
#include <array>
#include <charconv>
#include <cmath>

#include "elto/core/error.hpp"
#include "elto/features/kernel.hpp"

namespace elto {
namespace {

struct Named {
  std::string_view name;
  BasicKernel kernel;
};

const std::array<Named, 6>& known_kernels() {
  static const std::array<Named, 6> known{{{"rbf", Rbf{}},
                                           {"laplacian", Laplacian{}},
                                           {"matern32", Matern32{}},
                                           {"matern52", Matern52{}},
                                           {"linear", Linear{}},
                                           {"polynomial", Polynomial{}}}};
  return known;
}

constexpr std::string_view kBound =
    "one of rbf, laplacian, matern32, matern52, linear, polynomial, or a sum of them like "
    "'rbf(0.5) + 0.1 * linear'";

std::string to_text(const Scale& gamma) {
  switch (gamma.rule) {
    case Scale::Rule::inverse_dimension:
      return "1/d";
    case Scale::Rule::median:
      return "median";
    case Scale::Rule::given:
      break;
  }
  return text(gamma.value);
}

std::string arguments_of(const BasicKernel& kernel) {
  return std::visit(
      []<class K>(const K& k) -> std::string {
        if constexpr (std::same_as<K, Linear> || std::same_as<K, CustomKernel>)
          return {};
        else if constexpr (std::same_as<K, Polynomial>)
          return concat("(", to_text(k.gamma), ", ", k.degree, ", ", k.offset, ")");
        else
          return concat("(", to_text(k.gamma), ")");
      },
      kernel);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  Kernel kernel() {
    Kernel sum = term();
    while (take('+')) sum = sum + term();
    if (!rest_.empty()) refuse();
    return sum;
  }

 private:
  Kernel term() {
    double weight = 1.0;
    skip_blanks();
    if (!rest_.empty() && (std::isdigit(static_cast<unsigned char>(rest_[0])) || rest_[0] == '.')) {
      weight = number();
      if (!take('*')) refuse();
    }
    return weight * basic();
  }

  Kernel basic() {
    const std::string_view name = word();
    for (const Named& known : known_kernels()) {
      if (known.name != name) continue;
      BasicKernel kernel = known.kernel;
      if (take('(')) {
        std::visit([this](auto& k) { arguments(k); }, kernel);
        if (!take(')')) refuse();
      }
      return kernel;
    }
    refuse();
  }

  template <class K>
  void arguments(K& k) {
    if constexpr (requires { k.gamma; }) {
      k.gamma = scale();
      if constexpr (std::same_as<K, Polynomial>) {
        if (take(',')) k.degree = number<int>();
        if (take(',')) k.offset = number();
      }
    } else {
      refuse();
    }
  }

  Scale scale() {
    skip_blanks();
    for (const auto& [name, rule] : {std::pair{std::string_view("1/d"), Scale()},
                                     std::pair{std::string_view("median"), Scale::median()}})
      if (rest_.starts_with(name)) {
        rest_.remove_prefix(name.size());
        return rule;
      }
    return number();
  }

  template <class Number = double>
  Number number() {
    skip_blanks();
    Number value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || !std::isfinite(static_cast<double>(value))) refuse();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view word() {
    skip_blanks();
    std::size_t length = 0;
    while (length < rest_.size() && std::isalnum(static_cast<unsigned char>(rest_[length])))
      ++length;
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }

  bool take(char symbol) {
    skip_blanks();
    if (rest_.empty() || rest_[0] != symbol) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void skip_blanks() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }

  [[noreturn]] void refuse() const { throw InvalidArgument("kernel", kBound, text(text_)); }

  std::string_view text_, rest_;
};

}  // namespace

std::string to_text(const Kernel& kernel) {
  std::string joined;
  for (const auto& [weight, basic] : kernel.terms) {
    if (std::holds_alternative<CustomKernel>(basic))
      throw InvalidArgument("kernel", "a built-in one to have a text form", "a user's own kernel");
    if (!joined.empty()) joined += " + ";
    if (weight != 1.0) joined += concat(weight, " * ");
    joined += concat(known_kernels()[basic.index()].name, arguments_of(basic));
  }
  return joined;
}

Kernel kernel_from_text(std::string_view text) {
  Kernel kernel = Parser(text).kernel();
  validate(kernel);
  return kernel;
}

}  // namespace elto
