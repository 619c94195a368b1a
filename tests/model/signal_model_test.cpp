// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model.hpp"

#include "elto/core/error.hpp"

#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(SignalModel, IsCheckedFieldByField) {
  const SignalModel good = testing::small_signal_model();
  EXPECT_NO_THROW(validate(good));
  EXPECT_THROW(validate(SignalModel{}), InvalidArgument);
  SignalModel model = good;
  model.channels = {"one"};
  EXPECT_THROW(validate(model), InvalidArgument);
  for (double ChannelModel::*field : {&ChannelModel::scale, &ChannelModel::step}) {
    model = good;
    model.parts[0].*field = 0.0;
    EXPECT_THROW(validate(model), InvalidArgument);
  }
  model = good;
  model.parts[1].model.noise[0] = -1.0;
  EXPECT_THROW(validate(model), InvalidArgument);
  model = good;
  model.parts[0].uncertainty = Matrix::Identity(1, 1);
  EXPECT_THROW(validate(model), InvalidArgument);
  const Index parameters = model.parts[0].model.logs().size();
  model.parts[0].uncertainty = Matrix::Identity(parameters, parameters);
  EXPECT_NO_THROW(validate(model));
}

TEST(SignalModel, SeesRowsInItsOwnUnits) {
  const ChannelModel part = testing::small_signal_model().parts[0];
  const Rows rows = rows_of(part, Vector{{3.0, 3.5, 4.5}}, Vector{{7.0, 9.0, 5.0}});
  EXPECT_EQ(rows.times, (Vector{{0.0, 1.0, 3.0}}));
  EXPECT_EQ(rows.values, Matrix(Vector{{0.0, 1.0, -1.0}}));
}

}  // namespace
}  // namespace elto
