// SPDX-License-Identifier: Apache-2.0
// The golden cases: inputs and outputs of a reference filter in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "elto/io/npy.hpp"
#include "elto/model/learn.hpp"

#include "support/folders.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::testing {

inline const std::vector<std::string>& golden_names() {
  static const std::vector<std::string> names{"sine1d_rbf", "lorenz3d_rbf", "lorenz3d_laplacian",
                                              "rotor2d_matern"};
  return names;
}

struct GoldenCase {
  StateData data;
  ModelOptions options;
  NoiseModel noise;       ///< the one of the sb_ results
  double static_q = 0.0;  ///< those of the static_ results
  double static_r = 0.0;
  std::filesystem::path folder;

  Matrix array(const std::string& name) const { return read_npy(folder / (name + ".npy")).values; }
};

// The reference clamps squared distances at 1e-12 before it takes the root.
inline Kernel golden_kernel(const std::string& name, Index dimension) {
  const double gamma = 1.0 / static_cast<double>(dimension);
  const auto distance = [](const RowView& x, const RowView& y) {
    return std::sqrt(std::max((x - y).squaredNorm(), 1e-12));
  };
  if (name == "laplacian")
    return CustomKernel{
        [=](const RowView& x, const RowView& y) { return std::exp(-gamma * distance(x, y)); }};
  if (name == "matern")
    return CustomKernel{[=](const RowView& x, const RowView& y) {
      const double a = std::sqrt(3.0 * gamma) * distance(x, y);
      return (1.0 + a) * std::exp(-a);
    }};
  return Rbf{};
}

inline Matrix factor_from_rows(const Matrix& lower, Index k) {
  Matrix L = Matrix::Zero(k, k);
  for (Index i = 0, next = 0; i < k; ++i)
    for (Index j = 0; j <= i; ++j) L(i, j) = lower(next++, 0);
  return L;
}

inline GoldenCase load_golden(const std::string& name) {
  GoldenCase golden;
  golden.folder = shared_folder() / "golden" / name;
  const auto json = nlohmann::json::parse(std::ifstream(golden.folder / "case.json"));
  const Index window = json["window"];
  golden.data.states = golden.array("latent_states");
  const Index N = golden.data.states.rows();
  golden.data.observations = golden.array("train").middleRows(window, N);
  for (Index i = 0; i + 1 < N; ++i) {
    golden.data.transitions.from.push_back(i);
    golden.data.transitions.to.push_back(i + 1);
  }
  OperatorOptions& operators = golden.options.operators;
  operators.state_kernel = golden_kernel(json["kernel"], golden.data.states.cols());
  operators.observation_kernel = golden_kernel(json["kernel"], golden.data.observations.cols());
  operators.transition_ridge = json["eps_t"];
  operators.observation_ridge = json["eps_o"];
  operators.rank = RankOptions::exact();
  golden.options.update = UpdateRule::as_printed;
  golden.noise = {factor_from_rows(golden.array("factor_L"), json["blocks_q"]),
                  factor_from_rows(golden.array("factor_M"), json["blocks_r"])};
  golden.static_q = json["static_q"];
  golden.static_r = json["static_r_scale"].get<double>() * static_cast<double>(N);
  return golden;
}

/// The model of the case at full rank, with the reference's initial belief and the given noise.
inline Model golden_model(const GoldenCase& golden, const NoiseModel& noise) {
  Model model = learn_from_states(golden.data, golden.options);
  model.initial = basis_embedding(model.operators, model.data, model.operator_options,
                                  golden.array("initial_states"));
  model.noise = noise;
  return model;
}

}  // namespace elto::testing

#define ELTO_SKIP_WITHOUT_GOLDEN()                                                \
  if (!std::filesystem::exists(elto::testing::shared_folder() / "golden"))        \
  GTEST_SKIP() << "no golden data: " << elto::testing::shared_folder() / "golden" \
               << " is absent"
