// SPDX-License-Identifier: Apache-2.0
#include "elto/model/model_file.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/filter/filter.hpp"
#include "elto/io/array_file.hpp"
#include "elto/io/whole_file.hpp"
#include "elto/model/learn.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto {
namespace {

Model sample_model() {
  const Matrix rows = testing::lorenz96(90, 4, 0.1, 1).noisy;
  return learn(
      Series(rows, {"w", "x", "y", "höhe, \"z\""}),
      {.operators = {.state_kernel = Rbf{.gamma = Scale::median()} + 0.5 * Kernel(Linear{}),
                     .rank = {.max_rank = 30}},
       .initial = InitialBelief::uniform_basis,
       .noise = {.blocks = 3, .structure = NoiseStructure::diagonal},
       .adaptation = {.window = 7, .measurement_memory = 0.9, .process_memory = 0.8}});
}

std::string problem_of(const std::filesystem::path& path) {
  try {
    load(path);
  } catch (const IoError& error) {
    return error.what();
  }
  return "accepted";
}

class ModelFile : public ::testing::Test {
 protected:
  testing::TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "m.elto";

  void write(ArrayFile file) { write_array_file(file, path); }
};

TEST_F(ModelFile, LoadedModelFiltersBitForBitAsTheSavedOne) {
  const Model model = sample_model();
  save(model, path);
  const Model again = load(path);
  const Matrix rows = testing::lorenz96(50, 4, 0.1, 2).noisy;
  const Estimate a = filter(model, rows), b = filter(again, rows);
  EXPECT_MATRIX_EQ(a.mean, b.mean);
  EXPECT_MATRIX_EQ(a.variance, b.variance);
  EXPECT_EQ(again.channels, model.channels);
  EXPECT_EQ(again.window, model.window);
  EXPECT_EQ(again.noise_structure, NoiseStructure::diagonal);
  EXPECT_EQ(again.data.transitions.to, model.data.transitions.to);
  // It can be learned further, too.
  EXPECT_MATRIX_EQ(with_operators(again, again.operator_options).operators.Phi,
                   model.operators.Phi);
}

TEST_F(ModelFile, IsRefusedWhenTruncatedAlteredOrNewer) {
  save(sample_model(), path);
  const std::string bytes = read_whole_file(path);
  write_whole_file(path, bytes.substr(0, bytes.size() / 2));
  EXPECT_NE(problem_of(path).find("truncated"), std::string::npos) << problem_of(path);
  std::string altered = bytes;
  altered[bytes.size() / 2] ^= 1;
  write_whole_file(path, altered);
  EXPECT_NE(problem_of(path).find("altered"), std::string::npos) << problem_of(path);
  std::string newer = bytes;
  newer[8] = 9;
  write_whole_file(path, newer);
  EXPECT_NE(problem_of(path).find("newer"), std::string::npos) << problem_of(path);
  write_whole_file(path, "t,x\n1,2\n");
  EXPECT_NE(problem_of(path).find("not an elto file"), std::string::npos) << problem_of(path);
  EXPECT_NE(problem_of(folder.path() / "absent.elto"), "accepted");
}

TEST_F(ModelFile, IsRefusedWhenItsContentDoesNotFitTogether) {
  save(sample_model(), path);
  const ArrayFile good = read_array_file(path);
  ArrayFile file = good;
  file.kind = "something else";
  write(file);
  EXPECT_NE(problem_of(path).find("not a model"), std::string::npos) << problem_of(path);
  file = good;
  file.kind_version = 3;
  write(file);
  EXPECT_NE(problem_of(path).find("newer"), std::string::npos) << problem_of(path);
  for (std::size_t i = 0; i < good.arrays.size(); ++i) {
    file = good;
    file.arrays[i].second.resize(3, 2);
    file.arrays[i].second.setConstant(1e9);
    write(file);
    const std::string& name = good.arrays[i].first;
    if (name != "correlations" && name != "initial.points") {  // these are only looked at
      EXPECT_NE(problem_of(path), "accepted") << name;
    }
    file = good;
    file.arrays.erase(file.arrays.begin() + static_cast<std::ptrdiff_t>(i));
    write(file);
    EXPECT_NE(problem_of(path), "accepted") << "without " << name;
  }
  file = good;
  file.meta = R"({"window": 5})";
  write(file);
  EXPECT_NE(problem_of(path).find("not understood"), std::string::npos) << problem_of(path);
}

TEST_F(ModelFile, IsRefusedWhenANumberIsNoneOrFarTooLarge) {
  save(sample_model(), path);
  const ArrayFile good = read_array_file(path);
  const auto problem_with = [&](std::initializer_list<const char*> keys, nlohmann::json value) {
    ArrayFile file = good;
    nlohmann::json meta = nlohmann::json::parse(file.meta);
    nlohmann::json* place = &meta;
    for (const char* key : keys) place = &place->at(key);
    *place = std::move(value);
    file.meta = meta.dump();
    write(file);
    return problem_of(path);
  };
  EXPECT_SAYS(problem_with({"window"}, 1e300), "window: must be a whole number, got 1e+300");
  EXPECT_SAYS(problem_with({"rank", "max_rank"}, 0.5), "must be a whole number");
  EXPECT_SAYS(problem_with({"update"}, 2), "update: must be 0 or 1, got 2");
  EXPECT_SAYS(problem_with({"update"}, -1e99), "update: must be a whole number");
  EXPECT_SAYS(problem_with({"adaptation", "window"}, 0), "adaptation.window");
  EXPECT_SAYS(problem_with({"adaptation", "process_memory"}, -1), "adaptation.process_memory");
  EXPECT_SAYS(problem_with({"state_kernel"}, "polynomial(1, 2000000000, 1)"), "degree");
  EXPECT_SAYS(problem_with({"observation_kernel"}, "polynomial(1, 2000000000, 1)"), "degree");

  for (const double state : {std::nan(""), 1e300, -1.0}) {
    ArrayFile file = good;
    file.arrays.back().second(0, 1) = state;
    write(file);
    EXPECT_SAYS(problem_of(path), "a transition leads to state");
  }
}

TEST_F(ModelFile, IsRefusedWithMoreTransitionsThanStates) {
  save(sample_model(), path);
  ArrayFile file = read_array_file(path);
  const Index states = file.array("operators.F").rows();
  for (auto& [name, array] : file.arrays)
    if (name == "operators.F2" || name == "operators.A" || name == "initial.weights")
      array = Matrix::Zero(states + 1, array.cols());
    else if (name == "transitions")
      array = Matrix::Zero(states + 1, 2);
  write(file);
  EXPECT_SAYS(problem_of(path), concat(states + 1, " transitions between ", states, " states"));
}

TEST_F(ModelFile, KeepsTheOldFileWhenAModelCannotBeSaved) {
  Model model = sample_model();
  save(model, path);
  const std::string before = read_whole_file(path);
  model.operator_options.state_kernel =
      CustomKernel{[](const RowView& x, const RowView& y) { return x.dot(y); }};
  EXPECT_THROW(save(model, path), InvalidArgument);
  EXPECT_EQ(read_whole_file(path), before);
}

}  // namespace
}  // namespace elto
