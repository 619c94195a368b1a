// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/formula.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "elto/core/error.hpp"

namespace elto {
namespace {

using UnaryFunction = double (*)(double);
using BinaryFunction = double (*)(double, double);

constexpr std::size_t kDeepest = 32;

constexpr std::pair<std::string_view, UnaryFunction> kUnary[] = {
    {"abs", [](double a) { return std::abs(a); }},
    {"cos", [](double a) { return std::cos(a); }},
    {"cosh", [](double a) { return std::cosh(a); }},
    {"exp", [](double a) { return std::exp(a); }},
    {"log", [](double a) { return std::log(a); }},
    {"sign", [](double a) { return static_cast<double>((a > 0.0) - (a < 0.0)); }},
    {"sin", [](double a) { return std::sin(a); }},
    {"sinh", [](double a) { return std::sinh(a); }},
    {"sqrt", [](double a) { return std::sqrt(a); }},
    {"step", [](double a) { return a < 0.0 ? 0.0 : 1.0; }},
    {"tanh", [](double a) { return std::tanh(a); }},
};
constexpr std::pair<std::string_view, BinaryFunction> kBinary[] = {
    {"max", [](double a, double b) { return std::max(a, b); }},
    {"min", [](double a, double b) { return std::min(a, b); }},
};

constexpr BinaryFunction kSum = [](double a, double b) { return a + b; };
constexpr BinaryFunction kDifference = [](double a, double b) { return a - b; };
constexpr BinaryFunction kProduct = [](double a, double b) { return a * b; };
constexpr BinaryFunction kQuotient = [](double a, double b) { return a / b; };
constexpr BinaryFunction kPower = [](double a, double b) {
  if (b == 2.0) return a * a;  // much faster than std::pow
  if (b == 3.0) return a * a * a;
  return std::pow(a, b);
};
constexpr UnaryFunction kMinus = [](double a) { return -a; };

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return (c >= '0' && c <= '9') || c == '.';
}

template <class Table>
auto function_named(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const auto& entry) { return entry.first; });
  return found == std::end(table) ? nullptr : found->second;
}

}  // namespace

/// Reads a sum of products of powers, from left to right.
class FormulaReader {
 public:
  FormulaReader(std::string_view text, const Vocabulary& names)
      : whole_(text), rest_(text), names_(names) {}

  Formula read() {
    Formula formula = sum();
    if (next() != '\0') refuse("a formula to its end");
    return formula;
  }

 private:
  Formula sum() {
    ++within_;
    require(within_ <= kDeepest, "formula", concat("nested at most ", kDeepest, " deep"), within_);
    const bool negative = take('-');
    Formula total = product();
    if (negative) total = with_degree(Formula(kMinus, total), total.degree());
    for (;;) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      const Formula term = product();
      total = Formula(plus ? kSum : kDifference, total, term,
                      both(total, term, [](int a, int b) { return std::max(a, b); }));
    }
    --within_;
    return total;
  }

  Formula product() {
    Formula total = power();
    for (;;) {
      if (take('/')) {
        const Formula divisor = power();
        total = Formula(kQuotient, total, divisor,
                        divisor.degree() == 0 ? total.degree() : std::nullopt);
      } else if (const char c = next(); is_letter(c) || is_digit(c) || c == '(') {
        const Formula factor = power();
        total = Formula(kProduct, total, factor, both(total, factor, std::plus<int>()));
      } else {
        return total;
      }
    }
  }

  Formula power() {
    Formula base = primary();
    if (!take('^')) return base;
    const bool negative = take('-');
    Formula exponent = primary();
    if (negative) exponent = Formula(kMinus, exponent);
    return Formula(kPower, base, exponent, degree_of_power(base, exponent));
  }

  static std::optional<int> degree_of_power(const Formula& base, const Formula& exponent) {
    if (base.degree() == 0 && exponent.degree() == 0) return 0;
    if (!exponent.is_number() || !base.degree()) return {};
    const double n = exponent({});
    constexpr double kHighest = 100.0;  // beyond it nobody means a polynomial
    if (!(n >= 0.0 && n <= kHighest) || n != std::floor(n) || *base.degree() > kHighest) return {};
    return *base.degree() * static_cast<int>(n);
  }

  Formula primary() {
    if (take('(')) return closed(sum());
    if (is_digit(next())) return Formula(number());
    const std::string_view name = word();
    if (const auto function = function_named(kUnary, name)) {
      open();
      return closed(Formula(function, sum()));
    }
    if (const auto function = function_named(kBinary, name)) {
      open();
      const Formula first = sum();
      if (!take(',')) refuse("a comma");
      const Formula second = sum();
      const bool constant = first.degree() == 0 && second.degree() == 0;
      return closed(Formula(function, first, second, constant ? std::optional(0) : std::nullopt));
    }
    return named(name);
  }

  Formula named(std::string_view name) {
    using Leaf = Formula::Leaf;
    constexpr std::string_view kAgo = "_tau";
    if (const auto place = state(name)) return Formula(Leaf::state, *place, 1);
    if (const auto known = names_.definitions.find(name); known != names_.definitions.end())
      return known->second;
    if (name.ends_with(kAgo))
      if (const auto place = state(name.substr(0, name.size() - kAgo.size())))
        return Formula(Leaf::delayed, *place, {});
    if (name == "t") return Formula(Leaf::time, 0, {});
    if (name == "xi") return Formula(Leaf::noise, 0, 0);
    if (name == "pi") return Formula(std::numbers::pi);
    throw InvalidArgument("formula", concat("made of known names in ", whole_), name);
  }

  std::optional<Index> state(std::string_view name) const {
    const auto found = std::ranges::find(names_.states, name);
    if (found == names_.states.end()) return {};
    return found - names_.states.begin();
  }

  double number() {
    double value = 0.0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) refuse("a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view word() {
    if (!is_letter(next())) refuse("a name or a number");
    const auto end = std::ranges::find_if_not(
        rest_, [](char c) { return is_letter(c) || (is_digit(c) && c != '.'); });
    const std::string_view name = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(name.size());
    return name;
  }

  void open() {
    if (!take('(')) refuse("(");
  }

  Formula closed(Formula inner) {
    if (!take(')')) refuse(")");
    return inner;
  }

  /// '\0' at the end.
  char next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    return rest_.empty() ? '\0' : rest_.front();
  }

  bool take(char c) {
    if (next() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  template <class Rule>
  static std::optional<int> both(const Formula& a, const Formula& b, Rule rule) {
    if (!a.degree() || !b.degree()) return {};
    return rule(*a.degree(), *b.degree());
  }

  static Formula with_degree(Formula formula, std::optional<int> degree) {
    formula.degree_ = degree;
    return formula;
  }

  [[noreturn]] void refuse(std::string_view wanted) const {
    throw InvalidArgument("formula", concat(wanted, " in ", whole_), concat("'", rest_, "'"));
  }

  std::string_view whole_, rest_;
  std::size_t within_ = 0;  ///< sums within sums
  const Vocabulary& names_;
};

Formula::Formula(std::string_view text, const Vocabulary& names)
    : Formula(FormulaReader(text, names).read()) {}

Formula::Formula(double number) : steps_{{.leaf = Leaf::number, .number = number}}, degree_(0) {}

Formula::Formula(Leaf leaf, Index place, std::optional<int> degree)
    : steps_{{.leaf = leaf, .place = place}}, degree_(degree) {}

Formula::Formula(Unary function, const Formula& argument) : Formula(argument) {
  if (degree_ != 0) degree_.reset();
  if (is_number())
    steps_.front().number = function(steps_.front().number);
  else
    steps_.push_back({.unary = function});
}

Formula::Formula(Binary function, const Formula& left, const Formula& right,
                 std::optional<int> degree)
    : Formula(left) {
  degree_ = degree;
  if (left.is_number() && right.is_number()) {
    steps_.front().number = function(left.steps_.front().number, right.steps_.front().number);
    return;
  }
  steps_.insert(steps_.end(), right.steps_.begin(), right.steps_.end());
  steps_.push_back({.binary = function});
  depth_ = std::max(left.depth_, right.depth_ + 1);
  require(depth_ <= kDeepest, "formula", concat("nested at most ", kDeepest, " deep"), depth_);
}

double Formula::operator()(const Moment& moment) const {
  std::array<double, kDeepest> stack;
  double* top = stack.data();  // behind the last
  const auto place = [](const Step& step) { return static_cast<std::size_t>(step.place); };
  for (const Step& step : steps_) switch (step.leaf) {
      case Leaf::number:
        *top++ = step.number;
        break;
      case Leaf::state:
        *top++ = moment.state[place(step)];
        break;
      case Leaf::delayed:
        *top++ = moment.delayed[place(step)];
        break;
      case Leaf::time:
        *top++ = moment.time;
        break;
      case Leaf::noise:
        *top++ = moment.noise;
        break;
      case Leaf::none:
        if (step.unary != nullptr) {
          top[-1] = step.unary(top[-1]);
        } else {
          --top;
          top[-1] = step.binary(top[-1], *top);
        }
    }
  return stack.front();
}

bool Formula::has(Leaf leaf) const {
  return std::ranges::find(steps_, leaf, &Step::leaf) != steps_.end();
}

}  // namespace elto
