// SPDX-License-Identifier: Apache-2.0
#include "channel_names.hpp"

#include <limits>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_model.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using Names = std::vector<std::string>;

std::string refusal_of_names(const Series& series, const Model& model) {
  return testing::io_error_of([&] { matched(series, model, "data.csv"); });
}

TEST(ChannelNames, AreThoseGivenOrNumbers) {
  EXPECT_EQ(channel_names({"a", "b"}, 2), (Names{"a", "b"}));
  EXPECT_EQ(channel_names({}, 3), (Names{"y0", "y1", "y2"}));
}

TEST(ChannelNames, MatchWhateverTheOrder) {
  const Matrix values{{1, 2, 3}, {4, 5, 6}};
  Series series(values, {"velocity", "note", "position"});
  series.time = {"t", Vector{{7, 8}}, {}};
  const Series chosen = matched(series, testing::small_model(), "data.csv");
  EXPECT_EQ(chosen.channels, (Names{"position", "velocity"}));
  EXPECT_MATRIX_EQ(chosen.values, (Matrix{{3, 1}, {6, 4}}));
  EXPECT_MATRIX_EQ(chosen.time.values, (Vector{{7, 8}}));
}

TEST(ChannelNames, MatchByPlaceWhereOneSideHasNone) {
  const Matrix values{{1, 2}, {4, 5}};
  const Series unnamed = matched(values, testing::small_model(), "data.npy");
  EXPECT_EQ(unnamed.channels, (Names{"position", "velocity"}));
  EXPECT_MATRIX_EQ(unnamed.values, values);
  const Series named = matched({values, {"a", "b"}}, testing::nameless_model(), "data.csv");
  EXPECT_EQ(named.channels, (Names{"a", "b"}));
  EXPECT_MATRIX_EQ(named.values, values);
  EXPECT_TRUE(matched(values, testing::nameless_model(), "data.npy").channels.empty());
}

TEST(ChannelNames, SayWhichIsMissing) {
  EXPECT_EQ(refusal_of_names({Matrix{{1, 2}}, {"position", "v"}}, testing::small_model()),
            "data.csv: has no column 'velocity', which the model was learned from");
  EXPECT_EQ(refusal_of_names(Matrix{{1, 2, 3}}, testing::small_model()),
            "data.csv: has 3 channels, the model 2; choose them with --columns");
}

}  // namespace
}  // namespace elto::command
