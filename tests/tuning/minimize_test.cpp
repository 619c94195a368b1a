// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/minimize.hpp"

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>

#include "elto/core/error.hpp"

#include "support/matrix_near.hpp"
#include "support/rosenbrock.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kInfinity;
using testing::kNaN;
using testing::rosenbrock;

// Smallest at 1, where the space ends: beyond lies failure, of a kind that depends on the place.
double fails_beyond_one(const Vector& x) {
  if (x[0] < 1.0) {
    if (x[1] < -0.1) throw Error("outside");
    return x[1] < 0.1 ? kNaN : kInfinity;
  }
  return x.squaredNorm();
}

void expect_same(const MinimizeResult& a, const MinimizeResult& b) {
  EXPECT_MATRIX_EQ(a.point, b.point);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.failures, b.failures);
  EXPECT_EQ(a.history, b.history);
  EXPECT_EQ(a.checkpoint, b.checkpoint);
}

TEST(Minimize, FindsTheMinimumOfTheRosenbrockFunction) {
  const auto result =
      minimize(rosenbrock, Vector::Zero(4),
               {.search = {.step_size = 0.5}, .evaluations = 5000, .target = 1e-10});
  EXPECT_TRUE(result.status.ok());
  EXPECT_LE(result.value, 1e-10);
  EXPECT_MATRIX_NEAR(result.point, Vector::Ones(4), 1e-4);
  EXPECT_LT(result.evaluations, 5000);
  EXPECT_EQ(result.failures, 0);
  EXPECT_EQ(result.iterations, static_cast<Index>(result.history.size()));
  EXPECT_EQ(result.history.back(), result.value);
}

TEST(Minimize, GivesTheSameBitsForAnyNumberOfThreads) {
  MinimizeOptions options{.search = {.seed = 3}, .evaluations = 1500, .restarts = 3, .threads = 1};
  const Vector start = Vector::Constant(4, 2.0);
  const auto one = minimize(fails_beyond_one, start, options);
  for (const Index threads : {2, 3, 0}) {
    options.threads = threads;
    expect_same(one, minimize(fails_beyond_one, start, options));
  }
}

TEST(Minimize, CallsTheObjectiveExactlyAsOftenAsTheBudgetAllows) {
  for (const Index evaluations : {1, 5, 100, 1001}) {
    std::atomic<Index> calls = 0;
    const auto counted = [&calls](const Vector& x) {
      ++calls;
      return rosenbrock(x);
    };
    const auto result = minimize(counted, Vector::Zero(3),
                                 {.evaluations = evaluations, .restarts = 100, .threads = 2});
    EXPECT_EQ(result.evaluations, evaluations);
    EXPECT_EQ(calls, evaluations);
    EXPECT_EQ(rosenbrock(result.point), result.value);
  }
}

TEST(Minimize, CountsFailuresAndConvergesAllTheSame) {
  std::atomic<Index> failures = 0;
  const auto counted = [&failures](const Vector& x) {
    if (x[0] < 1.0) ++failures;
    return fails_beyond_one(x);
  };
  const auto result = minimize(counted, Vector::Constant(3, 2.0), {.evaluations = 3000});
  EXPECT_TRUE(result.status.ok());
  EXPECT_NEAR(result.value, 1.0, 1e-8);
  EXPECT_GT(result.failures, 0);
  EXPECT_EQ(result.failures, failures);
}

TEST(Minimize, ReturnsTheStartWhenEveryCandidateFails) {
  const auto result = minimize([](const Vector&) -> double { throw Error("always"); },
                               Vector::Constant(2, 4.0), {.evaluations = 50});
  EXPECT_EQ(result.value, kInfinity);
  EXPECT_MATRIX_EQ(result.point, Vector::Constant(2, 4.0));
  EXPECT_EQ(result.failures, 50);
  EXPECT_EQ(result.status.code, StatusCode::not_finite);
}

TEST(Minimize, PassesOtherExceptionsOn) {
  const auto broken = [](const Vector&) -> double { throw std::logic_error("a bug"); };
  EXPECT_THROW((void)minimize(broken, Vector::Ones(2), {.threads = 2}), std::logic_error);
}

TEST(Minimize, ReportsProgressAndStopsWhenTold) {
  Index calls = 0;
  double value = kInfinity;
  const auto three_times = [&](const MinimizeProgress& progress) {
    EXPECT_LE(progress.value, value);
    value = progress.value;
    EXPECT_EQ(rosenbrock(progress.point), value);
    EXPECT_EQ(progress.iterations, ++calls);
    EXPECT_GT(progress.step_size, 0.0);
    return calls < 3;
  };
  const auto result = minimize(rosenbrock, Vector::Zero(3), {.progress = three_times});
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(result.status, (Status{.code = StatusCode::stopped, .step = 3}));
  EXPECT_EQ(result.iterations, 3);
  EXPECT_EQ(result.value, value);
}

TEST(Minimize, ResumedIsTheUninterruptedSearch) {
  const Vector start = Vector::Constant(3, 2.0);
  MinimizeOptions options{.evaluations = 2000, .restarts = 5};
  const auto whole = minimize(fails_beyond_one, start, options);

  std::string midway;
  options.progress = [&midway](const MinimizeProgress& progress) {
    if (progress.iterations == 57) midway = progress.checkpoint();
    return progress.iterations < 90;
  };
  const auto interrupted = minimize(fails_beyond_one, start, options);
  EXPECT_EQ(interrupted.status.code, StatusCode::stopped);

  options.progress = {};
  for (const std::string& checkpoint : {midway, interrupted.checkpoint}) {
    options.resume_from = checkpoint;
    expect_same(whole, minimize(fails_beyond_one, start, options));
  }
}

TEST(Minimize, GoesOnWithALargerBudget) {
  const Vector start = Vector::Zero(3);
  const auto whole = minimize(rosenbrock, start, {.evaluations = 700});
  const auto first = minimize(rosenbrock, start, {.evaluations = 333});
  EXPECT_EQ(first.evaluations, 333);
  const auto second =
      minimize(rosenbrock, start, {.evaluations = 700, .resume_from = first.checkpoint});
  expect_same(whole, second);
}

TEST(Minimize, NamesTheFieldOfABadOption) {
  const auto field_refused = [](const MinimizeOptions& options) {
    try {
      (void)minimize(rosenbrock, Vector::Ones(2), options);
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return std::string("none");
  };
  EXPECT_EQ(field_refused({.evaluations = 0}), "evaluations");
  EXPECT_EQ(field_refused({.restarts = -1}), "restarts");
  EXPECT_EQ(field_refused({.target = kNaN}), "target");
  EXPECT_EQ(field_refused({.threads = -1}), "threads");
  EXPECT_EQ(field_refused({.search = {.step_size = -1.0}}), "step_size");
}

TEST(Minimize, RefusesMisuse) {
  EXPECT_THROW((void)minimize({}, Vector::Ones(2)), InvalidArgument);
  EXPECT_THROW((void)minimize(rosenbrock, Vector(0)), InvalidArgument);
  EXPECT_THROW((void)minimize(rosenbrock, Vector::Ones(2), {.resume_from = "nonsense"}), Error);
  const auto other = minimize(rosenbrock, Vector::Ones(3), {.evaluations = 10});
  EXPECT_THROW((void)minimize(rosenbrock, Vector::Ones(2), {.resume_from = other.checkpoint}),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
