// SPDX-License-Identifier: Apache-2.0
#include "small_model.hpp"

#include <cmath>

#include "elto/filter/signal_smoother.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/filter/stepper.hpp"

namespace elto::fuzz {
namespace {

Matrix numbers(Index rows, Index cols) {
  Matrix values(rows, cols);
  for (Index i = 0; i < values.size(); ++i) values(i) = std::sin(static_cast<double>(i + 1));
  return values;
}

}  // namespace

Model small_model(Adapting adapting) {
  constexpr Index N = 4, N2 = 3, r = 2, D = 2;  // states, transitions, rank, channels
  Model model;
  model.channels = {"x", "y"};
  model.scaling = {RowVector{{0.5, -1.0}}, RowVector{{2.0, 0.25}}};
  model.window = 1;
  model.correlations = Vector{{0.9}};
  model.data = {numbers(N, 1), numbers(N, D), {{0, 1, 2}, {1, 2, 3}}};
  model.operators = {.observation_kernel = Rbf{.gamma = 0.5},
                     .spectrum = numbers(r, 1),
                     .F = numbers(N, r),
                     .F2 = numbers(N2, r),
                     .A = numbers(N2, r),
                     .B = numbers(N, r),
                     .GB = numbers(N, r),
                     .Phi = numbers(r, r),
                     .C = numbers(D, r)};
  model.operator_options.observation_kernel = model.operators.observation_kernel;
  model.initial = {numbers(r, 1), numbers(r, r), numbers(N2, r), {}};
  model.estimate_factor = model.prediction_factor = model.smoother_factor = RowVector::Ones(D);
  const Index blocks = adapting == Adapting::yes ? 2 : 1;
  model.noise = {Matrix::Identity(blocks, blocks), Matrix::Identity(blocks, blocks)};
  if (adapting == Adapting::yes)
    model.adaptation = {.window = 2, .measurement_memory = 0.9, .process_memory = 0.8};
  return model;
}

StateModel small_state_model() {
  constexpr Index m = 4, D = 2, z = 3;  // numbers of a state, channels, landmarks
  StateModel model;
  model.channels = {"x", "y"};
  model.scaling = {RowVector{{0.5, -1.0}}, RowVector{{2.0, 0.25}}};
  model.map = {.inputs = m, .outputs = D, .parts = {}};
  model.map.parts.push_back({.inputs = {0, 1},
                             .outputs = {1},
                             .offset = numbers(1, 1),
                             .linear = numbers(1, 2),
                             .quadratic = numbers(2, 2),
                             .radial = numbers(1, z),
                             .landmarks = numbers(z, 2),
                             .lowest = Vector::Constant(2, -1.0),
                             .highest = Vector::Constant(2, 1.0),
                             .gamma = 0.5});
  for (const Index j : {0, 1})  // a block for each channel
    model.blocks.push_back({.state = 2 * j,
                            .move = j,
                            .channel = j,
                            .law = numbers(2, 2),
                            .entry = numbers(2, 1),
                            .observation = numbers(1, 2),
                            .process = Matrix::Identity(2, 2),
                            .covariance = Matrix::Identity(2, 2)});
  model.noise = RowVector::Ones(D);
  model.bands = BandFactors(D);
  model.mean = numbers(m, 1);
  model.memory = {0.9, 0.95};
  return model;
}

SignalModel small_signal_model() {
  const Components level = {{IntegratedWiener{.order = 1}}},
                   sum = {{IntegratedWiener{.order = 2, .level_noise = 0.1},
                           Cycle{.period = 7.0, .decay = 0.1, .learns_period = true}, Matern{}}};
  return {.channels = {"x", "y"},
          .parts = {{.family = "level", .model = LinearModel(level, 0.1)},
                    {.family = "sum", .model = LinearModel(sum, 0.1)}}};
}

void filter_two_rows(const SignalModel& model) {
  const Matrix rows = numbers(2, model.dimension());
  (void)filter(model, rows);
  (void)smooth(model, rows);
}

void filter_two_rows(const StateModel& model) {
  const Matrix rows = numbers(2, model.dimension());
  (void)filter(model, rows);
  (void)smooth(model, rows);
}

void filter_two_rows(const Model& model) {
  Stepper stepper(model);
  for (const double value : {0.5, -0.25}) {
    stepper.predict();
    (void)stepper.update(RowVector::Constant(model.dimension(), value));
    stepper.mean();
    stepper.covariance();
    stepper.variance();
  }
}

}  // namespace elto::fuzz
