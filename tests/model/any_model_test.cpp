// SPDX-License-Identifier: Apache-2.0
#include "elto/model/any_model.hpp"

#include "elto/io/array_file.hpp"

#include "support/error_message.hpp"
#include "support/small_model.hpp"
#include "support/small_state_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(AnyModel, IsReadBackAsTheKindItWas) {
  const testing::TemporaryFolder folder;
  save(AnyModel(testing::small_model()), folder / "paper.elto");
  save(AnyModel(testing::small_state_model()), folder / "state.elto");
  const AnyModel paper = load_any(folder / "paper.elto"), state = load_any(folder / "state.elto");
  EXPECT_TRUE(std::holds_alternative<Model>(paper));
  EXPECT_TRUE(std::holds_alternative<StateModel>(state));
  EXPECT_EQ(channels_of(paper), testing::small_model().channels);
  EXPECT_TRUE(channels_of(state).empty());
  EXPECT_EQ(dimension_of(paper), 2);
  EXPECT_EQ(dimension_of(state), 4);
}

TEST(AnyModel, IsNotJustAnyFile) {
  const testing::TemporaryFolder folder;
  ArrayFile other;
  other.kind = "recipe";
  write_array_file(other, folder / "cake.elto");
  EXPECT_SAYS(testing::io_error_of([&] { load_any(folder / "cake.elto"); }),
              "holds a 'recipe', not a model");
}

}  // namespace
}  // namespace elto
