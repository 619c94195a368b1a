// SPDX-License-Identifier: Apache-2.0
#include "model_comparison.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/io/array_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kKey = "comparison";

ModelComparison comparison_from(const Json& models) {
  ModelComparison comparison;
  for (const Json& object : models) {
    ComparedModel model{.name = object.at("model").get<std::string>()};
    if (object.contains("problem")) {
      model.problem = object.at("problem").get<std::string>();
    } else {
      if (!object.at("score").is_null()) model.score = object.at("score").get<double>();
    }
    if (object.at("chosen").get<bool>()) comparison.best = comparison.models.size();
    comparison.models.push_back(std::move(model));
  }
  return comparison;
}

}  // namespace

std::vector<std::string> lines_of(const ModelComparison& comparison) {
  std::vector<std::string> lines{"log-likelihood of a held-out value, by model (standardised):"};
  for (std::size_t i = 0; i < comparison.models.size(); ++i) {
    const ComparedModel& model = comparison.models[i];
    if (!model.problem.empty()) {
      lines.push_back(fmt::format("  {:<8} not possible: {}", model.name, model.problem));
      continue;
    }
    std::string line = fmt::format("  {:<8} {:>9.4f}", model.name, model.score);
    if (model.seconds > 0.0) line += fmt::format(" {:>7.1f} s", model.seconds);
    if (i == comparison.best) line += "  chosen";
    lines.push_back(std::move(line));
  }
  return lines;
}

Json to_json(const ModelComparison& comparison) {
  Json models = Json::array();
  for (std::size_t i = 0; i < comparison.models.size(); ++i) {
    const ComparedModel& model = comparison.models[i];
    Json object = {{"model", model.name}, {"chosen", i == comparison.best}};
    if (model.problem.empty()) {
      object["score"] = std::isfinite(model.score) ? Json(model.score) : Json();
      object["seconds"] = model.seconds;
    } else {
      object["problem"] = model.problem;
    }
    models.push_back(std::move(object));
  }
  return models;
}

void note_in_model_file(const ModelComparison& comparison, const std::filesystem::path& path) {
  ArrayFile file = read_array_file(path);
  Json meta = Json::parse(file.meta);
  Json models = to_json(comparison);
  for (Json& model : models) model.erase("seconds");
  meta[kKey] = std::move(models);
  file.meta = meta.dump();
  write_array_file(file, path);
}

std::optional<ModelComparison> noted_in_model_file(const std::filesystem::path& path) {
  const Json meta = Json::parse(read_array_file(path).meta);
  if (!meta.contains(kKey)) return std::nullopt;
  try {
    return comparison_from(meta.at(kKey));
  } catch (const Json::exception&) {
    throw IoError(path.string(), "has a comparison of models that is not understood");
  }
}

}  // namespace elto::command
