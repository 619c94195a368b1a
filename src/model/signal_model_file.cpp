// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model_file.hpp"

#include <string>
#include <utility>
#include <variant>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/version.hpp"

#include "model/matrix_json.hpp"
#include "model/signal_law_json.hpp"

#include <nlohmann/json.hpp>

namespace elto {
namespace {

constexpr int kSignalModelVersion = 4;
// Of a file that may be damaged: matrices are of n x n numbers.
constexpr Index kMostHarmonics = 50, kMostStates = 200;

nlohmann::json described(const IntegratedWiener& part) {
  return {{"kind", "integrated wiener"},
          {"order", part.order},
          {"noise", part.noise},
          {"level_noise", part.level_noise}};
}
nlohmann::json described(const Cycle& part) {
  return {{"kind", "cycle"},     {"period", part.period}, {"harmonics", part.harmonics},
          {"noise", part.noise}, {"decay", part.decay},   {"learns_period", part.learns_period}};
}
nlohmann::json described(const Matern& part) {
  return {{"kind", "matern"},
          {"order", part.order},
          {"variance", part.variance},
          {"length", part.length}};
}

Index whole(const nlohmann::json& number, std::string_view what, Index most) {
  require(number.is_number_integer(), what, "a whole number", number.dump());
  const auto value = number.get<std::int64_t>();
  require(value >= 1 && value <= most, what, concat("from 1 to ", most), value);
  return value;
}

Component component_from(const nlohmann::json& json) {
  const auto kind = json.at("kind").get<std::string>();
  if (kind == "integrated wiener")
    return IntegratedWiener{.order = whole(json.at("order"), "order", 3),
                            .noise = json.at("noise").get<double>(),
                            .level_noise = json.at("level_noise").get<double>()};
  if (kind == "cycle")
    return Cycle{.period = json.at("period").get<double>(),
                 .harmonics = whole(json.at("harmonics"), "harmonics", kMostHarmonics),
                 .noise = json.at("noise").get<double>(),
                 .decay = json.at("decay").get<double>(),
                 .learns_period = json.at("learns_period").get<bool>()};
  require(kind == "matern", "component", "of a kind that is known", kind);
  return Matern{.order = whole(json.at("order"), "order", 3),
                .variance = json.at("variance").get<double>(),
                .length = json.at("length").get<double>()};
}

Matrix square_from(const nlohmann::json& json) {
  return matrix_from(json, std::ssize(json));
}

nlohmann::json described(const std::vector<InputEffect>& effects) {
  nlohmann::json all = nlohmann::json::array();
  for (const InputEffect& effect : effects)
    all.push_back({{"input", effect.input},
                   {"gain", effect.gain},
                   {"centre", effect.centre},
                   {"lag", effect.lag}});
  return all;
}

std::vector<InputEffect> effects_from(const nlohmann::json& json) {
  std::vector<InputEffect> effects;
  for (const nlohmann::json& stored : json)
    effects.push_back({.input = stored.at("input").get<Index>(),
                       .gain = stored.at("gain").get<double>(),
                       .centre = stored.at("centre").get<double>(),
                       .lag = stored.at("lag").get<double>()});
  return effects;
}

ChannelModel part_from(const nlohmann::json& json) {
  std::vector<Component> components;
  Index states = 0;
  for (const nlohmann::json& stored : json.at("components")) {
    components.push_back(component_from(stored));
    states += std::visit([](const auto& kind) { return kind.readout().size(); }, components.back());
    require(states <= kMostStates, "components", concat("of at most ", kMostStates, " states"),
            states);
  }
  return {.family = json.at("family").get<std::string>(),
          .model = LinearModel(Components(std::move(components)), json.at("noise").get<double>()),
          .offset = json.at("offset").get<double>(),
          .scale = json.at("scale").get<double>(),
          .step = json.at("step").get<double>(),
          .intervenes = json.at("intervenes").get<bool>(),
          .bursts = json.value("bursts", false),
          .noise_evidence = json.at("noise_evidence").get<double>(),
          .uncertainty = square_from(json.at("uncertainty")),
          .effects = effects_from(json.at("effects")),
          .gain_covariance = square_from(json.at("gain_covariance"))};
}

}  // namespace

ArrayFile to_array_file(const SignalModel& model) {
  nlohmann::json parts = nlohmann::json::array();
  for (const ChannelModel& part : model.parts) {
    nlohmann::json components = nlohmann::json::array();
    for (const Component& component : part.model.dynamics.parts())
      components.push_back(std::visit([](const auto& kind) { return described(kind); }, component));
    parts.push_back({{"family", part.family},
                     {"components", std::move(components)},
                     {"noise", part.model.noise[0]},
                     {"offset", part.offset},
                     {"scale", part.scale},
                     {"step", part.step},
                     {"intervenes", part.intervenes},
                     {"bursts", part.bursts},
                     {"noise_evidence", part.noise_evidence},
                     {"uncertainty", nested(part.uncertainty)},
                     {"effects", described(part.effects)},
                     {"gain_covariance", nested(part.gain_covariance)}});
  }
  nlohmann::json laws = nlohmann::json::array();
  for (const SignalLaw& law : model.laws) laws.push_back(described(law));
  ArrayFile file;
  file.kind = kSignalModelKind;
  file.kind_version = kSignalModelVersion;
  file.meta = nlohmann::json{{"written_by", version},
                             {"channels", model.channels},
                             {"inputs", model.inputs},
                             {"parts", std::move(parts)},
                             {"laws", std::move(laws)}}
                  .dump();
  return file;
}

void save(const SignalModel& model, const std::filesystem::path& path) {
  write_array_file(to_array_file(model), path);
}

SignalModel signal_model_from(const ArrayFile& file) {
  file.require_kind(kSignalModelKind, kSignalModelVersion);
  SignalModel model;
  const auto refuse = [&](const std::exception& problem) {
    return IoError(file.name,
                   concat("description not understood: ", std::string_view(problem.what())));
  };
  try {
    const nlohmann::json json = nlohmann::json::parse(file.meta);
    model.channels = json.at("channels").get<std::vector<std::string>>();
    model.inputs = json.at("inputs").get<std::vector<std::string>>();
    for (const nlohmann::json& part : json.at("parts")) model.parts.push_back(part_from(part));
    for (const nlohmann::json& law : json.at("laws")) model.laws.push_back(signal_law_from(law));
    validate(model);
  } catch (const nlohmann::json::exception& problem) {
    throw refuse(problem);
  } catch (const InvalidArgument& problem) {
    throw refuse(problem);
  }
  return model;
}

SignalModel load_signal_model(const std::filesystem::path& path) {
  return signal_model_from(read_array_file(path));
}

}  // namespace elto
