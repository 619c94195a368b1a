// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>

#include "elto/core/text.hpp"
#include "elto/diagnostics/noise_level.hpp"
#include "elto/model/any_model.hpp"
#include "elto/model/law_equation.hpp"
#include "elto/model/signal_words.hpp"

#include "channel_names.hpp"
#include "common_options.hpp"
#include "input_data.hpp"
#include "model_comparison.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

struct InfoArguments {
  std::string file;
  InputOptions read;
  CommonOptions common;
};

struct Description {
  Json object;
  std::vector<std::string> lines;

  template <class Value>
  void add(const char* name, const Value& value, const std::string& shown) {
    object[name] = value;
    lines.push_back(fmt::format("{:<20} {}", name, shown));
  }
};

Description description_of(const Model& model) {
  Description description{{{"kind", "model"}}, {}};
  description.add("model", "paper", "paper (ELTO-AKF)");
  const auto names = channel_names(model.channels, model.dimension());
  description.add("channels", names, with_commas(names));
  description.add("window", model.window, text(model.window));
  description.add("samples", model.operators.samples(), text(model.operators.samples()));
  description.add("features", model.operators.rank(), text(model.operators.rank()));
  const std::string state_kernel = to_text(model.operator_options.state_kernel);
  description.add("state_kernel", state_kernel, state_kernel);
  const std::string observation_kernel = to_text(model.operator_options.observation_kernel);
  description.add("observation_kernel", observation_kernel, observation_kernel);
  const Index blocks = model.noise.process_factor.rows();
  description.add("noise_blocks", blocks, text(blocks));
  description.add("adapts", model.adaptation.active(),
                  model.adaptation.active() ? "yes, the noise is adapted while filtering" : "no");
  return description;
}

Description description_of(const SignalModel& model) {
  Description description{{{"kind", "model"}}, {}};
  description.add("model", "engine", "engine");
  const auto names = channel_names(model.channels, model.dimension());
  description.add("channels", names, with_commas(names));
  if (!model.inputs.empty()) description.add("inputs", model.inputs, with_commas(model.inputs));
  Json families = Json::object();
  for (std::size_t j = 0; j < names.size(); ++j) {
    const ChannelModel& part = model.parts[j];
    const double noise = part.scale * std::sqrt(part.model.noise[0]);
    families[names[j]] = {{"family", part.family}, {"noise", noise}};
    description.lines.push_back(fmt::format(
        "{:<20} {}; noise {:.4g}", names[j],
        part.family == kConstantFamily ? part.family : describe(part.model.dynamics, 1.0, {}),
        noise));
    for (std::size_t k = 0; k < part.effects.size(); ++k)
      description.lines.push_back(
          fmt::format("{:<20} {}", "", describe_effect(part, k, {}, model.inputs)));
  }
  description.object["families"] = families;
  Json laws = Json::array();
  for (const SignalLaw& law : model.laws) {
    Json equations = Json::array();
    description.lines.push_back(
        fmt::format("{:<20} {}", with_commas(names_of(law, names)), law.family));
    for (const LawEquation& equation : equations_of(law)) {
      equations.push_back(to_text(equation, law, names, model.inputs));
      description.lines.push_back(
          fmt::format("{:<20} {}", "", to_text(equation, law, names, model.inputs)));
    }
    laws.push_back({{"family", law.family},
                    {"channels", names_of(law, names)},
                    {"equations", std::move(equations)}});
  }
  if (!laws.empty()) description.object["laws"] = std::move(laws);
  return description;
}

Description description_of(const StateModel& model) {
  Description description{{{"kind", "model"}}, {}};
  description.add("model", "default", "default");
  const auto names = channel_names(model.channels, model.dimension());
  description.add("channels", names, with_commas(names));
  description.add("order", model.order,
                  model.order == 1 ? "1, positions" : fmt::format("{}, differences", model.order));
  const auto state_name = [&](Index channel) {
    return model.latent ? concat("latent ", channel + 1) : names[static_cast<std::size_t>(channel)];
  };
  Json inputs = Json::object();
  for (const StateMapPart& part : model.map.parts)
    for (const Index output : part.outputs) {
      std::vector<std::string> of;
      for (const Index input : part.inputs) {
        const StatePlace place = place_of(model, input);
        of.push_back(concat(place.difference == 0 ? "" : fmt::format("d{} ", place.difference),
                            state_name(place.channel)));
      }
      const std::string name = state_name(output);
      inputs[name] = of;
      description.lines.push_back(fmt::format("{:<20} moves by {}", name, with_commas(of)));
    }
  description.object["inputs"] = inputs;
  const bool adapts = model.memory != NoiseMemory{};
  description.add("adapts", adapts, adapts ? "yes, the noise is adapted while filtering" : "no");
  return description;
}

double mean_of(const VectorView& values, Index& known) {
  double sum = 0.0;
  known = 0;
  for (const double value : values)
    if (!std::isnan(value)) {
      sum += value;
      ++known;
    }
  return sum / static_cast<double>(known);
}

/// With so many significant digits; a dash where there is no number.
std::string figure(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}g}", value, digits) : "-";
}

Description description_of(const Series& series) {
  Description description{{{"kind", "data"}}, {}};
  const auto names = channel_names(series.channels, series.dimension());
  description.add("rows", series.rows(), text(series.rows()));
  if (!series.time.empty()) {
    const auto shown = [&](Index row) {
      return series.time.labels.empty() ? text(series.time.values[row])
                                        : series.time.labels[static_cast<std::size_t>(row)];
    };
    const Index last = series.rows() - 1;
    description.add("time", series.time.name,
                    fmt::format("{}, from {} to {}", series.time.name, shown(0), shown(last)));
  }
  description.lines.push_back(fmt::format("\n{:<20} {:>12} {:>12} {:>12} {:>8}", "channel", "mean",
                                          "std", "noise level", "missing"));
  const RowVector noise = noise_level(series);
  Json channels = Json::object();
  for (Index i = 0; i < series.dimension(); ++i) {
    Index known = 0;
    const Vector column = series.values.col(i);
    const double mean = mean_of(column, known);
    const Vector squares = (column.array() - mean).square();
    const double deviation = std::sqrt(mean_of(squares, known));
    const std::string& name = names[static_cast<std::size_t>(i)];
    channels[name] = {{"mean", mean},
                      {"std", deviation},
                      {"noise_level", noise[i]},
                      {"missing", series.rows() - known}};
    description.lines.push_back(fmt::format("{:<20} {:>12} {:>12} {:>12} {:>8}", name,
                                            figure(mean, 5), figure(deviation, 5),
                                            figure(noise[i], 3), series.rows() - known));
  }
  description.object["channels"] = channels;
  return description;
}

Description describe_model(const std::string& path) {
  Description description =
      std::visit([](const auto& model) { return description_of(model); }, load_any(path));
  if (const auto comparison = noted_in_model_file(path)) {
    description.object["comparison"] = to_json(*comparison);
    for (std::string& line : lines_of(*comparison)) description.lines.push_back(std::move(line));
  }
  return description;
}

void run(const InfoArguments& arguments) {
  const bool is_model = arguments.file.ends_with(".elto");
  const Description description =
      is_model ? describe_model(arguments.file)
               : description_of(read_input(arguments.file, arguments.read, arguments.common));
  print_summary(description.object, description.lines, arguments.common, false);
}

}  // namespace

Verb info_verb() {
  const auto arguments = std::make_shared<InfoArguments>();
  return {.name = "info",
          .summary = "What is in a data file or a model",
          .description =
              "Of data: rows, time, and mean, spread, noise level and missing entries per channel. "
              "Of a model (.elto): channels, size, kernels.",
          .positionals = {{"FILE", "Model file (.elto). " + input_description(),
                           [arguments](const std::string& value) { arguments->file = value; }}},
          .options = joined({options_of(arguments->read), options_of(arguments->common)}),
          .examples = {{"elto info noisy.csv", "what is in the data"},
                       {"elto info machine.elto --json", "what is in the model, for a program"}},
          .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
