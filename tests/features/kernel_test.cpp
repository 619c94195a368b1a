// SPDX-License-Identifier: Apache-2.0
#include "elto/features/kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <ostream>

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using testing::kInfinity;
using testing::kNaN;

using Textbook = std::function<double(const RowVector&, const RowVector&)>;

double distance(const RowVector& x, const RowVector& y) {
  return std::sqrt((x - y).squaredNorm());
}
double matern32(double a) {
  return (1.0 + a) * std::exp(-a);
}
double matern52(double a) {
  return (1.0 + a + a * a / 3.0) * std::exp(-a);
}

struct Case {
  Kernel kernel;
  Textbook textbook;
};
std::ostream& operator<<(std::ostream& out, const Case& kernel_case) {
  return out << to_text(kernel_case.kernel);
}

std::vector<Case> cases() {
  using Row = const RowVector&;
  return {
      {Rbf{},
       [](Row x, Row y) {
         return std::exp(-(x - y).squaredNorm() / static_cast<double>(x.size()));
       }},
      {Rbf{.gamma = 0.3}, [](Row x, Row y) { return std::exp(-0.3 * (x - y).squaredNorm()); }},
      {Laplacian{.gamma = 0.5}, [](Row x, Row y) { return std::exp(-0.5 * distance(x, y)); }},
      {Matern32{.gamma = 0.7},
       [](Row x, Row y) { return matern32(std::sqrt(3.0 * 0.7) * distance(x, y)); }},
      {Matern52{.gamma = 0.7},
       [](Row x, Row y) { return matern52(std::sqrt(5.0 * 0.7) * distance(x, y)); }},
      {Linear{}, [](Row x, Row y) { return x.dot(y); }},
      {Polynomial{},
       [](Row x, Row y) { return std::pow(x.dot(y) / static_cast<double>(x.size()) + 1.0, 2); }},
      {Polynomial{.gamma = 0.2, .degree = 3, .offset = 0.5},
       [](Row x, Row y) { return std::pow(0.2 * x.dot(y) + 0.5, 3); }},
      {Polynomial{.gamma = 0.2, .degree = 1, .offset = 0.0},
       [](Row x, Row y) { return 0.2 * x.dot(y); }},
      {Rbf{.gamma = 0.5} + 0.1 * Kernel(Linear{}),
       [](Row x, Row y) { return std::exp(-0.5 * (x - y).squaredNorm()) + 0.1 * x.dot(y); }},
      {2.5 * (Matern32{.gamma = 0.1} + 2.0 * Kernel(Laplacian{.gamma = 1.0})),
       [](Row x, Row y) {
         return 2.5 * matern32(std::sqrt(0.3) * distance(x, y)) + 5.0 * std::exp(-distance(x, y));
       }},
  };
}

class KernelLaws : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(BuiltIn, KernelLaws, ::testing::ValuesIn(cases()));

// Numbers of points on both sides of the blocks that rows are taken in.
TEST_P(KernelLaws, EvaluateEqualsTheTextbookFormula) {
  const auto& [kernel, textbook] = GetParam();
  Rng rng(1);
  for (const Index dimension : {1, 3, 8})
    for (const Index rows : {1, 127, 128, 129, 300}) {
      const Matrix X = rng.normal(rows, dimension);
      const RowVector y = rng.normal(1, dimension);
      Vector expected(rows), values(rows);
      for (Index i = 0; i < rows; ++i) expected[i] = textbook(X.row(i), y);
      evaluate(kernel, X, y, values);
      EXPECT_MATRIX_NEAR(values, expected, 1e-13 * (1.0 + expected.cwiseAbs().maxCoeff()));
    }
}

TEST_P(KernelLaws, DiagonalEqualsTheTextbookFormula) {
  const auto& [kernel, textbook] = GetParam();
  const Matrix X = Rng(2).normal(20, 3);
  const Vector diagonal = gram(kernel, X).diagonal();
  for (Index i = 0; i < X.rows(); ++i)
    EXPECT_NEAR(diagonal[i], textbook(X.row(i), X.row(i)), 1e-13 * (1.0 + diagonal[i]));
}

TEST_P(KernelLaws, IsSymmetric) {
  Rng rng(3);
  const Matrix X = rng.normal(20, 3), Y = rng.normal(30, 3);
  const Kernel& kernel = GetParam().kernel;
  EXPECT_MATRIX_EQ(gram(kernel, X, Y), gram(kernel, Y, X).transpose());
}

TEST_P(KernelLaws, GramMatrixIsPositiveSemidefinite) {
  Rng rng(4);
  for (const Index dimension : {1, 2, 5}) {
    const Vector eigenvalues =
        testing::symmetric_eigenvalues(gram(GetParam().kernel, rng.normal(40, dimension)));
    EXPECT_GE(eigenvalues[0], -1e-13 * eigenvalues[39]);
  }
}

TEST_P(KernelLaws, ResolvedKernelHasTheSameValues) {
  const Matrix X = Rng(5).normal(10, 3);
  const Kernel& kernel = GetParam().kernel;
  EXPECT_MATRIX_EQ(gram(resolved(kernel, X), X), gram(kernel, X));
}

TEST_P(KernelLaws, TextFormReadsBack) {
  const Matrix X = Rng(6).normal(10, 3);
  const Kernel& kernel = GetParam().kernel;
  const Kernel read = kernel_from_text(to_text(kernel));
  EXPECT_EQ(to_text(read), to_text(kernel));
  EXPECT_MATRIX_EQ(gram(read, X), gram(kernel, X));
}

TEST(Kernel, TakesClosedFormsAtHandComputedPoints) {
  const auto value = [](const Kernel& kernel, const RowVector& x, const RowVector& y) {
    return gram(kernel, x, y)(0, 0);
  };
  const RowVector o{{0.0, 0.0}}, p{{3.0, 4.0}}, q{{1.0, 2.0}};  // |o - p| = 5, p . q = 11
  const double e = std::exp(-1.0);
  EXPECT_DOUBLE_EQ(value(Rbf{.gamma = 1.0 / 25.0}, o, p), e);
  EXPECT_DOUBLE_EQ(value(Rbf{}, o, q), std::exp(-2.5));
  EXPECT_DOUBLE_EQ(value(Laplacian{.gamma = 0.2}, o, p), e);
  EXPECT_DOUBLE_EQ(value(Matern32{.gamma = 1.0 / 75.0}, o, p), 2.0 * e);
  EXPECT_DOUBLE_EQ(value(Matern52{.gamma = 1.0 / 125.0}, o, p), 7.0 / 3.0 * e);
  EXPECT_DOUBLE_EQ(value(Linear{}, p, q), 11.0);
  EXPECT_DOUBLE_EQ(value(Polynomial{.gamma = 0.5, .degree = 3, .offset = 2.0}, p, q), 421.875);
  EXPECT_DOUBLE_EQ(value(Polynomial{}, p, q), 6.5 * 6.5);
  EXPECT_DOUBLE_EQ(value(Rbf{.gamma = 1.0 / 25.0} + 2.0 * Kernel(Linear{}), p, p), 51.0);
}

TEST(Kernel, IsRbfByDefault) {
  EXPECT_EQ(to_text(Kernel()), "rbf(1/d)");
}

TEST(Kernel, ReadsRowsOfAMatrixInPlace) {
  const Matrix Y = Rng(7).normal(5, 3);
  Vector from_row(5), from_copy(5);
  evaluate(Rbf{}, Y, Y.row(2), from_row);
  evaluate(Rbf{}, Y, RowVector(Y.row(2)), from_copy);
  EXPECT_MATRIX_EQ(from_row, from_copy);
}

TEST(Kernel, AUsersOwnKernelTakesPartInSums) {
  const CustomKernel cosine{
      [](const RowView& x, const RowView& y) { return std::cos(x[0] - y[0]); }};
  const Matrix X = Rng(8).normal(130, 1);
  const Matrix G = gram(2.0 * Kernel(cosine) + Linear{}, X);
  for (Index i = 0; i < X.rows(); ++i)
    EXPECT_NEAR(G(i, 3), 2.0 * std::cos(X(i, 0) - X(3, 0)) + X(i, 0) * X(3, 0), 1e-14);
}

// The scale that a resolved kernel of one term was given.
double scale_of(const Kernel& kernel) {
  return std::visit(
      []<class K>(const K& k) {
        if constexpr (requires { k.gamma; }) {
          EXPECT_EQ(k.gamma.rule, Scale::Rule::given);
          return k.gamma.value;
        } else {
          return 0.0;
        }
      },
      kernel.terms.at(0).kernel);
}

TEST(KernelScale, IsOneOverTheDimensionByDefault) {
  const Matrix X = Matrix::Zero(2, 4);  // of no importance but for its columns
  for (const Kernel& kernel : {Kernel(Rbf{}), Kernel(Laplacian{}), Kernel(Matern32{}),
                               Kernel(Matern52{}), Kernel(Polynomial{})})
    EXPECT_EQ(scale_of(resolved(kernel, X)), 0.25);
}

TEST(KernelScale, StaysAsGiven) {
  EXPECT_EQ(scale_of(resolved(Rbf{.gamma = 0.7}, Matrix::Zero(2, 4))), 0.7);
}

// Seven points have 21 distances: the middle one needs no convention.
TEST(KernelScale, MedianIsThatOfAllDistances) {
  const Matrix X = Rng(9).normal(7, 3);
  std::vector<double> distances, lengths;
  for (Index i = 0; i < 7; ++i) {
    lengths.push_back(X.row(i).squaredNorm());
    for (Index j = 0; j < i; ++j) distances.push_back(distance(X.row(i), X.row(j)));
  }
  std::sort(distances.begin(), distances.end());
  std::sort(lengths.begin(), lengths.end());
  const double median = distances[10], length = lengths[3];
  const Scale rule = Scale::median();
  EXPECT_NEAR(scale_of(resolved(Rbf{rule}, X)), 1.0 / (median * median), 1e-13);
  EXPECT_NEAR(scale_of(resolved(Laplacian{rule}, X)), 1.0 / median, 1e-13);
  EXPECT_NEAR(scale_of(resolved(Matern32{rule}, X)), 1.0 / (median * median), 1e-13);
  EXPECT_NEAR(scale_of(resolved(Matern52{rule}, X)), 1.0 / (median * median), 1e-13);
  EXPECT_NEAR(scale_of(resolved(Polynomial{.gamma = rule}, X)), 1.0 / length, 1e-13);
}

// Squared distances of standard normal points in the plane are exponential with mean 4.
TEST(KernelScale, MedianOfManyPointsIsTakenFromSomeOfThem) {
  const double median = 1.0 / scale_of(resolved(Rbf{Scale::median()}, Rng(10).normal(5000, 2)));
  EXPECT_NEAR(median, 4.0 * std::log(2.0), 0.15);
}

TEST(KernelScale, MedianOfEqualPointsIsRefused) {
  EXPECT_REFUSED(resolved(Rbf{Scale::median()}, Matrix::Ones(5, 2)),
                 "median distance for a kernel scale: must be positive, got 0");
  EXPECT_REFUSED(resolved(Rbf{Scale::median()}, Matrix::Ones(1, 2)), "positive");
}

TEST(KernelScale, MedianMustBeResolvedBeforeUse) {
  EXPECT_REFUSED(gram(Rbf{Scale::median()}, Matrix::Ones(5, 2)), "resolved on data before use");
}

TEST(Kernel, RescalingMultipliesGivenScalesOnly) {
  const Kernel kernel = Rbf{.gamma = 0.5} + 3.0 * Kernel(Polynomial{.gamma = 0.25}) + Linear{} +
                        Laplacian{} + Matern32{Scale::median()};
  EXPECT_EQ(to_text(rescaled(kernel, 4.0)),
            "rbf(2) + 3 * polynomial(1, 2, 1) + linear + laplacian(1/d) + matern32(median)");
}

TEST(Kernel, RefusesWhatIsOutOfRange) {
  EXPECT_NO_THROW(validate(Rbf{}));
  for (const double scale : {0.0, -1.0, kNaN, kInfinity})
    EXPECT_REFUSED(validate(Laplacian{.gamma = scale}),
                   concat("kernel scale: must be finite and positive, got ", scale));
  for (const double weight : {0.0, -2.0, kNaN, kInfinity})
    EXPECT_REFUSED(validate(weight * Kernel(Linear{}), "state_kernel"),
                   concat("state_kernel weight: must be finite and positive, got ", weight));
  EXPECT_REFUSED(validate(Polynomial{.degree = 0}),
                 "kernel degree: must be between 1 and 100, got 0");
  EXPECT_REFUSED(validate(Polynomial{.degree = 2000000000}),
                 "kernel degree: must be between 1 and 100, got 2000000000");
  EXPECT_REFUSED(validate(Polynomial{.offset = -1.0}),
                 "kernel offset: must be finite and at least 0");
  EXPECT_REFUSED(validate(CustomKernel{}), "kernel function: must be callable");
  EXPECT_REFUSED(validate(Rbf{} + Kernel(Matern52{.gamma = -0.5})), "got -0.5");
  Kernel none;
  none.terms.clear();
  EXPECT_REFUSED(validate(none), "a sum of at least one kernel");
}

TEST(KernelText, IsTheOneOfTheDocumentation) {
  EXPECT_EQ(to_text(Rbf{.gamma = 0.5} + 0.1 * Kernel(Linear{})), "rbf(0.5) + 0.1 * linear");
}

TEST(KernelText, LeavesOutWhatIsUsual) {
  const auto read_and_written = [](std::string_view text) {
    return to_text(kernel_from_text(text));
  };
  EXPECT_EQ(read_and_written("rbf"), "rbf(1/d)");
  EXPECT_EQ(read_and_written("1 * laplacian(median)"), "laplacian(median)");
  EXPECT_EQ(read_and_written("polynomial"), "polynomial(1/d, 2, 1)");
  EXPECT_EQ(read_and_written("polynomial(0.5)"), "polynomial(0.5, 2, 1)");
  EXPECT_EQ(read_and_written("polynomial(median, 4)"), "polynomial(median, 4, 1)");
}

TEST(KernelText, BlanksDoNotMatter) {
  EXPECT_EQ(to_text(kernel_from_text("  2*rbf ( 0.5 )+.5 *linear+polynomial( 1/d ,3,0 )  ")),
            "2 * rbf(0.5) + 0.5 * linear + polynomial(1/d, 3, 0)");
}

TEST(KernelText, AnUnknownNameListsTheKnownOnes) {
  const std::string message =
      testing::message_of<InvalidArgument>([] { kernel_from_text("gaussian"); });
  for (const char* name : {"rbf", "laplacian", "matern32", "matern52", "linear", "polynomial"})
    EXPECT_SAYS(message, name);
  EXPECT_SAYS(message, "got gaussian");
}

TEST(KernelText, RefusesWhatIsMalformed) {
  for (const char* text : {"",
                           " ",
                           "rbf(",
                           "rbf)",
                           "rbf()",
                           "rbf(0.5",
                           "rbf(0.5,",
                           "rbf(0.5, 2)",
                           "rbf+",
                           "+rbf",
                           "rbf + + rbf",
                           "rbf linear",
                           "2 rbf",
                           "2",
                           "2 *",
                           "2 * 3 * rbf",
                           "-1 * rbf",
                           "nan * rbf",
                           "0 * rbf",
                           "1e999 * rbf",
                           "rbf(0)",
                           "rbf(-1)",
                           "rbf(nan)",
                           "rbf(inf)",
                           "rbf(1/2)",
                           "rbf(1/dd)",
                           "rbf(x)",
                           "RBF",
                           "linear(3)",
                           "linear()",
                           "polynomial(1,0)",
                           "polynomial(1,-2)",
                           "polynomial(1,2.5)",
                           "polynomial(1,1e99)",
                           "polynomial(1,2,-1)",
                           "polynomial(1,2,3,4)",
                           "polynomial(1,,2)",
                           "rbf(0.5)x",
                           "custom"})
    EXPECT_THROW(kernel_from_text(text), InvalidArgument) << "'" << text << "'";
}

TEST(KernelText, AUsersOwnKernelHasNone) {
  const CustomKernel own{[](const RowView&, const RowView&) { return 1.0; }};
  EXPECT_REFUSED(to_text(Rbf{} + Kernel(own)), "user's own kernel");
}

// Kernels and texts are drawn by our own generator, from a seed that the property is given.
int below(Rng& rng, int bound) {
  return static_cast<int>(rng.uniform() * bound);
}
double positive(Rng& rng) {
  return std::ldexp(1.0 + rng.uniform(), below(rng, 600) - 300);
}

Kernel any_kernel(Rng& rng) {
  const auto scale = [&] {
    const int rule = below(rng, 3);
    return rule == 0 ? Scale() : rule == 1 ? Scale::median() : Scale(positive(rng));
  };
  const auto basic = [&]() -> BasicKernel {
    switch (below(rng, 6)) {
      case 0:
        return Rbf{scale()};
      case 1:
        return Laplacian{scale()};
      case 2:
        return Matern32{scale()};
      case 3:
        return Matern52{scale()};
      case 4:
        return Linear{};
      default:
        return Polynomial{scale(), 1 + below(rng, 9), positive(rng)};
    }
  };
  Kernel kernel;
  kernel.terms.clear();
  for (int i = below(rng, 4); i >= 0; --i) kernel.terms.push_back({positive(rng), basic()});
  return kernel;
}

std::string any_text(Rng& rng) {
  constexpr std::array<const char*, 16> kPieces{"rbf", "linear", "polynomial", "median", "1/d", "(",
                                                ")",   ",",      "+",          "*",      " ",   "2",
                                                "0.5", "-",      "e9",         "x"};
  std::string text;
  for (int i = below(rng, 12); i > 0; --i)
    text += kPieces[static_cast<std::size_t>(below(rng, 16))];
  return text;
}

bool same_term(const Kernel::Term& a, const Kernel::Term& b) {
  if (a.weight != b.weight || a.kernel.index() != b.kernel.index()) return false;
  return std::visit(
      [&]<class K>(const K& k) {
        const K& other = std::get<K>(b.kernel);
        if constexpr (std::same_as<K, Polynomial>)
          return k.gamma == other.gamma && k.degree == other.degree && k.offset == other.offset;
        else if constexpr (requires { k.gamma; })
          return k.gamma == other.gamma;
        else
          return true;
      },
      a.kernel);
}

RC_GTEST_PROP(KernelText, ReadsBackToTheSameKernel, (std::uint32_t seed)) {
  Rng rng(seed);
  const Kernel kernel = any_kernel(rng);
  const Kernel read = kernel_from_text(to_text(kernel));
  RC_ASSERT(std::equal(read.terms.begin(), read.terms.end(), kernel.terms.begin(),
                       kernel.terms.end(), same_term));
}

// Whatever is typed is either a kernel or refused, never anything else.
RC_GTEST_PROP(KernelText, AnyTextIsReadOrRefused, (std::uint32_t seed)) {
  Rng rng(seed);
  for (int i = 0; i < 100; ++i) {
    try {
      const std::string written = to_text(kernel_from_text(any_text(rng)));
      RC_ASSERT(to_text(kernel_from_text(written)) == written);
    } catch (const InvalidArgument&) {
    }
  }
}

}  // namespace
}  // namespace elto
