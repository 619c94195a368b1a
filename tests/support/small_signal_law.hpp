// SPDX-License-Identifier: Apache-2.0
// Signal models with a law: a quadratic one, and one that is a trend once more, as the parts of its
// channels are.
#pragma once

#include <utility>
#include <vector>

#include "elto/model/signal_model.hpp"

#include "support/small_laws.hpp"

namespace elto::testing {

inline SignalLaw signal_law_of(LawModel model, std::vector<LawCoefficient> learned) {
  const Index D = model.channels(), K = std::ssize(learned);
  SignalLaw law{.family = "quadratic law", .columns = {}, .model = std::move(model)};
  for (Index d = 0; d < D; ++d) law.columns.push_back(d);
  law.offset = Vector{{7.0, -1.0}};
  law.scale = Vector{{2.0, 0.3}};
  law.step = 0.5;
  law.learned = std::move(learned);
  law.covariance = 1e-4 * Matrix::Identity(K, K);
  law.doubted = law.learned;
  law.doubt = 4.0 * law.covariance;
  return law;
}

inline ChannelModel trend_of(const SignalLaw& law, Index d) {
  return {.family = "trend",
          .model = LinearModel({{IntegratedWiener{.order = 2,
                                                  .noise = law.model.law.drift_noise[d],
                                                  .level_noise = law.model.law.level_noise[d]}}},
                               law.model.noise[d]),
          .offset = law.offset[d],
          .scale = law.scale[d],
          .step = law.step};
}

/// Of the channels of small_signal_series().
inline SignalModel with_law(const SignalLaw& law) {
  return {.channels = {"trend", "season"},
          .parts = {trend_of(law, 0), trend_of(law, 1)},
          .laws = {law}};
}
inline SignalModel with_quadratic_law() {
  return with_law(signal_law_of(quadratic_law(), {{1, 0}, {4, 1}}));
}
/// Its estimates are those of its parts.
inline SignalModel with_trend_as_law() {
  return with_law(signal_law_of(no_law(2), {}));
}
/// A channel that moves by a law with the second of two inputs.
inline SignalModel with_driven_law() {
  SignalLaw law{.family = "linear law",
                .columns = {0},
                .model = driven_law(0.2, 0.9),
                .offset = Vector{{7.0}},
                .scale = Vector{{2.0}},
                .inputs = {1},
                .input_offset = Vector{{3.0}},
                .input_scale = Vector{{1.5}},
                .step = 0.5,
                .learned = {{1, 0}, {2, 0}},
                .covariance = 1e-4 * Matrix::Identity(2, 2)};
  return {.channels = {"trend"},
          .parts = {trend_of(law, 0)},
          .laws = {law},
          .inputs = {"heat", "flow"}};
}

inline SignalModel without_laws(SignalModel model) {
  model.laws.clear();
  return model;
}

}  // namespace elto::testing
