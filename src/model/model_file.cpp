// SPDX-License-Identifier: Apache-2.0
#include "elto/model/model_file.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/io/array_file.hpp"
#include "elto/version.hpp"

#include <nlohmann/json.hpp>

namespace elto {

NLOHMANN_JSON_SERIALIZE_ENUM(NoiseStructure, {{NoiseStructure::scalar, "scalar"},
                                              {NoiseStructure::diagonal, "diagonal"},
                                              {NoiseStructure::full, "full"}})

namespace {

constexpr std::string_view kModelKind = "model";
constexpr int kModelVersion = 2;

Matrix to_matrix(const Transitions& transitions) {
  Matrix pairs(transitions.count(), 2);
  for (Index i = 0; i < transitions.count(); ++i) {
    pairs(i, 0) = static_cast<double>(transitions.from[static_cast<std::size_t>(i)]);
    pairs(i, 1) = static_cast<double>(transitions.to[static_cast<std::size_t>(i)]);
  }
  return pairs;
}

Transitions to_transitions(const Matrix& pairs, Index states, const std::string& path) {
  if (pairs.cols() != 2) throw IoError(path, "array transitions has not two columns");
  for (const double state : pairs.reshaped())  // before it becomes an index: NaN is none
    if (!(state >= 0.0 && state < static_cast<double>(states)))
      throw IoError(path, concat("a transition leads to state ", state, " of ", states));
  Transitions transitions;
  for (Index i = 0; i < pairs.rows(); ++i) {
    transitions.from.push_back(static_cast<Index>(pairs(i, 0)));
    transitions.to.push_back(static_cast<Index>(pairs(i, 1)));
  }
  return transitions;
}

// Every array of a model under its name in the file, for writing and for reading.
template <class AnyModel, class Visit>
void visit_arrays(AnyModel& model, Visit visit) {
  visit("scaling.offset", model.scaling.offset);
  visit("scaling.scale", model.scaling.scale);
  visit("correlations", model.correlations);
  visit("states", model.data.states);
  visit("observations", model.data.observations);
  visit("operators.spectrum", model.operators.spectrum);
  visit("operators.F", model.operators.F);
  visit("operators.F2", model.operators.F2);
  visit("operators.A", model.operators.A);
  visit("operators.B", model.operators.B);
  visit("operators.GB", model.operators.GB);
  visit("operators.Phi", model.operators.Phi);
  visit("operators.C", model.operators.C);
  visit("initial.mean", model.initial.mean);
  visit("initial.factor", model.initial.factor);
  visit("initial.weights", model.initial.weights);
  visit("initial.points", model.initial.points);
  visit("noise.process_factor", model.noise.process_factor);
  visit("noise.measurement_factor", model.noise.measurement_factor);
  visit("estimate_factor", model.estimate_factor);
  visit("prediction_factor", model.prediction_factor);
  visit("smoother_factor", model.smoother_factor);
}

nlohmann::json to_json(const Model& model) {
  const OperatorOptions& operators = model.operator_options;
  const AdaptationOptions& adaptation = model.adaptation;
  return {
      {"written_by", version},
      {"channels", model.channels},
      {"window", model.window},
      {"state_kernel", to_text(operators.state_kernel)},
      {"observation_kernel", to_text(operators.observation_kernel)},
      {"transition_ridge", operators.transition_ridge},
      {"observation_ridge", operators.observation_ridge},
      {"rank", {{"tolerance", operators.rank.tolerance}, {"max_rank", operators.rank.max_rank}}},
      {"update", model.update},
      {"noise_structure", model.noise_structure},
      {"adaptation",
       {{"window", adaptation.window},
        {"measurement_memory", adaptation.measurement_memory},
        {"process_memory", adaptation.process_memory},
        {"threshold", adaptation.threshold}}}};
}

// The library would cast any number to an integer, also one that is far too large.
Index whole_number(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = object.at(key);
  require(value.is_number_integer(), key, "a whole number", value.dump());
  return value.get<Index>();
}

Kernel kernel_at(const nlohmann::json& object, const char* key) {
  Kernel kernel = kernel_from_text(object.at(key).get<std::string>());
  validate(kernel, key);
  return kernel;
}

UpdateRule update_at(const nlohmann::json& object, const char* key) {
  const Index rule = whole_number(object, key);
  require(rule >= 0 && rule <= static_cast<Index>(UpdateRule::as_printed), key, "0 or 1", rule);
  return static_cast<UpdateRule>(rule);
}

void from_json(const nlohmann::json& json, Model& model) {
  model.channels = json.at("channels").get<std::vector<std::string>>();
  model.window = whole_number(json, "window");
  OperatorOptions& operators = model.operator_options;
  operators.state_kernel = kernel_at(json, "state_kernel");
  operators.observation_kernel = kernel_at(json, "observation_kernel");
  operators.transition_ridge = json.at("transition_ridge");
  operators.observation_ridge = json.at("observation_ridge");
  operators.rank = {json.at("rank").at("tolerance"), whole_number(json.at("rank"), "max_rank")};
  model.update = update_at(json, "update");
  model.noise_structure = json.at("noise_structure");
  const auto& adaptation = json.at("adaptation");
  model.adaptation = {whole_number(adaptation, "window"), adaptation.at("measurement_memory"),
                      adaptation.at("process_memory"), adaptation.at("threshold")};
  validate(model.adaptation);
}

// A file with a good checksum may still come from elsewhere: shapes are checked before use.
void require_consistent(const Model& model, const std::string& path) {
  const TransferOperators& op = model.operators;
  const Index N = op.F.rows(), N2 = model.data.transitions.count(), r = op.Phi.rows(),
              D = model.scaling.offset.size(), s = model.initial.factor.cols();
  const auto check = [&](std::string_view name, const auto& array, Index rows, Index cols) {
    if (array.rows() != rows || array.cols() != cols)
      throw IoError(path, concat("array ", name, " is ", array.rows(), " x ", array.cols(),
                                 " instead of ", rows, " x ", cols));
  };
  const auto square = [&](std::string_view name, const Matrix& factor, Index most) {
    check(name, factor, factor.rows(), factor.rows());
    if (factor.rows() < 1 || factor.rows() > most)
      throw IoError(path, concat(name, " is too large"));
  };
  if (D < 1 || r < 1 || N < 1) throw IoError(path, "the model is empty");
  if (N2 > N) throw IoError(path, concat("has ", N2, " transitions between ", N, " states"));
  check("scaling.scale", model.scaling.scale, 1, D);
  check("estimate_factor", model.estimate_factor, 1, D);
  check("prediction_factor", model.prediction_factor, 1, D);
  check("smoother_factor", model.smoother_factor, 1, D);
  check("states", model.data.states, N, model.data.states.cols());
  check("observations", model.data.observations, N, D);
  check("operators.spectrum", op.spectrum, r, 1);
  check("operators.F", op.F, N, r);
  check("operators.F2", op.F2, N2, r);
  check("operators.A", op.A, N2, r);
  check("operators.B", op.B, N, r);
  check("operators.GB", op.GB, N, r);
  check("operators.Phi", op.Phi, r, r);
  check("operators.C", op.C, D, r);
  check("initial.mean", model.initial.mean, r, 1);
  check("initial.factor", model.initial.factor, r, s);
  check("initial.weights", model.initial.weights, N2, s);
  square("noise.process_factor", model.noise.process_factor, N2);
  square("noise.measurement_factor", model.noise.measurement_factor, N);
  if (!model.channels.empty() && static_cast<Index>(model.channels.size()) != D)
    throw IoError(path,
                  concat("has ", model.channels.size(), " channel names for ", D, " channels"));
}

}  // namespace

void save(const Model& model, const std::filesystem::path& path) {
  ArrayFile file;
  file.kind = kModelKind;
  file.kind_version = kModelVersion;
  file.meta = to_json(model).dump();
  visit_arrays(model,
               [&](const char* name, const auto& array) { file.arrays.emplace_back(name, array); });
  file.arrays.emplace_back("transitions", to_matrix(model.data.transitions));
  write_array_file(file, path);
}

Model model_from(const ArrayFile& file) {
  file.require_kind(kModelKind, kModelVersion);
  Model model;
  try {
    from_json(nlohmann::json::parse(file.meta), model);
  } catch (const nlohmann::json::exception& problem) {
    throw IoError(file.name,
                  concat("description not understood: ", std::string_view(problem.what())));
  } catch (const InvalidArgument& problem) {
    throw IoError(file.name,
                  concat("description not understood: ", std::string_view(problem.what())));
  }
  visit_arrays(model, [&]<class Array>(const char* name, Array& array) {
    const Matrix& stored = file.array(name);
    if (stored.cols() != Array::ColsAtCompileTime && Array::ColsAtCompileTime == 1)
      throw IoError(file.name, concat("array ", std::string_view(name), " is not a column"));
    if (stored.rows() != Array::RowsAtCompileTime && Array::RowsAtCompileTime == 1)
      throw IoError(file.name, concat("array ", std::string_view(name), " is not a row"));
    array = stored;
  });
  model.data.transitions =
      to_transitions(file.array("transitions"), model.operators.F.rows(), file.name);
  model.operators.observation_kernel = model.operator_options.observation_kernel;
  require_consistent(model, file.name);
  return model;
}

Model load(const std::filesystem::path& path) {
  return model_from(read_array_file(path));
}

}  // namespace elto
