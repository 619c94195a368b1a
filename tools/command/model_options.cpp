// SPDX-License-Identifier: Apache-2.0
#include "model_options.hpp"

#include <array>
#include <string_view>

#include "option_value.hpp"

namespace elto::command {

template <>
struct EnumNames<ModelChoice> {
  static constexpr std::array<std::pair<std::string_view, ModelChoice>, 5> names = {
      {{"default", ModelChoice::standard},
       {"engine", ModelChoice::engine},
       {"state", ModelChoice::state},
       {"paper", ModelChoice::paper},
       {"auto", ModelChoice::best}}};
};
template <>
struct EnumNames<Scaling> {
  static constexpr std::array<std::pair<std::string_view, Scaling>, 2> names = {
      {{"standardise", Scaling::standardise}, {"none", Scaling::none}}};
};
template <>
struct EnumNames<InitialBelief> {
  static constexpr std::array<std::pair<std::string_view, InitialBelief>, 2> names = {
      {{"stationary", InitialBelief::stationary}, {"uniform_basis", InitialBelief::uniform_basis}}};
};
template <>
struct EnumNames<UpdateRule> {
  static constexpr std::array<std::pair<std::string_view, UpdateRule>, 2> names = {
      {{"guarded", UpdateRule::guarded}, {"as_printed", UpdateRule::as_printed}}};
};
template <>
struct EnumNames<NoiseStructure> {
  static constexpr std::array<std::pair<std::string_view, NoiseStructure>, 3> names = {
      {{"scalar", NoiseStructure::scalar},
       {"diagonal", NoiseStructure::diagonal},
       {"full", NoiseStructure::full}}};
};

namespace {

constexpr const char* kChoiceGroup = "Model";
constexpr const char* kModelGroup = "Model paper (every default is meant to be left alone)";
constexpr const char* kTuningGroup = "Tuning of model paper";

/// Visits every option once: visit(name, placeholder, field, description, group).
template <class Arguments, class Visit>
void visit_options(Arguments& arguments, Visit visit) {
  auto& model = arguments.model;
  auto& fit = arguments.fit;
  visit("model", "KIND", arguments.choice,
        "Engine: levels, trends, cycles and seasons in continuous time, at the real times of the "
        "rows, with outliers and jumps set aside; state: learns how channels move each other from "
        "row to row; default: the engine where times are not regular or rows fewer than 300, else "
        "state; paper: the ELTO-AKF of the paper, with the options below; auto: fits state, the "
        "paper's and a trend, and keeps the one that predicts held-out rows best (of the paper's, "
        "at most 100 candidates are tried for that)",
        kChoiceGroup);
  visit("window", "N", model.window, "Rows in a past or future window", kModelGroup);
  visit("scaling", "RULE", model.scaling, "What is done to each channel first", kModelGroup);
  visit("initial", "RULE", model.initial, "What is believed before the first row", kModelGroup);
  visit("update", "RULE", model.update,
        "How the update is kept proper; as_printed: the paper's rule to the letter", kModelGroup);
  visit("spectral.dimension", "N", model.spectral.dimension,
        "Latent dimension, at most the window; 0: as the window", kModelGroup);
  visit("spectral.epochs", "N", model.spectral.epochs, "Steps of the spectral learning",
        kModelGroup);
  visit("spectral.learning_rate", "X", model.spectral.learning_rate, "Size of these steps",
        kModelGroup);
  visit("spectral.landmarks", "N", model.spectral.landmarks,
        "Observations that carry the observable", kModelGroup);
  visit("operators.state_kernel", "KERNEL", model.operators.state_kernel,
        "Kernel on states, such as 'rbf(median)' or 'rbf + 0.1 * linear'", kModelGroup);
  visit("operators.observation_kernel", "KERNEL", model.operators.observation_kernel,
        "Kernel on observations", kModelGroup);
  visit("operators.transition_ridge", "X", model.operators.transition_ridge,
        "Ridge of the transfer operator", kModelGroup);
  visit("operators.observation_ridge", "X", model.operators.observation_ridge,
        "Ridge of the observation operator", kModelGroup);
  visit("operators.rank.max_rank", "N", model.operators.rank.max_rank, "Features at most",
        kModelGroup);
  visit("operators.rank.tolerance", "X", model.operators.rank.tolerance,
        "Part of the kernel that features may miss", kModelGroup);
  visit("noise.blocks", "N", model.noise.blocks, "Blocks of the noise covariances", kModelGroup);
  visit("noise.structure", "KIND", model.noise.structure, "Structure of the noise covariances",
        kModelGroup);
  visit("noise.process", "X", model.noise.process, "Process noise to start from", kModelGroup);
  visit("noise.measurement", "X", model.noise.measurement, "Measurement noise to start from",
        kModelGroup);
  visit("adaptation.window", "N", model.adaptation.window, "Rows between two adaptations",
        kModelGroup);
  visit("adaptation.measurement_memory", "X", model.adaptation.measurement_memory,
        "How much of the measurement noise is kept at an adaptation; 1: all, no adaptation",
        kModelGroup);
  visit("adaptation.process_memory", "X", model.adaptation.process_memory,
        "The same for the process noise", kModelGroup);
  visit("held_out", "X", fit.held_out, "Share of the rows to tune on, between 0 and 1",
        kTuningGroup);
  visit("tuning.ridges", "true|false", fit.tuning.ridges, "Tune the ridges too", kTuningGroup);
  visit("tuning.scales", "true|false", fit.tuning.scales, "Tune the kernel scales too; slow",
        kTuningGroup);
  visit("tuning.memory", "true|false", fit.tuning.memory,
        "Tune the memory of the adaptation too, where it is between 0 and 1", kTuningGroup);
  visit("tuning.search.evaluations", "N", fit.tuning.search.evaluations, "Candidates to try",
        kTuningGroup);
  visit("tuning.search.restarts", "N", fit.tuning.search.restarts,
        "Restarts of the search when it stops early", kTuningGroup);
}

}  // namespace

void FitArguments::take(const CommonOptions& common) {
  state.seed = common.seed;
  state.threads = common.threads;
  signal.threads = common.threads;
  model.spectral.seed = common.seed;
  fit.tuning.search.search.seed = common.seed;
  fit.tuning.search.threads = common.threads;
}

std::vector<Option> options_of(FitArguments& arguments) {
  std::vector<Option> options;
  visit_options(arguments, [&](const char* name, const char* value, auto& field,
                               const char* description, const char* group) {
    options.push_back(option(name, value, field, description, group));
  });
  return options;
}

std::vector<std::pair<std::string, std::string>> values_of(const FitArguments& arguments) {
  std::vector<std::pair<std::string, std::string>> values;
  visit_options(arguments, [&](const char* name, const char*, const auto& field, const char*,
                               const char*) { values.emplace_back(name, value_text(field)); });
  return values;
}

}  // namespace elto::command
