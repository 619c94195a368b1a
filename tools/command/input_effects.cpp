// SPDX-License-Identifier: Apache-2.0
#include "input_effects.hpp"

#include <cmath>
#include <string>

#include "elto/model/law_equation.hpp"
#include "elto/model/signal_words.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/times.hpp"

#include "channel_names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

double deviation(const VectorView& values) {
  return std::sqrt((values.array() - values.mean()).square().mean());
}

/// Of the signal, by each effect on a channel.
Vector movements(const ChannelModel& part, const Series& series) {
  const Matrix responses = responses_of(part.effects, times_of(series), known_inputs(series));
  Vector moved(responses.cols());
  for (Index k = 0; k < moved.size(); ++k)
    moved[k] =
        std::abs(part.effects[static_cast<std::size_t>(k)].gain) * deviation(responses.col(k));
  return moved;
}

/// Those that an equation holds; whether it holds any.
bool mark_inputs(const LawEquation& equation, const SignalLaw& law, std::vector<char>& acts) {
  bool any = equation.bumps > 0;  // over coordinates and inputs
  if (any)
    for (const Index input : law.inputs) acts[static_cast<std::size_t>(input)] = 1;
  for (const EquationTerm& term : equation.terms)
    for (const Index variable : term.product)
      if (const Index input = variable - law.model.law.coordinates(); input >= 0) {
        acts[static_cast<std::size_t>(law.inputs[static_cast<std::size_t>(input)])] = 1;
        any = true;
      }
  return any;
}

}  // namespace

std::vector<Finding> input_findings(const SignalModel& model, const Series& series) {
  std::vector<Finding> findings;
  const std::vector<std::string> names = channel_names(model.channels, model.dimension());
  std::vector<char> acts(model.inputs.size(), 0), by_law(names.size(), 0);
  for (const SignalLaw& law : model.laws) {
    for (const Index column : law.columns) by_law[static_cast<std::size_t>(column)] = 1;
    for (const LawEquation& equation : equations_of(law))
      if (!law.inputs.empty() && mark_inputs(equation, law, acts))
        findings.push_back({.title = fmt::format("{} with inputs", law.family),
                            .sentence = to_text(equation, law, names, model.inputs) + "."});
  }
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (by_law[j]) continue;
    const ChannelModel& part = model.parts[j];
    const Vector moved = movements(part, series);
    for (std::size_t k = 0; k < part.effects.size(); ++k) {
      const auto input = static_cast<std::size_t>(part.effects[k].input);
      acts[input] = 1;
      findings.push_back(
          {.title = fmt::format("{} moves with {}", names[j], model.inputs[input]),
           .sentence = fmt::format("{} holds {}, which moves it by {:.3g} (standard deviation).",
                                   names[j], describe_effect(part, k, series.time, model.inputs),
                                   moved[static_cast<Index>(k)])});
    }
  }
  const std::vector<Index> missing = missing_inputs(series);
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const std::string& name = model.inputs[i];
    const auto column = known_inputs(series).col(static_cast<Index>(i)).eval();
    if (!acts[i])
      findings.push_back(
          {.title = fmt::format("No effect of {}", name),
           .sentence = column.minCoeff() == column.maxCoeff()
                           ? fmt::format("The input {} never changes: nothing can be said of what "
                                         "it does.",
                                         name)
                           : fmt::format("The input {} does nothing to the channels that could be "
                                         "told from chance.",
                                         name)});
    if (missing[i] > 0)
      findings.push_back(
          {.title = fmt::format("{} has gaps", name),
           .sentence = fmt::format(
               "{} of the input {} {} missing: taken to lie on a straight line "
               "between those before and after.",
               missing[i] == 1 ? std::string("1 entry") : fmt::format("{} entries", missing[i]),
               name, missing[i] == 1 ? "is" : "are")});
  }
  return findings;
}

nlohmann::ordered_json input_effects_json(const SignalModel& model, const Series& series) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  const std::vector<std::string> names = channel_names(model.channels, model.dimension());
  for (std::size_t j = 0; j < names.size(); ++j) {
    const ChannelModel& part = model.parts[j];
    const Vector moved = movements(part, series);
    nlohmann::ordered_json effects = nlohmann::ordered_json::array();
    for (std::size_t k = 0; k < part.effects.size(); ++k) {
      const InputEffect& effect = part.effects[k];
      const auto [low, high] = gain_interval(part, k);
      effects.push_back({{"input", model.inputs[static_cast<std::size_t>(effect.input)]},
                         {"gain", effect.gain},
                         {"low", low},
                         {"high", high},
                         {"lag", effect.lag},
                         {"moves_by", moved[static_cast<Index>(k)]}});
    }
    object[names[j]] = std::move(effects);
  }
  return object;
}

}  // namespace elto::command
