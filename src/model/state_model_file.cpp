// SPDX-License-Identifier: Apache-2.0
#include "elto/model/state_model_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/version.hpp"

#include "linalg/packed.hpp"

#include <nlohmann/json.hpp>

namespace elto {
namespace {

constexpr int kStateModelVersion = 3;

nlohmann::json to_json(const StateModel& model) {
  nlohmann::json map_parts = nlohmann::json::array();
  for (const StateMapPart& part : model.map.parts)
    map_parts.push_back(
        {{"inputs", part.inputs}, {"outputs", part.outputs}, {"gamma", part.gamma}});
  nlohmann::json blocks = nlohmann::json::array();
  for (const StateBlock& block : model.blocks)
    blocks.push_back({{"moves", block.moves()}, {"channels", block.channels()}});
  return {
      {"written_by", version},
      {"channels", model.channels},
      {"order", model.order},
      {"latent", model.latent},
      {"blocks", blocks},
      {"parts", map_parts},
      {"memory", {{"measurement", model.memory.measurement}, {"process", model.memory.process}}}};
}

std::string name_of(Index part, const char* array) {
  return concat("map.", part, ".", std::string_view(array));
}

/// Whole numbers below a bound, no two of them the same.
std::vector<Index> places(const nlohmann::json& list, Index bound) {
  std::vector<Index> result;
  require(list.is_array() && !list.empty(), "places", "a list", list.dump());
  for (const nlohmann::json& place : list) {
    require(place.is_number_integer(), "place", "a whole number", place.dump());
    const auto value = place.get<std::int64_t>();
    require(value >= 0 && value < bound, "place", concat("below ", bound), value);
    require(std::ranges::find(result, value) == result.end(), "place", "listed once", value);
    result.push_back(value);
  }
  return result;
}

void read_packed(const ArrayFile& file, const char* name, StateModel& model,
                 Matrix StateBlock::*part) {
  unpack(file.array(name, packed_size(model.blocks, part), 1).col(0), model.blocks, part);
}

Index count(const nlohmann::json& number, std::string_view what) {
  require(number.is_number_integer() && number.get<std::int64_t>() >= 1, what, "at least 1",
          number.dump());
  return number.get<Index>();
}

/// Their shapes, checked against what the file holds before anything is made of that size.
void read_blocks(const nlohmann::json& list, const ArrayFile& file, Index D, StateModel& model) {
  const Index states = file.array("mean").rows();
  Index state = 0, move = 0, channel = 0, laws = 0, observations = 0;
  for (const nlohmann::json& stored : list) {
    const Index o = count(stored.at("moves"), "moves"),
                c = count(stored.at("channels"), "channels");
    require(o <= states && c <= D, "blocks", "within the state and the channels", stored.dump());
    require(model.latent || o == c, "blocks", "of a move for each channel", stored.dump());
    const Index n = (model.order + 1) * o;
    StateBlock block{.state = state, .move = move, .channel = channel};
    state += n;
    move += o;
    channel += c;
    laws += n * n;
    observations += c * n;
    require(state <= states && channel <= D, "blocks", "within the state and the channels", state);
    require(laws <= file.array("law").size(), "blocks", "as large as the array law", laws);
    require(observations <= file.array("observation").size(), "blocks",
            "as large as the array observation", observations);
    block.law = block.process = block.covariance = Matrix(n, n);
    block.entry = Matrix(n, o);
    block.observation = Matrix(c, n);
    model.blocks.push_back(std::move(block));
  }
  require(state == states && channel == D, "blocks", "all of the state and of the channels", state);
  model.map.inputs = state;
  model.map.outputs = move;
}

double factor(const nlohmann::json& number) {
  const double value = number.get<double>();
  require(value > 0.0 && value <= 1.0, "memory", "in (0, 1]", value);
  return value;
}

void read_description(const nlohmann::json& json, const ArrayFile& file, Index D,
                      StateModel& model) {
  model.channels = json.at("channels").get<std::vector<std::string>>();
  require(model.channels.empty() || std::ssize(model.channels) == D, "channels",
          concat(D, " names"), model.channels.size());
  const nlohmann::json& order = json.at("order");
  require(order.is_number_integer() && order.get<std::int64_t>() >= 1 &&
              order.get<std::int64_t>() <= 16,
          "order", "from 1 to 16", order.dump());
  model.order = order.get<Index>();
  model.memory = {factor(json.at("memory").at("measurement")),
                  factor(json.at("memory").at("process"))};
  model.latent = json.at("latent").get<bool>();
  read_blocks(json.at("blocks"), file, D, model);
  for (const nlohmann::json& stored : json.at("parts")) {
    StateMapPart part;
    part.inputs = places(stored.at("inputs"), model.map.inputs);
    part.outputs = places(stored.at("outputs"), model.map.outputs);
    part.gamma = stored.at("gamma").get<double>();
    model.map.parts.push_back(std::move(part));
  }
}

/// Positive numbers.
const Matrix& factors(const ArrayFile& file, const char* name, Index rows, Index cols) {
  const Matrix& array = file.array(name, rows, cols);
  if (!array.allFinite() || !(array.array() > 0.0).all())
    throw IoError(file.name, concat("array ", std::string_view(name), " is not positive"));
  return array;
}

void read_arrays(const ArrayFile& file, StateModel& model) {
  const Index D = model.scaling.dimension();
  model.scaling.scale = file.array("scaling.scale", 1, D);
  model.noise = file.array("noise", 1, D);
  model.mean = file.array("mean", model.map.inputs, 1);
  read_packed(file, "law", model, &StateBlock::law);
  read_packed(file, "entry", model, &StateBlock::entry);
  read_packed(file, "observation", model, &StateBlock::observation);
  read_packed(file, "process", model, &StateBlock::process);
  read_packed(file, "covariance", model, &StateBlock::covariance);
  model.bands.filter = factors(file, "bands.filter", 1, D);
  model.bands.lag = factors(file, "bands.lag", 1, D);
  model.bands.smoother = factors(file, "bands.smoother", 1, D);
  model.bands.forecast = factors(file, "bands.forecast", std::ssize(forecast_horizons), D);
  for (std::size_t i = 0; i < model.map.parts.size(); ++i) {
    StateMapPart& part = model.map.parts[i];
    const auto at = static_cast<Index>(i);
    const Index n = std::ssize(part.inputs), o = std::ssize(part.outputs);
    part.offset = file.array(name_of(at, "offset"), o, 1);
    part.linear = file.array(name_of(at, "linear"), o, n);
    part.quadratic = file.array(name_of(at, "quadratic"), n, o * n);
    part.landmarks = file.array(name_of(at, "landmarks"));
    const Index z = part.landmarks.rows();
    part.landmarks = file.array(name_of(at, "landmarks"), z, n);
    part.radial = file.array(name_of(at, "radial"), o, z);
    part.lowest = file.array(name_of(at, "lowest"), n, 1);
    part.highest = file.array(name_of(at, "highest"), n, 1);
    if (!(part.lowest.array() <= part.highest.array()).all())
      throw IoError(file.name, concat("array ", name_of(at, "lowest"), " is above the highest"));
  }
}

}  // namespace

void save(const StateModel& model, const std::filesystem::path& path) {
  ArrayFile file;
  file.kind = kStateModelKind;
  file.kind_version = kStateModelVersion;
  file.meta = to_json(model).dump();
  file.arrays = {{"scaling.offset", model.scaling.offset},
                 {"scaling.scale", model.scaling.scale},
                 {"noise", model.noise},
                 {"mean", model.mean},
                 {"law", packed(model.blocks, &StateBlock::law)},
                 {"entry", packed(model.blocks, &StateBlock::entry)},
                 {"observation", packed(model.blocks, &StateBlock::observation)},
                 {"process", packed(model.blocks, &StateBlock::process)},
                 {"covariance", packed(model.blocks, &StateBlock::covariance)},
                 {"bands.filter", model.bands.filter},
                 {"bands.lag", model.bands.lag},
                 {"bands.smoother", model.bands.smoother},
                 {"bands.forecast", model.bands.forecast}};
  for (std::size_t i = 0; i < model.map.parts.size(); ++i) {
    const StateMapPart& part = model.map.parts[i];
    const auto at = static_cast<Index>(i);
    file.arrays.emplace_back(name_of(at, "offset"), part.offset);
    file.arrays.emplace_back(name_of(at, "linear"), part.linear);
    file.arrays.emplace_back(name_of(at, "quadratic"), part.quadratic);
    file.arrays.emplace_back(name_of(at, "landmarks"), part.landmarks);
    file.arrays.emplace_back(name_of(at, "radial"), part.radial);
    file.arrays.emplace_back(name_of(at, "lowest"), part.lowest);
    file.arrays.emplace_back(name_of(at, "highest"), part.highest);
  }
  write_array_file(file, path);
}

StateModel state_model_from(const ArrayFile& file) {
  file.require_kind(kStateModelKind, kStateModelVersion);
  StateModel model;
  const Matrix& offset = file.array("scaling.offset");
  if (offset.rows() != 1 || offset.cols() < 1)
    throw IoError(file.name, "array scaling.offset is not a row");
  model.scaling.offset = offset;
  try {
    read_description(nlohmann::json::parse(file.meta), file, offset.cols(), model);
  } catch (const nlohmann::json::exception& problem) {
    throw IoError(file.name,
                  concat("description not understood: ", std::string_view(problem.what())));
  } catch (const InvalidArgument& problem) {
    throw IoError(file.name,
                  concat("description not understood: ", std::string_view(problem.what())));
  }
  read_arrays(file, model);
  return model;
}

StateModel load_state_model(const std::filesystem::path& path) {
  return state_model_from(read_array_file(path));
}

}  // namespace elto
