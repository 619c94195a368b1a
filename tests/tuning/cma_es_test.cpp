// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/cma_es.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "elto/core/error.hpp"

#include "support/folders.hpp"
#include "support/matrix_near.hpp"
#include "support/rosenbrock.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kInfinity;
using testing::kNaN;
using testing::rosenbrock;

using Function = std::function<double(const Vector&)>;

// (i - 1) / (n - 1), from 0 at the first coordinate to 1 at the last.
double place(const Vector& x, Index i) {
  return static_cast<double>(i) / static_cast<double>(x.size() - 1);
}

double sphere(const Vector& x) {
  return x.squaredNorm();
}

double ellipsoid(const Vector& x) {
  double sum = 0.0;
  for (Index i = 0; i < x.size(); ++i) sum += std::pow(10.0, 6.0 * place(x, i)) * x[i] * x[i];
  return sum;
}

double cigar(const Vector& x) {
  return x[0] * x[0] + 1e6 * x.tail(x.size() - 1).squaredNorm();
}

// The stored counts fit exponents up to 6 (2 + 4) and up to 12 (2 + 10) alike; the former is used.
double different_powers(const Vector& x) {
  double sum = 0.0;
  for (Index i = 0; i < x.size(); ++i) sum += std::pow(std::abs(x[i]), 2.0 + 4.0 * place(x, i));
  return sum;
}

Vector values_of(const Function& f, const Matrix& candidates) {
  Vector values(candidates.rows());
  for (Index k = 0; k < values.size(); ++k) values[k] = f(candidates.row(k).transpose());
  return values;
}

// Runs until the target is reached, the run stops, or the iterations are used up.
CmaEs run(const Function& f, const Vector& start, const CmaEsOptions& options, double target,
          Index iterations = 100000) {
  CmaEs search(start, options);
  while (search.best_value() > target && search.stop_reason() == StopReason::none &&
         search.iterations() < iterations)
    search.tell(values_of(f, search.ask()));
  return search;
}

std::string field_refused(const CmaEsOptions& options) {
  try {
    validate(options);
  } catch (const InvalidArgument& error) {
    return error.argument();
  }
  return "none";
}

struct GoldenLine {
  std::string function;
  Index dimension = 0;
  double start = 0.0, step_size = 0.0, target = 0.0, evaluations = 0.0;
};

GoldenLine golden_line(std::string line) {
  std::replace(line.begin(), line.end(), ',', ' ');
  std::istringstream fields(line);
  GoldenLine golden;
  Index runs = 0;
  fields >> golden.function >> golden.dimension >> golden.start >> golden.step_size >>
      golden.target >> runs >> golden.evaluations;
  EXPECT_TRUE(fields && runs == 11) << line;
  return golden;
}

Function function_named(const std::string& name) {
  if (name == "sphere") return sphere;
  if (name == "ellipsoid") return ellipsoid;
  if (name == "cigar") return cigar;
  if (name == "rosenbrock") return rosenbrock;
  if (name == "different_powers") return different_powers;
  ADD_FAILURE() << "unknown function " << name;
  return sphere;
}

double median_evaluations(const GoldenLine& golden) {
  const Function f = function_named(golden.function);
  const Vector start = Vector::Constant(golden.dimension, golden.start);
  std::vector<double> evaluations;
  for (std::uint32_t seed = 1; seed <= 11; ++seed) {
    const CmaEs search =
        run(f, start, {.step_size = golden.step_size, .seed = seed}, golden.target);
    const bool reached = search.best_value() <= golden.target;
    evaluations.push_back(reached ? static_cast<double>(search.evaluations()) : kInfinity);
  }
  std::sort(evaluations.begin(), evaluations.end());
  return evaluations[5];
}

TEST(CmaEs, NeedsAboutAsManyEvaluationsAsTheReference) {
  const std::filesystem::path path = testing::shared_folder() / "golden/cma_es.csv";
  std::ifstream file(path);
  if (!file) GTEST_SKIP() << "no golden file " << path;
  std::string line;
  std::getline(file, line);  // column names
  int lines = 0;
  while (std::getline(file, line)) {
    const GoldenLine golden = golden_line(line);
    const double ratio = median_evaluations(golden) / golden.evaluations;
    // The median of 11 runs spreads by some 5 %; 1.3 still tells a missing active update.
    EXPECT_LE(ratio, 1.3) << golden.function << " in dimension " << golden.dimension;
    RecordProperty(golden.function + "_" + std::to_string(golden.dimension), std::to_string(ratio));
    ++lines;
  }
  EXPECT_GT(lines, 0);
}

TEST(CmaEs, FindsTheMinimumOfAnEllipsoid) {
  const CmaEs search = run(ellipsoid, Vector::Constant(6, 3.0), {.tolerance_value = 0.0}, 1e-20);
  EXPECT_LE(search.best_value(), 1e-20);
  EXPECT_MATRIX_NEAR(search.best_point(), Vector::Zero(6), 1e-9);
  EXPECT_EQ(search.best_value(), ellipsoid(search.best_point()));
}

TEST(CmaEs, LearnsTheInverseHessianUpToAFactor) {
  const CmaEs search = run(ellipsoid, Vector::Constant(4, 3.0), {}, 1e-12);
  EXPECT_GT(search.condition(), 1e5);  // the ellipsoid's own is 1e6
  EXPECT_LT(search.condition(), 1e7);
  const Vector variances = search.state().covariance.diagonal();
  EXPECT_GT(variances[0], variances[1]);
  EXPECT_GT(variances[1], variances[2]);
  EXPECT_GT(variances[2], variances[3]);
}

TEST(CmaEs, WorksInOneDimension) {
  const auto f = [](const Vector& x) { return std::pow(x[0] - 7.0, 2); };
  const CmaEs search = run(f, Vector::Zero(1), {.tolerance_value = 0.0}, 1e-18);
  EXPECT_EQ(search.population(), 4);
  EXPECT_NEAR(search.best_point()[0], 7.0, 1e-9);
}

TEST(CmaEs, WorksWithTheSmallestPopulations) {
  for (const Index population : {2, 3}) {
    const CmaEs search = run(sphere, Vector::Ones(2), {.population = population}, 1e-8);
    EXPECT_LE(search.best_value(), 1e-8) << population;
  }
}

TEST(CmaEs, IsTheSameAfterTheSameSeedOnly) {
  const Vector start = Vector::Ones(3);
  const CmaEs a = run(rosenbrock, start, {.seed = 4}, 1e-9);
  const CmaEs b = run(rosenbrock, start, {.seed = 4}, 1e-9);
  const CmaEs c = run(rosenbrock, start, {.seed = 5}, 1e-9);
  EXPECT_MATRIX_EQ(a.best_point(), b.best_point());
  EXPECT_EQ(a.evaluations(), b.evaluations());
  EXPECT_NE(a.best_point(), c.best_point());
}

TEST(CmaEs, AsksTheSameGenerationUntilTold) {
  CmaEs search(Vector::Ones(3), {});
  const Matrix first = search.ask();
  EXPECT_MATRIX_EQ(search.ask(), first);
  search.tell(values_of(sphere, first));
  EXPECT_NE(search.ask(), first);
}

TEST(CmaEs, SeesOnlyTheOrderOfValues) {
  const CmaEsOptions options{.tolerance_value = 0.0};
  const auto transformed = [](const Vector& x) { return std::cbrt(rosenbrock(x)) - 5.0; };
  CmaEs a(Vector::Zero(4), options), b(Vector::Zero(4), options);
  for (int i = 0; i < 150; ++i) {
    const Matrix candidates = a.ask();
    ASSERT_TRUE(candidates == b.ask()) << "iteration " << i;
    a.tell(values_of(rosenbrock, candidates));
    b.tell(values_of(transformed, candidates));
  }
}

TEST(CmaEs, DoesNotDependOnTheUnitOfLength) {
  // A power of two scales without rounding, so the points agree to the last bit.
  const auto scaled = [](const Vector& x) { return rosenbrock(1024.0 * x); };
  const CmaEs a = run(rosenbrock, Vector::Constant(4, -1.0), {.step_size = 0.5}, 1e-9);
  const CmaEs b =
      run(scaled, Vector::Constant(4, -1.0 / 1024.0), {.step_size = 0.5 / 1024.0}, 1e-9);
  EXPECT_EQ(a.evaluations(), b.evaluations());
  EXPECT_MATRIX_EQ(a.best_point(), 1024.0 * b.best_point());
}

TEST(CmaEs, DoesNotDependOnTheOrigin) {
  const Vector shift = Vector::LinSpaced(5, -20.0, 30.0);
  const auto shifted = [&shift](const Vector& x) { return ellipsoid(x - shift); };
  const Vector start = Vector::Constant(5, 3.0);
  const CmaEs a = run(ellipsoid, start, {}, 1e-6);
  const CmaEs b = run(shifted, start + shift, {}, 1e-6);
  EXPECT_EQ(a.evaluations(), b.evaluations());
  // x - shift is rounded to about 30 eps; the search amplifies that, but not by much.
  EXPECT_MATRIX_NEAR(b.best_point() - shift, a.best_point(), 1e-9);
}

TEST(CmaEs, LeavesFailedCandidatesOutOfTheUpdate) {
  // Half of the space fails, in each of the ways a value can be no number.
  for (const double failure : {kInfinity, -kInfinity, kNaN}) {
    const auto f = [failure](const Vector& x) { return x[0] < 1.0 ? failure : sphere(x); };
    const CmaEs search = run(f, Vector::Constant(4, 3.0), {}, 1.0 + 1e-9);
    EXPECT_LE(search.best_value(), 1.0 + 1e-9);
    EXPECT_TRUE(search.state().covariance.allFinite());
  }
}

TEST(CmaEs, MovesToTheOnlyCandidateThatSucceeded) {
  CmaEs search(Vector::Ones(3), {});
  const Matrix candidates = search.ask();
  Vector values = Vector::Constant(search.population(), kInfinity);
  values[5] = 2.0;
  search.tell(values);
  EXPECT_MATRIX_EQ(search.best_point(), candidates.row(5).transpose());
  EXPECT_MATRIX_NEAR(search.state().mean, candidates.row(5).transpose(), 1e-15);
}

TEST(CmaEs, OnlyShrinksWhenAWholeGenerationFails) {
  CmaEs search(Vector::Ones(3), {});
  search.ask();
  search.tell(Vector::Constant(search.population(), kNaN));
  EXPECT_LT(search.step_size(), 1.0);
  EXPECT_MATRIX_EQ(search.state().covariance, Matrix::Identity(3, 3));
  EXPECT_MATRIX_EQ(search.state().mean, Vector::Ones(3));
  EXPECT_MATRIX_EQ(search.best_point(), Vector::Ones(3));
  EXPECT_EQ(search.best_value(), kInfinity);
}

TEST(CmaEs, FindsItsWayOutOfTooLargeAFirstStep) {
  const auto f = [](const Vector& x) { return x.norm() > 1.0 ? kInfinity : sphere(x); };
  const CmaEs search = run(f, Vector::Constant(5, 0.3), {.step_size = 100.0}, 1e-8);
  EXPECT_LE(search.best_value(), 1e-8);
}

TEST(CmaEs, SaysWhyItStopped) {
  const Vector start = Vector::Ones(3);
  const auto constant = [](const Vector&) { return 1.0; };
  const auto slope = [](const Vector& x) { return x[0]; };
  const auto flat_valley = [](const Vector& x) { return x[0] * x[0] + 1e-20 * x[1] * x[1]; };
  const auto reason = [&start](const Function& f, const CmaEsOptions& options) {
    return run(f, start, options, -kInfinity).stop_reason();
  };
  EXPECT_EQ(reason(sphere, {}), StopReason::value_converged);
  EXPECT_EQ(reason(constant, {}), StopReason::value_converged);
  EXPECT_EQ(reason(sphere, {.tolerance_step = 1e-3}), StopReason::step_converged);
  EXPECT_EQ(reason(slope, {}), StopReason::diverged);
  EXPECT_EQ(reason(flat_valley, {.tolerance_value = 0.0, .tolerance_step = 0.0}),
            StopReason::ill_conditioned);
  EXPECT_EQ(describe(StopReason::value_converged), "value converged");
}

TEST(CmaEs, NoticesThatNoiseIsAllItSees) {
  Rng noise(3);
  const auto f = [&noise](const Vector&) { return noise.uniform(); };
  const CmaEs search = run(f, Vector::Ones(3), {.largest_growth = 1e300}, -kInfinity);
  EXPECT_EQ(search.stop_reason(), StopReason::stagnated);
}

TEST(CmaEs, ContinuesFromItsState) {
  const CmaEsOptions options{.seed = 9};
  CmaEs whole = run(rosenbrock, Vector::Zero(5), options, 0.0, 40);
  whole.ask();  // a generation may be open
  CmaEs continued(options, whole.state());
  for (int i = 0; i < 40; ++i) {
    const Matrix candidates = whole.ask();
    ASSERT_TRUE(candidates == continued.ask()) << "iteration " << i;
    whole.tell(values_of(rosenbrock, candidates));
    continued.tell(values_of(rosenbrock, candidates));
  }
}

TEST(CmaEs, RefusesAStateWhosePartsDoNotFit) {
  CmaEsState state = CmaEs(Vector::Ones(3), {}).state();
  state.covariance.resize(2, 2);
  EXPECT_THROW(CmaEs({}, state), InvalidArgument);
}

TEST(CmaEs, NamesTheFieldOfABadOption) {
  EXPECT_EQ(field_refused({}), "none");
  EXPECT_EQ(field_refused({.step_size = 0.0}), "step_size");
  EXPECT_EQ(field_refused({.step_size = kNaN}), "step_size");
  EXPECT_EQ(field_refused({.population = 1}), "population");
  EXPECT_EQ(field_refused({.tolerance_value = -1.0}), "tolerance_value");
  EXPECT_EQ(field_refused({.tolerance_step = kNaN}), "tolerance_step");
  EXPECT_EQ(field_refused({.largest_condition = 1.0}), "largest_condition");
  EXPECT_EQ(field_refused({.largest_growth = 0.5}), "largest_growth");
}

TEST(CmaEs, RefusesMisuse) {
  EXPECT_THROW(CmaEs(Vector(0), {}), InvalidArgument);
  EXPECT_THROW(CmaEs(Vector::Constant(2, kNaN), {}), InvalidArgument);
  CmaEs search(Vector::Ones(3), {});
  EXPECT_THROW(search.tell(Vector::Ones(search.population())), InvalidArgument);  // not asked
  search.ask();
  EXPECT_THROW(search.tell(Vector::Ones(2)), InvalidArgument);
}

}  // namespace
}  // namespace elto
