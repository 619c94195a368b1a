// SPDX-License-Identifier: Apache-2.0
#include "elto/model/state_model_file.hpp"

#include "elto/core/error.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto {
namespace {

StateModel sample_state_model(Index order = 2) {
  StateModel model = testing::small_state_model(200, 4, order);
  model.channels = {"w", "x", "y", "höhe, \"z\""};
  model.memory.measurement = 0.95;
  model.bands.filter[2] = 1.5;
  model.bands.smoother[1] = 1.25;
  model.bands.lag[3] = 1.75;
  model.bands.forecast(1, 0) = 0.5;
  return model;
}

class StateModelFile : public ::testing::Test {
 protected:
  testing::TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "m.elto";

  std::string problem() {
    return testing::io_error_of([&] { load_state_model(path); });
  }
  /// The saved sample with its description or its arrays changed.
  template <class Change>
  std::string problem_after(Change change) {
    save(sample_state_model(), path);
    ArrayFile file = read_array_file(path);
    nlohmann::json meta = nlohmann::json::parse(file.meta);
    change(file, meta);
    file.meta = meta.dump();
    write_array_file(file, path);
    return problem();
  }
};

TEST_F(StateModelFile, LoadedModelFiltersBitForBitAsTheSavedOne) {
  const Matrix rows = testing::lorenz96(80, 4, 0.1, 2).noisy;
  for (const Index order : {1, 2}) {
    const StateModel model = sample_state_model(order);
    save(model, path);
    const StateModel again = load_state_model(path);
    EXPECT_MATRIX_EQ(filter(again, rows).mean, filter(model, rows).mean);
    EXPECT_MATRIX_EQ(smooth(again, rows).variance, smooth(model, rows).variance);
    EXPECT_EQ(again.channels, model.channels);
    EXPECT_EQ(again.order, order);
    EXPECT_EQ(again.memory, model.memory);
  }
}

TEST_F(StateModelFile, IsRefusedWhenTruncatedOrSomethingElse) {
  save(sample_state_model(), path);
  const std::string bytes = read_whole_file(path);
  write_whole_file(path, bytes.substr(0, bytes.size() / 2));
  EXPECT_NE(problem(), "");
  EXPECT_SAYS(problem_after([](ArrayFile& file, auto&) { file.kind = "model"; }),
              "holds a 'model', not a state model");
  EXPECT_SAYS(problem_after([](ArrayFile& file, auto&) { file.kind_version = 4; }),
              "newer than the version 3");
}

TEST_F(StateModelFile, IsRefusedWhenItsPartsDoNotFit) {
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["parts"][0]["inputs"][0] = 99; }),
              "place: must be below 12");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) {
                meta["parts"][0]["outputs"] = {1, 1, 2, 3};
              }),
              "place: must be listed once");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["order"] = 1e300; }),
              "order: must be from 1 to 16");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["order"] = 3; }),
              "blocks: must be within the state and the channels");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["blocks"] = nlohmann::json::array(); }),
              "blocks: must be all of the state and of the channels");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["blocks"][0]["channels"] = 3; }),
              "blocks: must be of a move for each channel");
  EXPECT_SAYS(problem_after([](ArrayFile& file, auto&) {
                for (auto& [name, array] : file.arrays)
                  if (name == "law") array.conservativeResize(5, 1);
              }),
              "blocks: must be as large as the array law");
  EXPECT_SAYS(problem_after([](ArrayFile& file, auto&) {
                for (auto& [name, array] : file.arrays)
                  if (name == "bands.forecast") array(1, 2) = 0.0;
              }),
              "array bands.forecast is not positive");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["blocks"][0]["moves"] = 0; }),
              "moves: must be at least 1");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["blocks"][0]["channels"] = 1LL << 60; }),
              "blocks: must be within the state and the channels");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["memory"]["process"] = 0.0; }),
              "memory: must be in (0, 1]");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta["channels"] = {"one"}; }),
              "channels: must be 4 names");
  EXPECT_SAYS(problem_after([](auto&, auto& meta) { meta.erase("parts"); }),
              "description not understood");
}

}  // namespace
}  // namespace elto
