// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/restarting_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "elto/core/error.hpp"

#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kInfinity;

double rastrigin(const Vector& x) {
  double sum = 0.0;
  for (const double c : x) sum += c * c + 10.0 * (1.0 - std::cos(2.0 * std::numbers::pi * c));
  return sum;
}

// Fails in half of the space, so that checkpoints hold infinities.
double rastrigin_half(const Vector& x) {
  return x[0] < 0.0 ? kInfinity : rastrigin(x);
}

template <class Function>
Vector values_of(const Function& f, const Matrix& candidates) {
  Vector values(candidates.rows());
  for (Index k = 0; k < values.size(); ++k) values[k] = f(candidates.row(k).transpose());
  return values;
}

template <class Function>
void finish(RestartingSearch& search, const Function& f, double target = -kInfinity) {
  while (!search.finished() && search.best_value() > target)
    search.tell(values_of(f, search.ask()));
}

void expect_same(const RestartingSearch& a, const RestartingSearch& b) {
  EXPECT_EQ(a.checkpoint(), b.checkpoint());
  EXPECT_MATRIX_EQ(a.best_point(), b.best_point());
  EXPECT_EQ(a.history(), b.history());
}

std::string refusal(const std::string& checkpoint) {
  try {
    RestartingSearch::resume(checkpoint);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(RestartingSearch, SolvesAMultimodalFunctionASingleRunDoesNot) {
  const Vector start = Vector::Constant(5, 3.0);
  const CmaEsOptions options{.step_size = 2.0};
  RestartingSearch single(start, options, {.evaluations = 100000});
  finish(single, rastrigin, 1e-9);
  EXPECT_GT(single.best_value(), 0.9);  // a local minimum
  EXPECT_TRUE(single.finished());

  RestartingSearch restarted(start, options, {.evaluations = 100000, .restarts = 9});
  finish(restarted, rastrigin, 1e-9);
  EXPECT_LE(restarted.best_value(), 1e-9);
  EXPECT_GT(restarted.restarts(), 0);
  EXPECT_EQ(restarted.run().population(), single.run().population() << restarted.restarts());
}

TEST(RestartingSearch, UsesTheBudgetExactly) {
  for (const Index evaluations : {1, 8, 9, 803}) {
    RestartingSearch search(Vector::Ones(4), {}, {.evaluations = evaluations, .restarts = 100});
    finish(search, rastrigin);
    EXPECT_EQ(search.evaluations(), evaluations);
    EXPECT_EQ(search.ask().rows(), 0);
    EXPECT_TRUE(std::isfinite(search.best_value()));
  }
}

TEST(RestartingSearch, EndsWithTheRunWhenNoRestartIsLeft) {
  RestartingSearch search(Vector::Ones(2), {}, {.evaluations = 100000, .restarts = 2});
  finish(search, rastrigin);
  EXPECT_EQ(search.restarts(), 2);
  EXPECT_LT(search.evaluations(), 100000);
  EXPECT_NE(search.run().stop_reason(), StopReason::none);
}

TEST(RestartingSearch, KeepsTheBestOverAllRuns) {
  RestartingSearch search(Vector::Constant(3, 2.0), {.step_size = 2.0},
                          {.evaluations = 20000, .restarts = 5});
  double best = kInfinity;
  Index failures = 0;
  while (!search.finished()) {
    const Vector values = values_of(rastrigin_half, search.ask());
    best = std::min(best, values.minCoeff());
    failures += (values.array() == kInfinity).count();
    search.tell(values);
    ASSERT_EQ(search.best_value(), best);
  }
  EXPECT_EQ(search.failures(), failures);
  EXPECT_GT(failures, 0);
  EXPECT_EQ(rastrigin(search.best_point()), best);
  EXPECT_EQ(search.history().back(), best);
}

TEST(RestartingSearch, ResumedAnywhereIsTheUninterruptedSearch) {
  const SearchBudget budget{.evaluations = 3000, .restarts = 20};
  const CmaEsOptions options{.step_size = 2.0, .seed = 7, .tolerance_value = 1e-3};
  RestartingSearch whole(Vector::Constant(3, 2.0), options, budget);
  RestartingSearch relay = whole;
  Index restarts_crossed = 0;
  while (!whole.finished()) {
    whole.tell(values_of(rastrigin_half, whole.ask()));

    const Index before = relay.restarts();
    relay = RestartingSearch::resume(relay.checkpoint());
    const Matrix candidates = relay.ask();
    relay = RestartingSearch::resume(relay.checkpoint());  // with an open generation
    ASSERT_TRUE(relay.ask() == candidates);
    relay.tell(values_of(rastrigin_half, candidates));
    restarts_crossed += relay.restarts() - before;
    ASSERT_EQ(whole.best_value(), relay.best_value());
  }
  EXPECT_GT(restarts_crossed, 1);
  EXPECT_GT(whole.failures(), 0);
  expect_same(whole, relay);
}

TEST(RestartingSearch, ResumedWithALargerBudgetIsTheLongerSearch) {
  const SearchBudget large{.evaluations = 2500, .restarts = 20};
  const CmaEsOptions options{.step_size = 2.0, .tolerance_value = 1e-3};
  RestartingSearch whole(Vector::Constant(3, 2.0), options, large);
  finish(whole, rastrigin);
  ASSERT_GT(whole.restarts(), 1);
  // 1 to 14 evaluations cut the first generation short, 1234 one after a restart.
  for (const Index evaluations : {1, 6, 7, 8, 14, 1234}) {
    RestartingSearch cut(Vector::Constant(3, 2.0), options, {evaluations, 20});
    finish(cut, rastrigin);
    RestartingSearch longer = RestartingSearch::resume(cut.checkpoint(), large);
    finish(longer, rastrigin);
    expect_same(whole, longer);
  }
  RestartingSearch single(Vector::Constant(3, 2.0), options, {large.evaluations, 0});
  finish(single, rastrigin);
  RestartingSearch more_restarts = RestartingSearch::resume(single.checkpoint(), large);
  finish(more_restarts, rastrigin);
  expect_same(whole, more_restarts);
}

TEST(RestartingSearch, RefusesWhatIsNoCheckpoint) {
  RestartingSearch search(Vector::Ones(2), {}, {});
  search.tell(values_of(rastrigin, search.ask()));
  const std::string good = search.checkpoint();
  EXPECT_EQ(refusal(good), "accepted");

  EXPECT_NE(refusal("").find("checkpoint: "), std::string::npos);
  EXPECT_NE(refusal("\xff\xfe").find("checkpoint: "), std::string::npos);
  EXPECT_NE(refusal("[1, 2]").find("not of the format"), std::string::npos);
  EXPECT_NE(refusal("{\"format\": 3}").find("checkpoint: "), std::string::npos);
  EXPECT_NE(refusal("{\"format\": \"elto search checkpoint\"}").find("version"), std::string::npos);
  EXPECT_NE(refusal(replaced(good, "\"version\":1", "\"version\":2")).find("version 2"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(good, "\"seed\":1", "\"seed\":2")).find("altered or damaged"),
            std::string::npos);
}

TEST(RestartingSearch, RefusesEveryTruncationAndEveryGarbledByte) {
  RestartingSearch search(Vector::Ones(2), {}, {});
  search.tell(values_of(rastrigin, search.ask()));
  const std::string good = search.checkpoint();
  for (std::size_t length = 0; length < good.size(); length += 97)
    EXPECT_THROW(RestartingSearch::resume(good.substr(0, length)), Error) << length;
  for (std::size_t at = 0; at < good.size(); at += 41) {
    std::string garbled = good;
    garbled[at] = garbled[at] == '7' ? '3' : '7';
    EXPECT_THROW(RestartingSearch::resume(garbled), Error) << "byte " << at;
  }
}

TEST(RestartingSearch, NamesTheFieldOfABadBudget) {
  const auto field_refused = [](const SearchBudget& budget) {
    try {
      validate(budget);
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return std::string("none");
  };
  EXPECT_EQ(field_refused({}), "none");
  EXPECT_EQ(field_refused({.evaluations = 0}), "evaluations");
  EXPECT_EQ(field_refused({.restarts = -1}), "restarts");
}

TEST(RestartingSearch, RefusesValuesItHasNotAskedFor) {
  RestartingSearch search(Vector::Ones(2), {}, {});
  EXPECT_THROW(search.tell(Vector::Ones(6)), InvalidArgument);
  search.ask();
  EXPECT_THROW(search.tell(Vector::Ones(5)), InvalidArgument);
}

}  // namespace
}  // namespace elto
