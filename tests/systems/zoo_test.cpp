// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/zoo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "elto/systems/builtin.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix truth_of(const ZooSystem& system, std::uint32_t seed = 1) {
  Rng rng(seed);
  return simulate(system, {.noise = 0.0}, rng).truth;
}

const ZooSystem& animal(std::string_view name) {
  return *find_in_zoo(name);
}

/// Rows between two times at which a channel rises through its mean: their median, of the channel
/// in which it is shortest.
double rows_per_period(const Matrix& rows) {
  double shortest = std::numeric_limits<double>::infinity();
  for (Index j = 0; j < rows.cols(); ++j) {
    const double mean = rows.col(j).mean();
    std::vector<double> gaps;
    Index before = 0;
    for (Index t = 1; t < rows.rows(); ++t) {
      if (!(rows(t - 1, j) < mean && rows(t, j) >= mean)) continue;
      if (before > 0) gaps.push_back(static_cast<double>(t - before));
      before = t;
    }
    if (gaps.size() < 4) continue;
    std::ranges::nth_element(gaps, gaps.begin() + std::ssize(gaps) / 2);
    shortest = std::min(shortest, gaps[gaps.size() / 2]);
  }
  return shortest;
}

double value_at(const Formula& quantity, const Vector& state) {
  return quantity({.state = {state.data(), static_cast<std::size_t>(state.size())}});
}

TEST(Zoo, HasManySystemsInTheOrderOfTheirNames) {
  EXPECT_GE(zoo().size(), 60u);
  EXPECT_TRUE(std::ranges::is_sorted(zoo(), {}, &ZooSystem::name));
  EXPECT_EQ(std::ranges::adjacent_find(zoo(), {}, &ZooSystem::name), zoo().end());
  for (const ZooKind kind : kZooKinds) {
    EXPECT_GE(std::ranges::count(zoo(), kind, &ZooSystem::kind), 5) << title_of(kind);
    EXPECT_FALSE(title_of(kind).empty());
  }
  EXPECT_EQ(find_in_zoo("unicorns"), nullptr);
}

TEST(Zoo, SaysWhereASystemIsFrom) {
  for (const ZooSystem& system : zoo()) {
    EXPECT_FALSE(system.description.empty()) << system.name;
    EXPECT_NE(system.reference.find(" ("), std::string_view::npos) << system.name;
    EXPECT_EQ(std::ranges::count_if(system.reference, [](char c) { return c == '('; }),
              std::ranges::count_if(system.reference, [](char c) { return c == ')'; }))
        << system.name;
  }
}

TEST(Zoo, EquationsHaveAStartForEachState) {
  for (const ZooSystem& system : zoo()) {
    const EquationsOfMotion equations = equations_of(system);
    for (std::size_t i = 0; i < system.start.size(); ++i)
      EXPECT_EQ(system.start[i] != 0.0, i < static_cast<std::size_t>(equations.dimension()))
          << system.name << ": a start of 0 would not be random";
    const ZooClass kind = class_of(equations);
    EXPECT_EQ(kind == ZooClass::delayed, system.kind == ZooKind::delayed) << system.name;
    EXPECT_EQ(kind == ZooClass::stochastic, system.kind == ZooKind::stochastic) << system.name;
  }
}

TEST(Zoo, IsTheSameForTheSameSeed) {
  for (const ZooSystem& system : zoo()) {
    const ZooOptions options{.rows = 20};
    Rng a(1), b(1), c(2);
    const Simulation first = simulate(system, options, a);
    EXPECT_MATRIX_EQ(first.observed.values, simulate(system, options, b).observed.values);
    EXPECT_NE(first.truth, simulate(system, options, c).truth) << system.name;
  }
}

TEST(Zoo, StaysWhereItIsAndKeepsMoving) {
  for (const ZooSystem& system : zoo())
    for (const std::uint32_t seed : {1u, 2u}) {
      const Matrix rows = truth_of(system, seed);
      EXPECT_LE(rows.cwiseAbs().maxCoeff(), system.bound) << system.name;
      EXPECT_GE(rows.cwiseAbs().maxCoeff(), system.bound / 5.0) << system.name;
      const Matrix late = rows.bottomRows(300);
      const RowVector spread = late.colwise().maxCoeff() - late.colwise().minCoeff();
      EXPECT_GT(spread.minCoeff() / system.bound, 1e-4) << system.name;
    }
}

TEST(Zoo, OscillatesWithItsPeriod) {
  for (const ZooSystem& system : zoo()) {
    if (system.kind == ZooKind::stochastic) continue;  // crosses its mean by noise
    const double periods = rows_per_period(truth_of(system)) / 50.0;
    EXPECT_LT(periods, 1.5) << system.name;
    EXPECT_GT(periods, 1.0 / 1.5) << system.name;
  }
}

TEST(Zoo, ObeysItsEquations) {
  for (const ZooSystem& system : zoo()) {
    const EquationsOfMotion equations = equations_of(system);
    if (equations.delay() > 0.0 || equations.is_stochastic()) continue;
    Rng rng(1);
    const ZooOptions fine{.rows = 200, .rows_per_period = 5000, .noise = 0.0};
    const Simulation made = simulate(system, fine, rng);
    const Vector& times = made.observed.time.values;
    double error = 0.0, speed = 0.0;
    for (Index t = 1; t + 1 < fine.rows; ++t) {
      const Vector slope =
          (made.truth.row(t + 1) - made.truth.row(t - 1)).transpose() / (2.0 * times[1]);
      error += (equations(made.truth.row(t).transpose(), times[t]) - slope).norm();
      speed += slope.norm();
    }
    EXPECT_LT(error / speed, 1e-2) << system.name;
  }
}

TEST(Zoo, KeepsWhatIsConserved) {
  int kept = 0;
  for (const ZooSystem& system : zoo()) {
    if (system.conserved.empty()) continue;
    ++kept;
    const Formula quantity = equations_of(system).quantity(system.conserved);
    const Matrix rows = truth_of(system);
    const double first = value_at(quantity, rows.row(0).transpose());
    for (Index t = 0; t < rows.rows(); ++t)
      EXPECT_NEAR(value_at(quantity, rows.row(t).transpose()), first, 1e-6) << system.name;
  }
  EXPECT_GE(kept, 10);
}

TEST(Zoo, HalfOfEachClassIsForTuning) {
  std::map<std::pair<ZooClass, std::optional<int>>, int> surplus;  // by class and degree
  for (const ZooSystem& system : zoo()) {
    const EquationsOfMotion equations = equations_of(system);
    const ZooClass kind = class_of(equations);
    const auto degree = kind == ZooClass::polynomial ? equations.degree() : std::nullopt;
    surplus[{kind, degree}] += system.use == ZooUse::tuning ? 1 : -1;
  }
  for (const auto& [kind, count] : surplus) EXPECT_LE(std::abs(count), 1);
}

// Where nothing moves, by formulas of the papers: they know nothing of how equations are read.
TEST(Zoo, RestsWhereThePapersSay) {
  const auto root = [](double x) { return std::sqrt(x); };
  const double wing = root(3.0 * (2.0 * 28.0 - 35.0)), lobe = root(8.0 / 3.0 * 27.0);
  const double near = (5.7 - root(5.7 * 5.7 - 0.16)) / 2.0;  // of Roessler's two
  const std::vector<std::pair<std::string_view, Vector>> rests = {
      {"brusselator", Vector{{1.0, 3.0}}},
      {"chen", Vector{{wing, wing, 21.0}}},
      {"chua", Vector{{1.5, 0.0, -1.5}}},
      {"double-pendulum", Vector{{0.0, 0.0, 0.0, 0.0}}},
      {"duffing-free", Vector{{1.0, 0.0}}},
      {"elwakil-kennedy", Vector{{-1.0, 0.0, 0.0}}},
      {"genesio-tesi", Vector{{1.0, 0.0, 0.0}}},
      {"halvorsen", Vector{{-9.27, -9.27, -9.27}}},
      {"hastings-powell", Vector{{1.0, 0.0, 0.0}}},
      {"henon-heiles", Vector{{root(3.0) / 2.0, -0.5, 0.0, 0.0}}},
      {"lengyel-epstein", Vector{{2.0, 5.0}}},
      {"lorenz-63", Vector{{lobe, lobe, 27.0}}},
      {"lorenz-96", Vector::Constant(5, 8.0)},
      {"lotka-volterra", Vector{{0.55 / 0.028, 0.84 / 0.026}}},
      {"lue", Vector{{root(60.0), root(60.0), 20.0}}},
      {"moore-spiegel", Vector{{0.0, 0.0, 0.0}}},
      {"oregonator", Vector{{0.0, 0.0}}},
      {"pendulum-free", Vector{{0.0, 0.0}}},
      {"roessler", Vector{{near, -near / 0.2, near / 0.2}}},
      {"rosenzweig-macarthur", Vector{{1.0, 1.5}}},
      {"rucklidge", Vector{{0.0, root(6.7), 6.7}}},
      {"schnakenberg", Vector{{0.6, 0.5 / 0.36}}},
      {"selkov", Vector{{0.6, 0.6 / 0.44}}},
      {"shimizu-morioka", Vector{{root(0.45), 0.0, 1.0}}},
      {"spring-pendulum", Vector{{1e-12, -1.25, 0.0, 0.0}}},
      {"sprott-b", Vector{{-1.0, -1.0, 0.0}}},
      {"stuart-landau", Vector{{0.0, 0.0}}},
      {"thomas", Vector{{0.0, 0.0, 0.0}}},
      {"toda", Vector{{0.0, 0.0}}},
      {"vallis", Vector{{0.0, 0.0, 1.0}}},
      {"van-der-pol", Vector{{0.0, 0.0}}},
  };
  for (const auto& [name, point] : rests)
    EXPECT_LT(equations_of(animal(name))(point).norm(), 1e-9) << name;
}

TEST(Zoo, HasTheNoiseAskedFor) {
  Rng rng(3);
  const Simulation made = simulate(animal("lorenz-63"), {.rows = 4000, .noise = 0.3}, rng);
  EXPECT_EQ(made.observed.channels, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_NEAR(made.observed.time.values[1], animal("lorenz-63").period / 50.0, 1e-12);
  for (Index j = 0; j < 3; ++j) {
    const Vector centred = made.truth.col(j).array() - made.truth.col(j).mean();
    EXPECT_NEAR((made.observed.values - made.truth).col(j).norm() / centred.norm(), 0.3, 0.01);
  }
}

// Systems that have a simulation of their own as well: it obeys the equations of the zoo.
TEST(Zoo, AgreesWithOtherSimulationsOfTheSameName) {
  const auto misses = [](std::string_view name) {
    const Simulation made = builtin(name, {.noise_factor = 0.0});
    const EquationsOfMotion equations = equations_of(animal(name));
    const double h = made.observed.time.values[1];
    double error = 0.0, speed = 0.0;
    for (Index t = 2; t + 2 < made.truth.rows(); ++t) {
      const auto row = [&](Index k) { return made.truth.row(t + k).transpose(); };
      const Vector slope = (row(-2) - 8.0 * row(-1) + 8.0 * row(1) - row(2)) / (12.0 * h);
      error += (equations(row(0)) - slope).norm();
      speed += slope.norm();
    }
    return error / speed;
  };
  EXPECT_LT(misses("van-der-pol"), 5e-3);
  EXPECT_LT(misses("lotka-volterra"), 5e-3);
}

TEST(Zoo, RefusesBadOptions) {
  Rng rng(1);
  const ZooSystem& system = animal("roessler");
  EXPECT_REFUSED(simulate(system, {.rows = 0}, rng), "rows: must be at least 1");
  EXPECT_REFUSED(simulate(system, {.rows_per_period = 0}, rng), "rows_per_period: must be");
  EXPECT_REFUSED(simulate(system, {.noise = -1.0}, rng), "noise: must be at least 0");
}

}  // namespace
}  // namespace elto
