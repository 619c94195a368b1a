// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_likelihood.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "elto/core/random.hpp"
#include "elto/filter/state_filter.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

double by_the_filter(const StateModel& model, const Matrix& rows) {
  StateFilter belief(model, LostChannels::stay_lost);
  for (Index t = 0; t < rows.rows(); ++t) {
    belief.predict();
    EXPECT_TRUE(belief.update(rows.row(t)).ok());
  }
  return -belief.log_likelihood();
}

struct Case {
  std::string name;
  StateModel model;
  Matrix rows;
};

Case of_examples(std::string name, const testing::NoisySeries& series,
                 const StateExamples& examples, NoiseMemory memory) {
  return {std::move(name),
          learn_state_model(examples, {.trend = 0.5, .noise = 0.7, .memory = memory}),
          series.noisy.bottomRows(60)};
}

Case made(std::string name, const testing::NoisySeries& series, Index order, bool learns,
          Index together = 0, NoiseMemory memory = {}) {
  StateExamples examples = testing::state_examples(series.noisy.topRows(150), order, learns);
  examples.together = together;
  return of_examples(std::move(name), series, examples, memory);
}

Case latent(std::string name, const testing::NoisySeries& series, Index order, bool learns,
            NoiseMemory memory = {}) {
  return of_examples(std::move(name), series,
                     testing::latent_examples(series.noisy.topRows(150), order, learns), memory);
}

Matrix with_gaps(Matrix rows) {
  rows(3, 1) = rows(20, 0) = rows(21, 0) = kMissing;
  rows.row(30).setConstant(kMissing);
  return rows;
}

/// One that is passed over, and a jump at which the gate gives in.
Matrix with_outliers(Matrix rows) {
  rows(10, 2) += 50.0;
  rows.col(1).tail(25).array() += 40.0;
  return rows;
}

std::vector<Case> cases() {
  const testing::NoisySeries series = testing::lorenz96(210, 4, 0.3, 2);
  std::vector<Case> all{
      made("trend", series, 1, false),
      made("trend of order 2", series, 2, false),
      made("map", series, 1, true),
      made("map of order 2", series, 2, true),
      made("blocks", series, 2, false, 1),
      made("blocks with a map", series, 1, true, 2),
      made("adapting", series, 1, true, 0, {.measurement = 0.9}),
      made("adapting both", series, 2, true, 2, {.measurement = 0.95, .process = 0.9}),
      made("gaps", series, 1, true, 1, {.measurement = 0.9, .process = 0.95}),
      made("outliers", series, 1, true, 0, {.measurement = 0.9}),
      latent("latent trend", series, 1, false),
      latent("latent map", series, 1, true, {.measurement = 0.9}),
      latent("latent map of order 4", series, 4, true, {.measurement = 0.95, .process = 0.9})};
  all[8].rows = with_gaps(all[8].rows);
  all[9].rows = with_outliers(all[9].rows);
  return all;
}

using Move = std::function<void(StateModel&, double)>;

double difference(const Case& c, const Move& move) {
  constexpr double kStep = 1e-6;  // at 1e-5 some of these cross the edge of a gate
  const auto at = [&](double step) {
    StateModel model = c.model;
    move(model, step);
    return by_the_filter(model, c.rows);
  };
  return (8.0 * (at(kStep) - at(-kStep)) - (at(2.0 * kStep) - at(-2.0 * kStep))) / (12.0 * kStep);
}

Matrix symmetric(Rng& rng, Index n) {
  const Matrix A = rng.normal(n, n);
  return 0.5 * (A + A.transpose());
}

#define EXPECT_DERIVATIVE(found, c, move)                                            \
  do {                                                                               \
    const double difference_ = difference(c, move);                                  \
    EXPECT_NEAR(found, difference_, 1e-6 * (1.0 + std::abs(difference_))) << c.name; \
  } while (false)

TEST(StateLikelihood, IsThatOfTheFilter) {
  for (const Case& c : cases()) {
    StateModel gradient = zero_like(c.model);
    EXPECT_NEAR(minus_log_likelihood(c.model, c.rows, gradient), by_the_filter(c.model, c.rows),
                1e-10);
  }
}

TEST(StateLikelihood, HasTheGradientOfDifferences) {
  for (const Case& c : cases()) {
    StateModel gradient = zero_like(c.model);
    minus_log_likelihood(c.model, c.rows, gradient);
    Rng rng(4);
    for (Index j = 0; j < c.model.dimension(); ++j)
      EXPECT_DERIVATIVE(gradient.noise[j] * c.model.noise[j], c,
                        [&](StateModel& model, double step) { model.noise[j] *= 1.0 + step; });
    const Vector e = rng.normal(c.model.mean.size(), 1);
    EXPECT_DERIVATIVE(gradient.mean.dot(e), c,
                      [&](StateModel& model, double step) { model.mean += step * e; });
    for (std::size_t i = 0; i < c.model.blocks.size(); ++i) {
      const StateBlock &block = c.model.blocks[i], &by = gradient.blocks[i];
      const Matrix E = 0.1 * rng.normal(block.states(), block.states());
      EXPECT_DERIVATIVE(by.law.cwiseProduct(E).sum(), c,
                        [&](StateModel& model, double step) { model.blocks[i].law += step * E; });
      // Q is tiny beside P: a smaller change of it drowns in rounding.
      const double size = 10.0 * block.process.diagonal().minCoeff();
      const Matrix S = size * symmetric(rng, block.states());
      EXPECT_DERIVATIVE(by.process.cwiseProduct(S).sum(), c, [&](StateModel& model, double step) {
        model.blocks[i].process += step * S;
      });
      // Position and drift stay uncorrelated: otherwise Q would begin to adapt at the first row.
      EXPECT_DERIVATIVE(
          by.covariance.cwiseProduct(block.covariance).sum(), c,
          [&](StateModel& model, double step) { model.blocks[i].covariance *= 1.0 + step; });
    }
    for (std::size_t k = 0; k < c.model.map.parts.size(); ++k) {
      const StateMapPart &part = c.model.map.parts[k], &by = gradient.map.parts[k];
      const Matrix H = symmetric(rng, part.quadratic.rows());
      const Matrix a = part.radial.cwiseProduct(rng.normal(part.radial.rows(), part.radial.cols()));
      const double found =
          by.offset.sum() + by.linear.sum() + by.radial.cwiseProduct(a).sum() + by.gamma +
          by.quadratic.cwiseProduct(H.replicate(1, std::ssize(part.outputs))).sum();
      EXPECT_DERIVATIVE(found, c, [&](StateModel& model, double step) {
        StateMapPart& moved = model.map.parts[k];
        moved.offset.array() += step;
        moved.linear.array() += step;
        moved.radial += step * a;
        moved.gamma += step;
        moved.quadratic += step * H.replicate(1, std::ssize(part.outputs));
      });
    }
    if (c.model.memory != NoiseMemory{}) {
      EXPECT_DERIVATIVE(gradient.memory.measurement, c,
                        [&](StateModel& model, double step) { model.memory.measurement += step; });
      EXPECT_DERIVATIVE(gradient.memory.process, c,
                        [&](StateModel& model, double step) { model.memory.process += step; });
    }
  }
}

TEST(StateLikelihood, GoesBackThroughLongSeries) {
  const testing::NoisySeries series = testing::lorenz96(700, 4, 0.3, 2);
  Case c = made("long", series, 1, false, 0, {.measurement = 0.95});
  c.rows = series.noisy.topRows(600);
  StateModel gradient = zero_like(c.model);
  EXPECT_NEAR(minus_log_likelihood(c.model, c.rows, gradient), by_the_filter(c.model, c.rows),
              1e-9);
  EXPECT_DERIVATIVE(gradient.noise.dot(c.model.noise), c,
                    [](StateModel& model, double step) { model.noise *= 1.0 + step; });
  EXPECT_DERIVATIVE(gradient.memory.measurement, c,
                    [](StateModel& model, double step) { model.memory.measurement += step; });
}

TEST(StateLikelihood, IsInfiniteIfTheFilterFails) {
  StateModel model = testing::small_state_model();
  StateModel gradient = zero_like(model);
  model.blocks.front().process.setConstant(std::numeric_limits<double>::infinity());
  const Matrix rows = Matrix::Ones(5, 4);
  EXPECT_EQ(minus_log_likelihood(model, rows, gradient), std::numeric_limits<double>::infinity());
  EXPECT_EQ(gradient.noise, RowVector::Zero(4));
  EXPECT_REFUSED(minus_log_likelihood(model, Matrix::Ones(5, 3), gradient),
                 "series columns: must be 4");
}

}  // namespace
}  // namespace elto
